#!/usr/bin/env python3
"""The lint command beside its report: output files, jobs, its second name, broken pipes.

    run_command.py PROGRAM SOURCE_FOLDER
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SOURCE = (os.path.abspath(word) for word in sys.argv[1:3])
EXAMPLE = os.path.join(SOURCE, "examples", "evaluations")


def lint(*arguments, program=(PROGRAM, "lint"), **options):
    command = [*program, *arguments]
    return subprocess.run(command, capture_output=True, timeout=60, stdin=subprocess.DEVNULL, **options)


class Command(unittest.TestCase):
    def test_the_example_shows_findings(self):
        done = lint("--root", EXAMPLE, "--all", "--output-format", "json")
        self.assertEqual(done.returncode, 1)
        packages = {package["name"]: package for package in json.loads(done.stdout)["packages"]}
        self.assertEqual(list(packages), ["river_maps", "word_ladder", "utils"])
        self.assertTrue(packages["word_ladder"]["passed"] and packages["utils"]["passed"])
        self.assertGreater(len(packages["river_maps"]["diagnostics"]), 10)

    def test_any_number_of_jobs_gives_the_same_bytes(self):
        reports = [lint("--root", EXAMPLE, "--all", "--jobs", jobs).stdout for jobs in ("1", "2", "7")]
        self.assertEqual(len(set(reports)), 1)
        self.assertEqual(lint("--root", EXAMPLE, "--all", "--jobs", "none").returncode, 2)

    def test_threads_that_help_with_a_package_change_nothing(self):
        body = "from inspect_ai import task\n@task\ndef t%d():\n    return Task(dataset=[Sample(input='x')])\n"
        with tempfile.TemporaryDirectory() as folder:
            package = os.path.join(folder, "src", "many")
            os.makedirs(package)
            with open(os.path.join(folder, "pyproject.toml"), "w", encoding="ascii") as stream:
                stream.write('[tool.inspect-evals-lint]\npreset = "multi-eval"\n')
            for i in range(300):
                with open(os.path.join(package, f"part_{i}.py" if i else "__init__.py"), "w", encoding="ascii") as stream:
                    stream.write("def broken(:\n" if i % 50 == 7 else body % i)
            os.symlink("part_1.py", os.path.join(package, "linked.py"))
            os.symlink("/etc/hostname", os.path.join(package, "outside.py"))
            os.mkfifo(os.path.join(package, "pipe.py"))
            for form in ("json", "text", "sarif"):
                command = ("--root", folder, "--all", "--preview", "--output-format", form, "--jobs")
                reports = {(done.stdout, done.stderr) for jobs in ("1", "2", "16") for done in [lint(*command, jobs)]}
                self.assertEqual(len(reports), 1)
                self.assertIn(b"part_299.py", reports.pop()[0])

    def test_output_goes_to_a_file_as_a_whole_or_not_at_all(self):
        wanted = lint("--root", EXAMPLE, "--all", "--output-format", "json").stdout
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "report.json")
            with open(path, "w", encoding="ascii") as stream:
                stream.write("old")
            done = lint("--root", EXAMPLE, "--all", "--output-format", "json", "--output", path)
            self.assertEqual((done.returncode, done.stdout), (1, b""))
            with open(path, "rb") as stream:
                self.assertEqual(stream.read(), wanted)
            self.assertEqual(os.listdir(folder), ["report.json"])
            done = lint("--root", EXAMPLE, "--all", "--output", os.path.join(folder, "no", "report"))
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertIn(b"No such file", done.stderr)
            self.assertEqual(os.listdir(folder), ["report.json"])

    def test_what_is_wrong_with_dependencies_is_told_once(self):
        files = {
            "pyproject.toml": '[project]\ndependencies = [\n"a b"]\n[tool.inspect-evals-lint]\n',
            "uv.lock": "version = 9\n",
            "env/lib/python3.13/site-packages/x-1.dist-info/RECORD": '"open,,\n',
            "src/one/__init__.py": "import a\n",
            "src/two/__init__.py": "import a\n",
        }
        with tempfile.TemporaryDirectory() as root:
            for name, content in files.items():
                path = os.path.join(root, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as stream:
                    stream.write(content)
            arguments = ("--root", root, "--all", "--select", "IECQ004", "--python")
            done = lint(*arguments, os.path.join(root, "env"))
            self.assertEqual(done.returncode, 0)
            for place in (b"pyproject.toml:3:", b"uv.lock:1:", b"x-1.dist-info/RECORD:1:"):
                self.assertEqual(done.stderr.count(place), 1, done.stderr)
            done = lint(*arguments, os.path.join(root, "src"))
            self.assertEqual(done.returncode, 0)
            self.assertIn(b"no site-packages", done.stderr)
            done = lint(*arguments, os.path.join(root, "absent"), "--python", os.path.join(root, "env"))
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertIn(b"absent", done.stderr)

    def test_preview_rules_are_in_force_only_in_preview(self):
        listed = {rule["code"] for rule in json.loads(lint("--list-rules", "--output-format", "json").stdout)}
        rules = json.loads(lint("--list-rules", "--preview", "--output-format", "json").stdout)
        self.assertEqual({rule["code"] for rule in rules if not rule["preview"]}, listed)
        arguments = ("--root", EXAMPLE, "--all", "--select", "IEFS007,IEFS001", "--output-format", "json")
        done = lint(*arguments)
        self.assertEqual((done.returncode, json.loads(done.stdout)["schema_version"]), (0, 2))
        self.assertIn(b"'IEFS007' selects only preview rules", done.stderr)
        done = lint("--preview", *arguments)
        self.assertEqual(json.loads(done.stdout)["schema_version"], 3)
        self.assertNotIn(b"IEFS007", done.stderr)

    def test_it_answers_to_the_other_name(self):
        with tempfile.TemporaryDirectory() as folder:
            link = os.path.join(folder, "inspect-evals-lint")
            os.symlink(PROGRAM, link)
            done = lint("--root", EXAMPLE, "word_ladder", program=(link,))
            self.assertEqual(done.returncode, 0)
            self.assertIn(b"inspect-evals-lint", lint("--help", program=(link,)).stdout)
            self.assertIn(b"inspect-evals-lint: error", lint(program=(link,)).stderr)

    def test_every_listed_rule_has_a_page(self):
        rules = json.loads(lint("--list-rules", "--output-format", "json").stdout)
        text = lint("--list-rules").stdout.decode()
        self.assertTrue(rules)
        for rule in rules:
            self.assertIn(f"{rule['code']}  {rule['name']}", text)
            for word in (rule["code"], rule["name"]):
                page = lint("--explain", word).stdout.decode()
                self.assertTrue(page.startswith(f"# {rule['code']}: {rule['name']}\n"), rule["code"])

    def test_too_many_findings_are_counted_and_not_listed(self):
        with tempfile.TemporaryDirectory() as root:
            package = os.path.join(root, "src", "my_eval")
            os.makedirs(package)
            with open(os.path.join(root, "pyproject.toml"), "w", encoding="ascii") as stream:
                stream.write('[tool.inspect-evals-lint]\npreset = "multi-eval"\n')
            with open(os.path.join(package, "__init__.py"), "w", encoding="ascii") as stream:
                stream.write("rows = [" + "Sample(), " * 20003 + "]\n")
            done = lint("--all", "--select", "IEBP003", "--output-format", "json", cwd=root)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(json.loads(done.stdout)["summary"]["fail"], 20000)
            self.assertIn(b"3 more are not listed", done.stderr)

    def test_a_reader_that_leaves_is_an_error(self):
        read, write = os.pipe()
        os.close(read)
        try:
            done = subprocess.run(
                [PROGRAM, "lint", "--root", EXAMPLE, "--all"], stdout=write, stderr=subprocess.PIPE, timeout=60
            )
        finally:
            os.close(write)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"standard output", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
