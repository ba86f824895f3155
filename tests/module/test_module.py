#!/usr/bin/env python3
"""The Python packages as they are installed; run by tools/test-wheel with the Python that has them."""

import dataclasses
import gzip
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import inspect_evals_lint as lint
from cordon import condition, probe
from inspect_evals_lint.render import render_markdown

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "evaluations"

DOCUMENTED = """
from pathlib import Path
from inspect_evals_lint import lint_repository, load_config

root = Path(".")
run = lint_repository(root, load_config(root))      # RunReport: every evaluation and helper package
for package in run.packages:
    print(package.name, package.kind, package.passed(), package.summary())
    for d in package.diagnostics:
        print(f"  {d.rule.code} {d.location}: {d.message}")
"""

RECIPE = r"""
schema_version: 1
mode: probe
trials: 1
mitigation_axis: [none]
diagnostic_axis: [none]
custom_patterns:
  - id: slow-bus
    match:
      regex: 'busbw (?P<bw>\d+(?:\.\d+)?) GB/s'
      condition: "float(capture['bw']) < 100"
    on_match: warn
  - id: finished
    match: {regex: '(?m)^training finished$'}
    on_match: info
"""


def run_python(source, folder=EXAMPLE):
    done = subprocess.run([sys.executable, "-I", "-c", source], cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


class Examples(unittest.TestCase):
    def test_the_documented_one(self):
        code, printed, errors = run_python(DOCUMENTED)
        self.assertEqual((code, errors), (0, ""))
        self.assertRegex(printed, r"(?m)^river_maps eval False \{'pass': \d+, 'fail': \d+, ")
        self.assertRegex(printed, r"(?m)^  IESC002 src/river_maps/river_maps.py:\d+:\d+: .")


class Lint(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.config = lint.load_config(EXAMPLE)
        cls.run_report = lint.lint_repository(EXAMPLE, cls.config)

    def test_one_package_is_as_in_the_run(self):
        for package in self.run_report.packages:
            self.assertEqual(lint.lint_package(EXAMPLE, package.name, self.config), package)

    def test_no_page_is_in_a_representation(self):
        page = next(rule.doc for rule in lint.rules() if rule.doc)
        self.assertIn("## What it does", page)
        self.assertNotIn("## What it does", repr(self.run_report))

    def test_a_report_outlives_its_configuration(self):
        names = [package["name"] for package in lint.lint_repository(EXAMPLE).to_dict()["packages"]]
        self.assertEqual(names, [package.name for package in self.run_report.packages])

    def test_places(self):
        finding = next(item for item in self.run_report.packages[0].diagnostics if item.line and item.column)
        self.assertEqual(finding.location, f"{finding.file}:{finding.line}:{finding.column}")
        self.assertTrue(finding.file.is_file())
        self.assertIsInstance(finding.location, str)
        self.assertEqual(pickle.loads(pickle.dumps(finding.location)).line, finding.line)

    def test_code_of_several_lines_has_an_end(self):
        with tempfile.TemporaryDirectory() as folder:
            package = pathlib.Path(folder, "src", "a")
            package.mkdir(parents=True)
            (package / "__init__.py").write_text("", "utf-8")
            (package / "a.py").write_text("Sample(\n    'x',\n)\nSample('y')\n", "utf-8")
            found = lint.lint_package(folder, "a", check="sample_ids").diagnostics
        self.assertEqual([(item.line, item.end_line) for item in found], [(1, 3), (4, None)])

    def test_a_finding_of_data_flow_tells_its_steps(self):
        traces = [item.trace for package in self.run_report.packages for item in package.diagnostics if item.trace]
        self.assertTrue(traces)
        self.assertTrue(all(step.text and step.location.line for trace in traces for step in trace))

    def test_scores_are_those_of_the_document(self):
        document = self.run_report.to_dict()
        self.assertEqual(document["score"], self.run_report.score().to_dict())
        for package, written in zip(self.run_report.packages, document["packages"]):
            self.assertEqual(written["score"], package.score().to_dict())
            self.assertEqual(written["summary"], package.summary())
        self.assertEqual(document["passed"], self.run_report.passed())

    def test_a_changed_configuration_is_used(self):
        config = dataclasses.replace(
            self.config,
            select=("IEBP", "IESC002"),
            ignore=("IEBP003",),
            per_file_ignores=(('src/**/"odd\\name\x7f', ("IEBP",)),),
            allowlists={"sandbox_image_pinning": frozenset({("river_maps", "no/such:image")})},
            rule_options={"dockerfile_locking": {"host_lock_coupling": "warn"}},
        )
        run = lint.lint_repository(EXAMPLE, config)
        codes = {code for package in run.packages for code in (entry.rule.code for entry in package.rule_statuses())}
        self.assertTrue(codes)
        self.assertTrue(all(code.startswith(("IEBP", "IESC002")) and code != "IEBP003" for code in codes))
        self.assertIn("no/such:image", str([d.message for d in run.packages[0].diagnostics if d.rule.code == "IEBP005"]))

    def test_presets(self):
        self.assertEqual(list(lint.PRESETS), ["multi-eval", "monorepo", "single-eval"])
        self.assertEqual(lint.PRESETS[lint.DEFAULT_PRESET], lint.LintConfig())
        with self.assertWarns(DeprecationWarning):
            self.assertEqual(lint.PRESETS["register"], lint.REGISTER_CONFIG)
        with self.assertRaises(KeyError):
            lint.PRESETS["no-such-preset"]
        self.assertEqual(lint.infer_preset(EXAMPLE, {"source-root": "src"})[0], "multi-eval")

    def test_a_wrong_configuration_has_a_place(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "pyproject.toml")
            path.write_text('[tool.inspect-evals-lint]\nsource-rot = "x"\n', "utf-8")
            with self.assertRaises(lint.ConfigError) as caught:
                lint.load_config(folder)
        self.assertEqual((caught.exception.line, caught.exception.column), (2, 1))
        self.assertIn("source-root", str(caught.exception))
        with self.assertRaises(ValueError):
            lint.lint_package(EXAMPLE, "river_maps", check="no_such_rule")

    def test_task_files(self):
        task = "src/river_maps/river_maps.py"
        self.assertEqual(lint.task_layout(EXAMPLE, task), ("river_maps", "src", ""))
        run = lint.lint_task_files(EXAMPLE, [task, pathlib.Path("src/river_maps/__init__.py")])
        self.assertEqual([package.name for package in run.packages], ["river_maps"])
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "bare.py").touch()
            for path in ("bare.py", "missing.py", "../outside.py", "."):
                with self.assertRaises(lint.UnsupportedLayoutError):
                    lint.lint_task_files(folder, [path])

    def test_markdown(self):
        asked = []

        def source_link(path, line):
            asked.append((path, line))
            return f"https://example.org/{path}"

        text = render_markdown(self.run_report, source_link=source_link, docs_base="https://docs.example.org")
        self.assertIn("(https://example.org/src/river_maps/eval.yaml)", text)
        self.assertIn("(https://docs.example.org/IESC002/)", text)
        self.assertIn(("src/river_maps/eval.yaml", None), asked)
        with self.assertRaises(ZeroDivisionError):
            render_markdown(self.run_report, source_link=lambda path, line: 1 / 0)
        for wrong in (3, "\ud800"):
            with self.assertRaises((TypeError, ValueError)):
                render_markdown(self.run_report, source_link=lambda path, line: wrong)

    def test_every_format(self):
        for name in ("text", "concise", "json", "github", "markdown", "sarif", "junit", "gitlab"):
            self.assertTrue(self.run_report.render(name))
        with self.assertRaises(ValueError) as caught:
            self.run_report.render("jsn")
        self.assertRegex(str(caught.exception), "^there is no output format 'jsn'; .*; did you mean 'json'\\?$")

    def test_a_text_is_no_list(self):
        for call, words in (
            (lambda: lint.lint_repository(EXAMPLE, names="river_maps"), r"names must be a list, .*\['river_maps'\]"),
            (lambda: lint.lint_task_files(EXAMPLE, "src/river_maps/river_maps.py"), "task_paths must be a list"),
            (lambda: lint.task_layouts(EXAMPLE, pathlib.Path("src/river_maps/river_maps.py")), "task_paths must be a list"),
            (lambda: lint.lint_repository(EXAMPLE, names=[None]), "str, bytes or os.PathLike"),
        ):
            with self.assertRaisesRegex(TypeError, words):
                call()
        self.assertEqual(len(lint.lint_repository(EXAMPLE, names=iter(["river_maps"])).packages), 1)

    def test_rules(self):
        for rule in lint.rules():
            self.assertIs(lint.get_rule(rule.code), rule)
            self.assertIs(lint.get_rule(rule.name), rule)
            self.assertTrue(rule.applies_to("eval"))
            self.assertIn(rule.code, rule.doc)
        self.assertIsNone(lint.get_rule("no_such_rule"))
        self.assertEqual(lint.rule_names(), sorted(rule.name for rule in lint.rules()))
        self.assertTrue(lint.get_rule("IEBP002").references)

    def test_many_threads(self):
        found = []
        threads = [threading.Thread(target=lambda: found.append(lint.lint_repository(EXAMPLE, self.config).summary()))
                   for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [self.run_report.summary()] * 4)

    def test_names_that_are_no_text(self):
        with tempfile.TemporaryDirectory() as folder:
            name = os.fsdecode(b"ev\xff")
            package = pathlib.Path(folder, "src", name)
            package.mkdir(parents=True)
            (package / "__init__.py").write_text("def f(:\n", "utf-8")
            self.assertTrue(lint.lint_repository(folder).packages[0].diagnostics)
            self.assertTrue(lint.lint_package(folder, name).diagnostics)
            with self.assertRaises(ValueError):
                lint.lint_package(folder, "a\0b")


class LongRuns(unittest.TestCase):
    """Many packages that take long: links to one that has much code."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name)
        package = cls.root / "src" / "a0"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("", "utf-8")
        (package / "code.py").write_text("def f(x):\n    return [g(x, y) for y in x if y]\n" * 5000, "utf-8")
        for number in range(1, 150):
            (cls.root / "src" / f"a{number}").symlink_to("a0")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_an_interrupt_ends_the_run(self):
        begin = time.monotonic()
        lint.lint_repository(self.root)
        whole = time.monotonic() - begin
        signal.signal(signal.SIGALRM, signal.default_int_handler)  # what SIGINT does
        signal.setitimer(signal.ITIMER_REAL, whole / 10)
        begin = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            lint.lint_repository(self.root)
        self.assertLess(time.monotonic() - begin, whole * 0.7)
        self.assertTrue(lint.lint_package(self.root, "a1").rules_run())

    def test_other_threads_run_meanwhile(self):
        thread = threading.Thread(target=lint.lint_repository, args=(self.root,))
        thread.start()
        turns = 0
        while thread.is_alive():
            turns += 1
        self.assertGreater(turns, 10000)

    def test_another_interpreter_may_lint(self):
        use = f"import inspect_evals_lint as lint; assert lint.lint_repository({str(EXAMPLE)!r}).packages"
        code, printed, errors = run_python(f"""
import sys
try:
    import _interpreters
    made = _interpreters.create("legacy")
    run = _interpreters.exec
except ImportError:
    import _xxsubinterpreters as _interpreters
    made = _interpreters.create(isolated=False)
    run = _interpreters.run_string
for _ in range(2):
    print(run(made, {use!r}))
_interpreters.destroy(made)
exec({use!r})
""")
        self.assertEqual((code, printed, errors), (0, "None\nNone\n", ""))


class Condition(unittest.TestCase):
    def test_evaluation(self):
        compiled = condition.compile(" int(capture['code']) == 137 and walltime_sec > 60 ")
        self.assertEqual(compiled.text, "int(capture['code']) == 137 and walltime_sec > 60")
        self.assertIs(compiled.evaluate({"code": "137"}, exit_code=1, walltime_sec=61.5), True)
        self.assertIs(compiled.evaluate({"code": "1"}), False)
        self.assertEqual(compiled.explain({}).exception, "KeyError")
        self.assertEqual(condition.compile("peak_vram_mib + exit_code").explain(exit_code=-3, peak_vram_mib=3), (False, None, None))

    def test_refusal(self):
        with self.assertRaises(condition.ConditionError) as caught:
            condition.compile("(exit_code == 0 and\n __import__('os'))")
        self.assertEqual(caught.exception.line, 2)
        self.assertTrue(caught.exception.reason)
        for wrong in ("", "\ud800", "a" * 100000, "(" * 10000):
            with self.assertRaises(ValueError):
                condition.compile(wrong)

    def test_facts_of_a_wrong_type(self):
        compiled = condition.compile("capture['x'] == 'a'")
        for captures in ({"x": 3}, {3: "x"}, {"x": None}):
            with self.assertRaises(TypeError):
                compiled.evaluate(captures)
        with self.assertRaises(OverflowError):
            compiled.evaluate({"x": "a"}, exit_code=1 << 80)
        self.assertTrue(compiled.evaluate({str(i): "b" for i in range(100)} | {"x": "a"}))


class Probe(unittest.TestCase):
    def setUp(self):
        self.recipe = probe.Recipe(RECIPE)

    def test_scan_of_text(self):
        self.assertEqual(self.recipe.detectors, ("custom:slow-bus", "custom:finished"))
        result = self.recipe.scan_text("busbw 12.5 GB/s\ntraining finished\n", exit_code=0, walltime_sec=3)
        self.assertEqual((result.verdict, result.failed, result.warnings), ("pass", False, ("custom:slow-bus",)))
        self.assertEqual(result.custom_fired, ("custom:slow-bus", "custom:finished"))
        self.assertEqual(result.captures, {"bw": "12.5"})
        self.assertEqual(result.to_dict()["verdict"], "pass")
        self.assertTrue(self.recipe.scan_text(b"", exit_code=1).failed)
        self.assertEqual(self.recipe.scan_text("busbw 900 GB/s\n", exit_code=0).unmet, ("custom:slow-bus",))

    def test_warnings_of_a_recipe(self):
        self.assertEqual(self.recipe.warnings, ())
        (warning,) = probe.Recipe(RECIPE.replace("['bw']", "['bus']"), "bad.yaml").warnings
        self.assertIn("the regex has no group 'bus'", warning)
        self.assertTrue(warning.startswith("bad.yaml:11:"))

    def test_scan_of_files(self):
        line = b"x" * 100 + b"\nTraceback (most recent call last):\n"
        with tempfile.TemporaryDirectory() as folder:
            plain, packed, damaged = (pathlib.Path(folder, name) for name in ("log", "log.gz", "damaged.gz"))
            plain.write_bytes(line)
            packed.write_bytes(gzip.compress(line))
            damaged.write_bytes(gzip.compress(line)[:-9])
            for path in (plain, str(packed)):
                self.assertEqual(self.recipe.scan(path, exit_code=0).failures, ("tier4:python_traceback",))
            with open(plain, "rb") as stream:
                self.assertTrue(self.recipe.scan(stream.fileno(), exit_code=0).failed)
            with self.assertRaises(probe.LogError):
                self.recipe.scan(damaged, exit_code=0)
            with self.assertRaises(OSError):
                self.recipe.scan(folder, exit_code=0)
            with self.assertRaises(FileNotFoundError):
                self.recipe.scan(pathlib.Path(folder, "missing"), exit_code=0)

    def test_an_interrupt_ends_a_scan(self):
        reading, writing = os.pipe()
        before = signal.signal(signal.SIGALRM, signal.default_int_handler)  # what SIGINT does
        begin = time.monotonic()
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with self.assertRaises(KeyboardInterrupt):
                self.recipe.scan(reading, exit_code=0)  # nothing ever comes
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with open("/dev/zero", "rb", buffering=0) as endless, self.assertRaises(KeyboardInterrupt):
                self.recipe.scan(endless.fileno(), exit_code=0)
        finally:
            signal.signal(signal.SIGALRM, before)
            os.close(reading)
            os.close(writing)
        self.assertLess(time.monotonic() - begin, 10)
        self.assertFalse(self.recipe.scan_text("fine", exit_code=0).failed)

    def test_wrong_arguments(self):
        for wrong in ({"exit_code": 1 << 70}, {"exit_code": 0, "peak_vram_mib": -1}):
            with self.assertRaises((OverflowError, ValueError)):
                self.recipe.scan_text("", **wrong)
        with self.assertRaises((ValueError, OSError)):
            self.recipe.scan(-1, exit_code=0)

    def test_refused_recipes(self):
        with self.assertRaises(probe.RecipeError) as caught:
            probe.Recipe(RECIPE.replace("float(", "open("), "bad.yaml")
        self.assertEqual((caught.exception.file, caught.exception.line), ("bad.yaml", 11))
        self.assertIn("custom_patterns[0].match.condition", str(caught.exception))
        for wrong in ("", "a: [", b"\xff\xfe", "- " * 5000):
            with self.assertRaises(probe.RecipeError):
                probe.Recipe(wrong)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "recipe.yaml")
            path.write_text(RECIPE, "utf-8")
            self.assertEqual(probe.read_recipe(path).detectors, self.recipe.detectors)

    def test_builtin_patterns_find_their_samples(self):
        for pattern in probe.BUILTIN_PATTERNS:
            self.assertIn(pattern.id, self.recipe.scan_text(pattern.sample, exit_code=0).failures)


if __name__ == "__main__":
    unittest.main()
