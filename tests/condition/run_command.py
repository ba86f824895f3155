#!/usr/bin/env python3
"""What `cordon condition` prints and how it exits.

    run_command.py PROGRAM
"""

import json
import os
import subprocess
import sys
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))


def run(*words, stdin=""):
    return subprocess.run([PROGRAM, "condition", *words], input=stdin, capture_output=True, text=True)


class Check(unittest.TestCase):
    def test_accepted(self):
        done = run("check", "exit_code == 137", "True")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_refused_says_where_and_why(self):
        done = run("check", "1", "exit_code and\\\n 2 ** 3")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout, "")
        first, line, caret = done.stderr.splitlines()
        self.assertTrue(first.startswith("condition 2:2:2: Pow: "), first)
        self.assertEqual(line, "     2 ** 3")
        self.assertEqual(caret, "     ^")

    def test_misspelt_name(self):
        self.assertIn("did you mean 'exit_code'", run("check", "exit_cod > 0").stderr)

    def test_long_text_is_cut(self):
        done = run("check", "open('" + "a" * 200 + "')")
        self.assertIn("open", done.stderr)
        self.assertLess(max(map(len, done.stderr.splitlines())), 220)

    def test_control_characters_are_not_printed(self):
        self.assertNotIn("\x1b", run("check", "'\x1b[31m' ** 2").stderr)

    def test_nothing_to_check(self):
        self.assertEqual(run("check").returncode, 2)


class Eval(unittest.TestCase):
    def test_exit_status_is_the_verdict(self):
        facts = ["--exit-code", "-11", "--walltime-sec", "61.5", "--peak-vram-mib=7", "-c", "a=1", "-c", "a=2"]
        self.assertEqual(run("eval", "exit_code == -11 and walltime_sec > 61", *facts).returncode, 0)
        self.assertEqual(run("eval", "int(capture['a']) == 2 and peak_vram_mib == 7", *facts).returncode, 0)
        self.assertEqual(run("eval", "peak_vram_mib > 7", *facts).returncode, 1)
        self.assertEqual(run("eval", "peak_vram_mib > x", *facts).returncode, 2)

    def test_exception(self):
        done = run("eval", "1 if capture['gone'] else 0")
        self.assertEqual((done.returncode, done.stdout), (1, "does not fire\n"))
        self.assertTrue(done.stderr.startswith("condition:1:6: KeyError: "), done.stderr)

    def test_wrong_values(self):
        for words in (["--exit-code", "1x"], ["--exit-code", ""], ["--walltime-sec", "0x1p3"], ["--walltime-sec", "nan"],
                      ["--peak-vram-mib", "1.5"], ["--capture", "novalue"], ["--capture", "=1"]):
            done = run("eval", "True", *words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(words[0], done.stderr)


class Batch(unittest.TestCase):
    def test_ids_come_back_as_they_are(self):
        ids = ["a", 7, None, {"n": [1, 2.5]}, "\u0000é"]
        lines = "".join(json.dumps({"id": name, "condition": "1", "capture": {}}) + "\n" for name in ids)
        done = run("eval", "--batch", "-", stdin=lines)
        self.assertEqual([json.loads(line)["id"] for line in done.stdout.splitlines()], ids)

    def test_a_condition_that_is_no_text(self):
        done = run("eval", "--batch", "-", stdin='{"id": 1, "condition": 5}\n')
        answer = json.loads(done.stdout)
        self.assertEqual((answer["accepted"], answer["node"], answer["line"]), (False, "not-a-string", None))

    def test_input_that_cannot_be_read(self):
        good = '{"id": 1, "condition": "1"}\n'
        for bad in ("{", "[]", '{"id": 1}', '{"condition": "1", "capture": {"a": 1}}', '{"condition": "1", "exit_code": "1"}',
                    '{"condition": "1", "exit_code": true}', '{"condition": "1", "walltime_sec": "1"}', '{"condition": "\\ud800"}'):
            done = run("eval", "--batch", "-", stdin=good + bad + "\n" + good)
            self.assertEqual(done.returncode, 2, bad)
            self.assertIn("<stdin>:2: ", done.stderr)
            self.assertEqual(len(done.stdout.splitlines()), 1, bad)

    def test_a_misspelt_key(self):
        done = run("eval", "--batch", "-", stdin='{"condition": "exit_code == 1", "exit-code": 1}\n')
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("<stdin>:1: the key 'exit-code' is not known; did you mean 'exit_code'?", done.stderr)

    def test_keys_of_other_programs(self):
        line = '{"condition": "exit_code == 1", "exit_code": 1, "exit-code": 2, "accepted": true, "note": null}\n'
        done = run("eval", "--batch", "-", stdin=line)
        self.assertTrue(json.loads(done.stdout)["fired"])

    def test_missing_file(self):
        done = run("eval", "--batch", "/nowhere/cases.jsonl")
        self.assertEqual(done.returncode, 2)
        self.assertIn("/nowhere/cases.jsonl", done.stderr)

    def test_integers_of_megabytes(self):
        capture = {"x": "f" * 3000000, "y": "e" * 1500001}
        text = "int(capture['x'], 16) // int(capture['y'], 16) > 9 and int(capture['x'], 16) != int(capture['y'], 32)"
        done = run("eval", "--batch", "-", stdin=json.dumps({"condition": text, "capture": capture}))
        self.assertTrue(json.loads(done.stdout)["fired"])


class Explain(unittest.TestCase):
    def test_everything_allowed_is_named(self):
        done = run("--explain")
        self.assertEqual(done.returncode, 0)
        for word in ("capture['NAME']", "exit_code", "walltime_sec", "peak_vram_mib", "math.isnan", "len(", "256"):
            self.assertIn(word, done.stdout)

    def test_the_examples_are_accepted(self):
        examples = run("--explain").stdout.split("Examples\n")[1].strip().splitlines()
        self.assertEqual(run("check", *examples).returncode, 0)


if __name__ == "__main__":
    unittest.main()
