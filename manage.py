#!/usr/bin/env python3
"""The project's commands; `start` and `test` also set up a fresh machine."""

import sys

if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036 -- an old Python must get this far to be told
        found = ".".join(map(str, sys.version_info[:2]))
        sys.exit("Cannot run: Python 3.11 or newer is needed, and this is Python " + found + ".")

    from armybuilder.tools.bootstrap import main

    sys.exit(main(sys.argv[1:]))
