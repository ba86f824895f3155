#!/usr/bin/env python3
"""What a hardened program carries, read from its ELF headers and symbols with readelf.

    check_hardening.py PROGRAM
"""

import os
import subprocess
import sys
import unittest

PROGRAM = os.path.abspath(sys.argv[1])


def readelf(option):
    return subprocess.run(["readelf", "-W", option, PROGRAM], capture_output=True, text=True, check=True).stdout


def segments(name):
    """Rows of the program header: type, offset, two addresses, two sizes, flags (which hold blanks), alignment."""
    rows = [line.split() for line in readelf("-l").splitlines()]
    return ["".join(row[6:-1]) for row in rows if row and row[0] == name]


class Hardening(unittest.TestCase):
    def test_it_is_position_independent(self):
        header = readelf("-h")
        self.assertRegex(header, r"Type:\s+DYN")
        self.assertEqual(len(segments("INTERP")), 1)  # a program, not a library

    def test_relocations_are_read_only_and_bound_at_the_start(self):
        self.assertEqual(len(segments("GNU_RELRO")), 1)
        self.assertRegex(readelf("-d"), r"BIND_NOW|FLAGS_1.*NOW")

    def test_no_memory_is_both_writable_and_executable(self):
        self.assertEqual(segments("GNU_STACK"), ["RW"])
        loaded = segments("LOAD")
        self.assertTrue(any("E" in flags for flags in loaded))
        self.assertFalse([flags for flags in loaded if "W" in flags and "E" in flags])

    def test_stacks_are_protected(self):
        self.assertIn("__stack_chk_fail", readelf("--dyn-syms"))

    def test_lengths_are_checked(self):
        symbols = readelf("--dyn-syms")
        self.assertRegex(symbols, r"__(memcpy|snprintf|vsnprintf|read|fprintf|realpath|readlink)_chk")

    def test_it_looks_for_libraries_where_the_system_does(self):
        self.assertNotRegex(readelf("-d"), r"R(UN)?PATH|TEXTREL")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
