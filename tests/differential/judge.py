"""Whom the tests ask: llvm-symbolizer 19, or the one that SYMKIT_JUDGE names (tests/differential/newer)."""

import os

NAME = os.environ.get("SYMKIT_JUDGE", "llvm-symbolizer-19")
