"""The measured process: the real server on a free port of loopback, printed on its first line.

With the argument ``idle`` it leaves its chores undone: they would be counted as someone's taps.
"""

import os
import sys

os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"

from companion import checks, serve
from companion.operations import workers

A_DAY = 86_400.0


def main() -> None:
    if "idle" in sys.argv:
        workers.EVERY = A_DAY
    with serve.listen("127.0.0.1", 0) as listening:
        print(listening.getsockname()[1], flush=True)
        serve.run([listening], checks.processes())


if __name__ == "__main__":
    main()
