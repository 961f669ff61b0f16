"""The measured process: the real server on a free port of loopback, printed on its first line."""

import os

os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"

from companion import checks, serve


def main() -> None:
    with serve.listen("127.0.0.1", 0) as listening:
        print(listening.getsockname()[1], flush=True)
        serve.run([listening], checks.processes())


if __name__ == "__main__":
    main()
