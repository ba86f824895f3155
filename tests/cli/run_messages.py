#!/usr/bin/env python3
"""What the commands say about the usual mistakes: exit status, standard error, and what is printed.

    run_messages.py PROGRAM
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
RECIPE = """schema_version: 1
mode: probe
trials: 1
mitigation_axis: [none]
diagnostic_axis: [none]
custom_patterns: [{id: fine, match: {regex: fine}, on_match: info}]
"""


def run(*words, cwd=None, source=""):
    return subprocess.run([PROGRAM, *words], input=source, capture_output=True, text=True, cwd=cwd, timeout=60)


class Formats(unittest.TestCase):
    def test_the_option_takes_what_the_library_writes(self):
        table = json.loads(run("docs", "--parts").stdout)["formats"]
        known = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
        self.assertIn("sarif", known)
        refused = run("lint", "--output-format", "no-such-format").stderr.splitlines()[0]
        self.assertEqual(refused.partition("one of ")[2], ", ".join(known))


class Conditions(unittest.TestCase):
    def check(self, condition, message):
        done = run("condition", "check", condition)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.splitlines()[0], "condition:" + message)

    def test_signs_of_other_languages(self):
        self.check("exit_code == 1 && True", "1:17: syntax: unexpected '&'; Python writes 'and' for '&&'")
        self.check("exit_code == 1 || True", "1:17: syntax: unexpected '|'; Python writes 'or' for '||'")
        self.check("!exit_code", "1:1: syntax: unexpected '!'; Python writes 'not' for '!'")
        self.check("exit_code = 1", "1:11: syntax: unexpected '='; check what is before it, or write '==' to compare")
        self.check("exit_code ? 1 : 2", "1:11: syntax: unexpected character ?; Python writes 'b if a else c' for 'a ? b : c'")
        self.check("exit_code == 1 and true", "1:20: name: there is no 'true'; did you mean 'True'?")
        self.check("Tru\uff45", "1:1: name: there is no 'Tru\uff45'; did you mean 'True'?")

    def test_signs_that_only_look_like_them(self):
        self.check("& exit_code", "1:1: syntax: unexpected '&'; check what is before it")
        self.check("exit_code & & 1", "1:13: syntax: unexpected '&'; check what is before it")
        self.check("|| exit_code", "1:1: syntax: unexpected '|'; check what is before it")

    def test_unfinished(self):
        self.check("exit_code ==", "1:13: syntax: unexpected end of file; something is missing before it")

    def test_what_is_refused_is_shown_as_it_was_written(self):
        for condition, spelling, instead in (
            ("exit_code in (1, 2)", "'in'", "match the text"),
            ("exit_code is not None", "'is not'", "compare with !="),
            ("exit_code ** 2", "'**'", "of the arithmetic"),
            ("(exit_code == 1) & (walltime_sec > 1)", "'&'", "join comparisons with and, or, not"),
            ("f'{exit_code}'", "an f-string", "write a text"),
            ("[exit_code]", "a list", "a condition compares"),
            ("len([x for x in capture])", "a comprehension", "a condition compares"),
            ("int('1', base=2)", "a keyword argument", "give arguments by position"),
            ("lambda: 1", "lambda", "a condition compares"),
        ):
            done = run("condition", "check", condition)
            self.assertEqual(done.returncode, 2, condition)
            self.assertIn(f": {spelling} is not allowed; {instead}", done.stderr)


    def test_the_groups_that_there_are(self):
        def said(*words):
            return run("condition", "eval", "capture['bw'] == '1'", *words).stderr
        self.assertIn("took part in the match; those that did: lr, step\n", said("--capture", "lr=1", "--capture", "step=2"))
        self.assertIn("took part in the match; give one with --capture NAME=VALUE\n", said())


class Trees(unittest.TestCase):
    def test_a_place_behind_the_line(self):
        done = run("ast", "-", source="if True:\n")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.splitlines()[1:], ["    if True:", "            ^"])

    def test_help_says_what_is_accepted(self):
        for source in ("return 1\n", "try: pass\nexcept A, B: pass\n", "t'a'\n"):
            self.assertEqual(run("ast", "-", source=source).returncode, 0, source)
        said = " ".join(run("ast", "--help").stdout.split())
        self.assertIn("return outside of a function, is not. Without --python-version what 3.14 adds", said)


class Probes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name, content in (("recipe.yaml", RECIPE), ("empty.log", ""), ("trial.log", "fine\n")):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as stream:
                stream.write(content)

    def scan(self, log):
        done = run("probe", "scan", "-r", "recipe.yaml", "-l", log, "--exit-code", "0", "--walltime-sec", "1",
                   cwd=self.folder)
        self.assertEqual(done.returncode, 0)
        return done.stderr

    def test_empty_log(self):
        self.assertEqual(
            self.scan("empty.log"),
            "cordon probe scan: note: empty.log: the log is empty; the verdict rests on the exit code\n")
        self.assertEqual(self.scan("trial.log"), "")

    def test_numbers(self):
        def code(**numbers):
            trial = {"exit-code": "0", "walltime-sec": "1", **{name.replace("_", "-"): n for name, n in numbers.items()}}
            return run("probe", "scan", "-r", "recipe.yaml", "-l", "trial.log", *(f"--{k}={v}" for k, v in trial.items()),
                       cwd=self.folder).returncode
        for fine in ("0", "12.5", "1e3", ".5"):
            self.assertEqual(code(walltime_sec=fine), 0, fine)
        for wrong in ("", " 5", "5s", "nan", "inf", "0x10", "1e999", "1e"):
            self.assertEqual(code(walltime_sec=wrong), 2, wrong)
        for wrong in ("", " 1", "1.0", "0x1", "1" * 20):
            self.assertEqual(code(exit_code=wrong), 2, wrong)
        self.assertEqual(code(exit_code="-11"), 1)

    def test_command_that_cannot_be_started(self):
        done = run("probe", "run", "-r", "recipe.yaml", "--", "./absent", cwd=self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "cordon probe run: note: ./absent cannot be started: No such file or directory\n")
        self.assertEqual(run("probe", "run", "-r", "recipe.yaml", "--", "true", cwd=self.folder).stderr, "")


class Rules(unittest.TestCase):
    def test_pages_and_lists_are_written_to_a_file(self):
        for words in (["--list-rules"], ["--explain", "IESC001"], ["--explain", "IESC001", "--output-format", "json"]):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "rules")
                done = run("lint", *words, "--output", path)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
                with open(path, encoding="utf-8") as stream:
                    self.assertEqual(stream.read(), run("lint", *words).stdout)
                self.assertEqual(run("lint", *words, "--output", folder).returncode, 2)

    def test_a_selection_is_listed_and_explained(self):
        def codes(*words):
            return [rule["code"] for rule in json.loads(run("lint", *words, "--output-format", "json").stdout)]
        self.assertEqual(codes("--list-rules", "--select", "IESC,sample_ids"), ["IEBP003", "IESC001", "IESC002"])
        self.assertEqual(codes("--list-rules", "--select", "IESC", "--ignore", "IESC001"), ["IESC002"])
        self.assertEqual(codes("--explain", "IESC"), ["IESC001", "IESC002"])
        self.assertEqual(codes("--explain", "iesc"), ["IESC001", "IESC002"])
        self.assertEqual(run("lint", "--explain", "IESC").stdout.count("## What it does\n"), 2)
        preview = run("lint", "--list-rules", "--select", "IEBP014")
        self.assertEqual((preview.returncode, preview.stdout), (0, ""))
        self.assertIn("--preview", preview.stderr)
        for word in ("IEX", ""):
            self.assertEqual(run("lint", "--explain", word).returncode, 2)


class Lint(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name, content in (
            ("pyproject.toml", '[tool.inspect-evals-lint]\npreset = "multi-eval"\n'),
            ("src/heron/__init__.py", ""),
            ("src/heron/heron.py", "rows = [Sample(input='one'), Sample(input='two')]\n"),
        ):
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(content)

    def lint(self, *words, cwd="."):
        return run("lint", *words, cwd=os.path.join(self.folder, cwd))

    def test_statistics_go_where_people_read(self):
        table = "Findings by rule\n     2  IEBP003 sample_ids (2 failed, 0 warned, 0 suppressed)\n"
        for form in ("text", "concise"):
            done = self.lint("heron", "--select", "IEBP003", "--statistics", "--output-format", form)
            self.assertTrue(done.stdout.endswith("\n" + table), done.stdout)
        for form in ("json", "github", "markdown", "html", "sarif", "junit", "gitlab"):
            done = self.lint("heron", "--statistics", "--output-format", form)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f"text and concise, not for {form}\n", done.stderr)


class Help(unittest.TestCase):
    def test_what_is_required_is_said(self):
        missing = "--recipe FILE, --log FILE, --exit-code N, --walltime-sec SECONDS"
        done = run("probe", "scan")
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"missing what is required: {missing}\n", done.stderr)
        self.assertIn("required: --log FILE\n", run(
            "probe", "scan", "-r", "x", "--exit-code", "0", "--walltime-sec", "1").stderr)
        help = run("probe", "scan", "--help").stdout
        self.assertIn(f"Usage: cordon probe scan [OPTIONS] {missing.replace(',', '')}\n", help)
        self.assertEqual(help.count("Required."), 4)
        self.assertIn("[OPTIONS] --recipe FILE -- COMMAND...\n", run("probe", "run", "--help").stdout)
        self.assertIn("name the trial's command", run("probe", "run", "-r", "x").stderr)

    def test_the_exit_codes_of_lint(self):
        self.assertIn("2 when the arguments or the configuration are wrong or the report could not be written.",
                      " ".join(run("lint", "--help").stdout.split()))

    def test_without_a_command(self):
        for words in ([], ["condition"], ["probe"]):
            done = run(*words)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (2, run(*words, "--help").stdout, ""))

    def test_misspelt_words(self):
        for words, meant in (
            (["lnit"], "lint"),
            (["hepl"], "help"),
            (["probe", "scna"], "scan"),
            (["condition", "evl"], "eval"),
            (["help", "lnit"], "lint"),
            (["--verson"], "--version"),
            (["lint", "--slect", "IESC"], "--select"),
            (["lint", "-select", "IESC"], "--select"),
            (["lint", "--ouput=x"], "--output"),
            (["lint", "--output-format", "jsn"], "json"),
            (["lint", "--color", "alwas"], "always"),
            (["lint", "--preset", "multieval"], "multi-eval"),
            (["lint", "--select", "IEPB003"], "IEBP003"),
            (["lint", "--ignore", "sampl_ids"], "sample_ids"),
            (["lint", "--explain", "sampleids"], "sample_ids"),
            (["docs", "--completions", "bsah"], "bash"),
            (["ast", "--mode", "evl", "-"], "eval"),
            (["probe", "list-patterns", "--output-format", "jso"], "json"),
        ):
            done = run(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(f"did you mean '{meant}'?", done.stderr)
            self.assertIn(" --help'.\n", done.stderr)
        self.assertIn("unknown option '-x'\n", run("lint", "-x").stderr)

    def test_help_is_a_word_as_well(self):
        for words in ([], ["lint"], ["probe", "scan"]):
            self.assertEqual(run("help", *words).stdout, run(*words, "--help").stdout)
        self.assertEqual(run("probe", "help", "scan").stdout, run("probe", "scan", "--help").stdout)
        self.assertEqual(run("help", "lnt").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
