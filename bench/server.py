"""The measured process: the real server on a free port of loopback, printed on its first line.

With the argument ``--no-chores`` it leaves them undone: they would be counted as someone's taps.
"""

import os
import sys

os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"

from companion import checks, serve
from companion.operations import workers


def main() -> None:
    if "--no-chores" in sys.argv:
        workers.EVERY = 86_400
    with serve.listen("127.0.0.1", 0) as listening:
        print(listening.getsockname()[1], flush=True)
        serve.run([listening], checks.processes())


if __name__ == "__main__":
    main()
