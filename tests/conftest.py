"""Set up for all tests."""

import signal

# A run started in the background ignores interrupts and its children would inherit that: the
# tests that interrupt a command need them.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
