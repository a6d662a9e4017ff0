"""The command `zermelo`, also as `python -m zermelo`. Ctrl-C prints one line, even while modules are loading."""

import os
import sys


def main() -> None:
    """Loads the command line and runs it."""
    try:
        from zermelo.cli import main as run
    except KeyboardInterrupt:
        print("zermelo: interrupted", file=sys.stderr, flush=True)
        os._exit(130)  # Python itself would end with the signal where an extension module was being loaded
    run()


if __name__ == "__main__":
    main()
