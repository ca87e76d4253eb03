"""A broken adapter: it ends before it has said hello, and complains on stderr."""

import sys

sys.exit("the library that this needs has moved")
