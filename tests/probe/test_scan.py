#!/usr/bin/env python3
"""What the cases do not show: both ways to search agree, compressed logs, hostile patterns, the command line.

    test_scan.py PROGRAM
"""

import gzip
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
TOP = {"schema_version": 1, "mode": "probe", "trials": 1, "mitigation_axis": ["none"], "diagnostic_axis": ["none"]}


def run(*words, data=None):
    return subprocess.run([PROGRAM, "probe", *map(str, words)], input=data, capture_output=True, timeout=120)


class Scan(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def recipe(self, *regexes, **match):
        patterns = [{"id": f"p{i}", "match": {"regex": regex, **match}, "on_match": "info"} for i, regex in enumerate(regexes)]
        path = self.folder / "recipe.yaml"
        path.write_text(json.dumps({**TOP, "custom_patterns": patterns} if patterns else TOP))  # JSON is YAML
        return path

    def scan(self, recipe, log, *more):
        path = self.folder / "log"
        path.write_bytes(log)
        done = run("scan", "--recipe", recipe, "--log", path, "--exit-code", 0, "--walltime-sec", 1, "--output-format", "json", *more)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(done.stdout)

    def test_with_and_without_filter(self):
        """The filter never changes a result, whatever the patterns and however small the windows."""
        chance = random.Random(7)
        words = ["loss=nan", "CUDA error:", "step", "bw", "x", "lo\u017fs NaN", "\u212a", "Traceback (most recent call last):", "\n", " ",
                 "12", "A", "\u00e9\u00e8", "hipError_", "end"]
        regexes = [r"bw (?P<a>\d+)", r"(?i)STEP\s+(?P<b>\w)", r"^end$", r"(?m)^end$", r"(?i)k12", r"(?:ab|bw|step)x?(?P<c>.)", r"(?s)step.*end", r"é+è",
                   r"(?<=step)bw", r"[^ ]\n", r"(?i)lo(?:s|x)s", r"(?P<d>A|12)(?=x)", r"stepstepstep", r"(?i)i?ſ"]
        for _ in range(60):
            log = "".join(chance.choice(words) for _ in range(chance.randint(0, 400)))
            recipe = self.recipe(*chance.sample(regexes, chance.randint(1, 6)))
            window = chance.choice([2, 10, 33, 100, 1000, 10485760])
            sizes = ("--window", window, "--overlap", chance.choice([0, window // 3, window // 2]))
            one, other = (self.scan(recipe, log.encode(), *sizes, "--engine", engine) for engine in ("auto", "pcre2"))
            self.assertEqual(one, other, (log, window, recipe.read_text()))

    def test_all_lengths_around_a_vector(self):
        """A literal is found wherever it stands in a text of any length."""
        recipe = self.recipe("needle", "(?i)k9", "ab")
        for length in (*range(0, 80), 127, 128, 129, 300):
            for place in {0, 1, length // 2, max(length - 1, 0), length}:
                log = b"-" * place + b"needleK9ab" + b"-" * (length - place)
                self.assertEqual(self.scan(recipe, log)["custom_fired"], ["custom:p0", "custom:p1", "custom:p2"], (length, place))

    def test_compressed(self):
        text = b"".join(b"step %d loss 0.5\n" % i for i in range(100000)) + b"boom 7\n"
        recipe = self.recipe(r"boom (?P<n>\d)")
        plain = self.scan(recipe, text)
        self.assertEqual(plain["capture"], {"n": "7"})
        self.assertEqual(self.scan(recipe, gzip.compress(text)), plain)
        self.assertEqual(self.scan(recipe, gzip.compress(text[:1000]) + gzip.compress(text[1000:])), plain)
        if shutil.which("zstd"):
            packed = subprocess.run(["zstd", "-qc"], input=text, capture_output=True, check=True).stdout
            self.assertEqual(self.scan(recipe, packed), plain)
        done = run("scan", "--recipe", recipe, "--log", "-", "--exit-code", 0, "--walltime-sec", 1, "--output-format", "json",
                   data=gzip.compress(text))
        self.assertEqual(json.loads(done.stdout), plain)

    def test_broken_compression(self):
        recipe = self.recipe()
        for log in (gzip.compress(b"x" * 5000)[:-9], gzip.compress(b"abc" * 5000)[:20] + b"\xff" * 50, b"\x28\xb5\x2f\xfd" + b"\xff" * 40):
            (self.folder / "bad").write_bytes(log)
            done = run("scan", "--recipe", recipe, "--log", self.folder / "bad", "--exit-code", 0, "--walltime-sec", 1)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(done.stdout, b"")
            self.assertIn(b"bad", done.stderr)

    def test_hostile_patterns(self):
        """Catastrophic backtracking ends, is reported, and does not keep other patterns from firing."""
        hostile = [r"(a+)+$", r"(a|a)*$", r"(a|aa)+$", r"(a*)*b", r"(?:a?){40}a{40}b", r"(.*)*x", r"(\w+\s?)*!", r"^(([a-z])+.)+[A-Z]([a-z])+$",
                   r"(x+x+)+y", r"(?:.*a){20}z", r"(a+)*b\1", r"(?s)(.*)\1\1\1!", r"(?=(a+))*\1\1b", r"(?:a*)*(?:a*)*c", r"(a{1,30}){1,30}b",
                   r"a*a*a*a*a*b", r"(?i)(a+)\1+b", r"(?:(a)|(a))*\1\2b", r"\w*\d*\w*\d*=", r"(?:[ab]+c?)+d", r"(?:a+){2,}c"]
        log = b"a" * 30000 + b" " + b"x" * 30000 + b"\n"
        for regex in hostile:
            began = time.process_time(), time.monotonic()
            result = self.scan(self.recipe(regex, "xx(?P<m>x)"), log)
            self.assertLess(time.monotonic() - began[1], 10, regex)
            self.assertIn("custom:p1", result["custom_fired"])
            given_up = [entry["detector"] for entry in result["given_up"]]
            if "custom:p0" not in result["custom_fired"]:
                self.assertIn(given_up, ([], ["custom:p0"]), regex)
        self.assertEqual(self.scan(self.recipe(hostile[0]), log)["given_up"],
                         [{"detector": "custom:p0", "first_window": 1, "windows": 1}])

    def test_a_match_whose_condition_never_holds(self):
        recipe = self.recipe(r"loss=(?P<loss>\S+)", condition="float(capture['loss']) > 5")
        for log, unmet in (
            (b"loss=1\n", [{"detector": "custom:p0", "windows": 1, "exception": None}]),
            (b"loss=x\n", [{"detector": "custom:p0", "windows": 1, "exception": "ValueError"}]),
            (b"loss=6\n", []),
            (b"fine\n", []),
        ):
            found = self.scan(recipe, log)["unmet"]
            for entry in found:
                entry["exception"] = entry["exception"] and entry["exception"].split(":")[0]
            self.assertEqual(found, unmet)
        log = b"loss=1\n" + b"-" * 100 + b"loss=2\n" + b"-" * 100
        self.assertEqual(self.scan(recipe, log, "--window", 50, "--overlap", 10)["unmet"][0]["windows"], 2)
        self.assertEqual(self.scan(recipe, log + b"loss=7", "--window", 50, "--overlap", 10)["unmet"], [])
        (self.folder / "log").write_bytes(b"loss=1\n")
        text = run("scan", "-r", recipe, "-l", self.folder / "log", "--exit-code", 0, "--walltime-sec", 1).stdout.decode()
        self.assertIn("  unmet    custom:p0 matched in 1 of 1 window, but its condition was false\n", text)

    def test_check_notes_what_cannot_work(self):
        def notes(condition):
            done = run("check", self.recipe(r"(?P<code>\d+) (?P<msg>.*)", condition=condition))
            self.assertEqual((done.returncode, done.stdout[-27:]), (0, b": accepted, 1 custom pattern\n"[-27:]), done.stderr)
            return done.stderr.decode()
        for condition, said in (
            ("capture['codes'] == '1'", "no group 'codes', so this is a KeyError; did you mean 'code'?"),
            ("len(capture['other']) > 0", "no group 'other', so this is a KeyError; its named groups are code, msg"),
            ("capture['code'] == 137", "a text with a number and is always false; put int(...)"),
            ("exit_code != 'a'", "a text with a number and is always true"),
            ("exit_code == None", "values that have no comparison and is always false"),
            ("0 < capture['code'] < 5", "a text with a number, which is a TypeError"),
            ("walltime_sec > 0 and (capture['code'] if exit_code else 'x') >= 1", "a text with a number, which is a TypeError"),
            ("capture['code'] + 1 > 2", "this arithmetic with a text is a TypeError"),
            ("capture['code'] - capture['msg'] == 2", "this arithmetic with a text is a TypeError"),
            ("-capture['code'] < 0", "a sign before a text"),
            ("math.isnan(capture['code'])", "put float(...) around it"),
            ("len(exit_code) > 1", "len() of a number"),
            ("len() > exit_code", "it has no arguments"),
            ("math.isinf(walltime_sec, 1)", "it has too many arguments"),
            ("1 > 2", "reads nothing of the trial and never holds"),
            ("1 < 2", "reads nothing of the trial and always holds"),
            ("1 / 0 > 1", "reads nothing of the trial and always raises an exception"),
        ):
            self.assertIn(f"custom_patterns[0].match.condition: ", notes(condition), condition)
            self.assertIn(said, notes(condition))
        for condition in (
            "int(capture['code']) == 137", "capture['code'] + capture['msg'] == 'ab' or not capture['msg']", "capture['code'] < '5'",
            "math.isnan(float(capture['code'])) or len(capture) > 1", "exit_code + walltime_sec / 2 - peak_vram_mib // 3 > -1",
            "int(capture['code'], 16) > int() + float()", "(exit_code if walltime_sec else capture['code']) == 1", "capture",
        ):
            self.assertEqual(notes(condition), "", condition)
        path = self.recipe("x")
        path.write_text(path.read_text().replace('"on_match": "info"', '"required_for_pass": true'))
        self.assertIn(b"no trial can pass", run("check", path).stderr)

    def test_many_windows(self):
        log = b"".join(b"line %d\n" % i for i in range(20000))
        result = self.scan(self.recipe(r"line (?P<n>19999)", r"\Aline 1\d*\n"), log, "--window", 4096, "--overlap", 64)
        self.assertEqual(result["capture"], {"n": "19999"})
        self.assertEqual(result["bytes"], len(log))
        self.assertGreater(result["windows"], 50)


class Run(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def trial(self, *command, **fields):
        recipe = self.folder / "recipe.yaml"
        recipe.write_text(json.dumps({**TOP, **fields}))
        done = subprocess.run([PROGRAM, "probe", "run", "--recipe", recipe, "--output-format", "json", "--", *command],
                              cwd=self.folder, capture_output=True, timeout=60)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual(done.returncode, result["verdict"] == "fail")
        return result, self.folder / result["log_folder"]

    def test_output_is_kept_and_classified(self):
        patterns = [{"id": "both", "match": {"regex": "one\n\n(?P<e>two)"}, "on_match": "info"}]
        result, log = self.trial("sh", "-c", "echo two >&2; echo one", custom_patterns=patterns)
        self.assertEqual((result["verdict"], result["capture"]), ("pass", {"e": "two"}))
        self.assertEqual((log / "stdout.log").read_text(), "one\n")
        self.assertEqual((log / "stderr.log").read_text(), "two\n")

    def test_ends(self):
        for command, code, detector in ((["sh", "-c", "exit 3"], 3, "tier1:exit_nonzero"), (["sh", "-c", "kill -SEGV $$"], -11, "tier1:sigsegv"),
                                        (["sh", "-c", "kill -ABRT $$"], -6, "tier1:sigabrt"), (["./nothing-here"], 127, "tier1:exit_nonzero"),
                                        (["/dev/null"], 126, "tier1:exit_nonzero")):
            result, _ = self.trial(*command)
            self.assertEqual((result["exit_code"], result["failure_detectors_fired"][0]), (code, detector))

    def test_timeout_ends_the_group(self):
        began = time.monotonic()
        result, log = self.trial("sh", "-c", "sleep 1000 & echo $!; wait", timeout_per_trial=0.5)
        self.assertLess(time.monotonic() - began, 30)
        self.assertEqual((result["exit_code"], result["timed_out"], result["failure_detectors_fired"]), (-1, True, ["tier1:timeout"]))
        state = pathlib.Path("/proc", (log / "stdout.log").read_text().strip(), "stat")
        for _ in range(100):  # whoever inherits it has to reap it
            if not state.exists() or ") Z" in state.read_text():
                break
            time.sleep(0.05)
        else:
            self.fail("a process of the group lives on")

    def test_hang(self):
        result, _ = self.trial("sleep", "1000", timeout_per_trial=4, hang_window_sec=1, hang_grace_period_at_start=0)
        self.assertEqual(result["failure_detectors_fired"], ["tier1:timeout", "tier2:hang"])

    def test_core(self):
        result, _ = self.trial("sh", "-c", "touch core.1; exit 1")
        self.assertEqual(result["failure_detectors_fired"], ["tier1:exit_nonzero", "tier1:coredump"])


class Commands(unittest.TestCase):
    def test_list(self):
        text = run("list-patterns").stdout.decode()
        entries = json.loads(run("list-patterns", "--output-format", "json").stdout)
        self.assertEqual(len(entries), 7)
        for entry in entries:
            self.assertIn(entry["id"], text)
            self.assertIn(entry["regex"], text)

    def test_samples(self):
        """Each built-in pattern finds its own sample and nothing else does."""
        for entry in json.loads(run("list-patterns", "--output-format", "json").stdout):
            with tempfile.TemporaryDirectory() as folder:
                recipe = pathlib.Path(folder) / "r.yaml"
                recipe.write_text(json.dumps(TOP))
                done = run("scan", "-r", recipe, "-l", "-", "--exit-code", 0, "--walltime-sec", 1, "--output-format", "json",
                           data=entry["sample"].encode())
                self.assertEqual(json.loads(done.stdout)["failure_detectors_fired"], [entry["id"]])

    def test_usage(self):
        for words in (["scan"], ["scan", "--recipe", "x"], ["check"], ["nope"], [], ["check", "/no/such/file"],
                      ["scan", "-r", "/no/such", "-l", "-", "--exit-code", "0", "--walltime-sec", "1"],
                      ["scan", "-r", "r", "-l", "-", "--exit-code", "1.5", "--walltime-sec", "1"],
                      ["scan", "-r", "r", "-l", "-", "--exit-code", "1", "--walltime-sec", "soon"],
                      ["scan", "-r", "r", "-l", "-", "--exit-code", "1", "--walltime-sec", "1", "--window", "10", "--overlap", "6"]):
            done = run(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertTrue(done.stderr or words == [], words)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
