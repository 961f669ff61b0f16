"""Play in every other engine; ends with what pytest ends with."""

import sys

from tests.run import ran

if __name__ == "__main__":
    words = ["-m", "pytest", "-q", "-p", "no:xdist", "--durations=4", "-m", "engines"]
    sys.exit(ran(["python", *words, "tests/engines"], DATABASE_URL="").returncode)
