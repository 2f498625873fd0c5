#!/usr/bin/env python3
"""The project's commands; `start` and `test` also set up a fresh machine."""

import sys

from armybuilder.bootstrap import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
