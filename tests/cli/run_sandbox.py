#!/usr/bin/env python3
"""The linter's sandbox: what the kernel refuses, and that no answer depends on it.

    run_sandbox.py PROGRAM INTRUDER_LIBRARY
"""

import ctypes
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from files import write  # noqa: E402
from kernel import FILTERS, LANDLOCK, hide  # noqa: E402

PROGRAM, INTRUDER = (os.path.abspath(word) for word in sys.argv[1:3])
# What an intruder does, by what keeps it from that when no report is written.
BY_PATHS = {"open", "write", "rename", "remove"}
BY_CALLS = {"own", "empty", "write", "rename", "remove", "socket", "fork", "exec", "trace", "signal", "code"}
CONFIG = '[project]\nname = "x"\ndependencies = ["inspect_ai"]\n[tool.inspect-evals-lint]\npreset = "multi-eval"\n'
BAD = "from inspect_ai.scorer._metric import Score\nimport missing_module\n"
METADATA = "Metadata-Version: 2.1\nName: missing-module\nVersion: 1\n"


def landlock_version():
    return ctypes.CDLL(None).syscall(LANDLOCK, None, 0, 1)


def has_landlock():
    return landlock_version() >= 1


def has_seccomp():
    return os.path.exists("/proc/sys/kernel/seccomp/actions_avail")


def lint(root, *arguments, without=(), **environment):
    command = [PROGRAM, "lint", "--root", root, "--all", "--output-format", "json", *arguments]
    return subprocess.run(command, capture_output=True, timeout=60, env=dict(os.environ, **environment), cwd=root,
                          preexec_fn=(lambda: hide(without)) if without else None)


class Sandbox(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.outside = os.path.join(os.path.realpath(folder.name), "outside")
        self.root = os.path.join(os.path.realpath(folder.name), "root")
        write(self.root, {"pyproject.toml": CONFIG, "src/one/__init__.py": BAD, "src/two/__init__.py": BAD})
        write(self.outside, {"secret": "secret\n"})

    def intrude(self, *arguments, without=()):
        write(self.root, {"spare": ""})
        done = lint(self.root, "--jobs", "2", *arguments, without=without, LD_PRELOAD=INTRUDER,
                    INTRUDE_FILE=os.path.join(self.outside, "secret"), INTRUDE_MADE=os.path.join(self.outside, "made"))
        lines = [line.split() for line in done.stderr.decode().splitlines() if line.startswith("intruder:")]
        answer = {deed: verdict for _, deed, verdict in lines}
        self.assertEqual(set(answer), {*BY_PATHS, *BY_CALLS, "make"}, done.stderr)
        return {deed for deed in answer if answer[deed] == "refused"}

    def test_without_it_the_intruder_gets_through(self):
        self.assertEqual(self.intrude("--no-sandbox"), set())

    @unittest.skipUnless(has_landlock(), "this kernel has no Landlock")
    def test_the_kernel_refuses_to_open_a_file_outside(self):
        self.assertIn("open", self.intrude())

    @unittest.skipUnless(has_landlock(), "this kernel has no Landlock")
    def test_the_kernel_refuses_to_write_beside_the_report(self):
        report = os.path.join(self.outside, "report")  # where the intruder makes a file, too
        self.assertLessEqual(BY_PATHS | BY_CALLS | {"make"}, self.intrude("--output", report))
        self.assertLessEqual(BY_PATHS | {"make"}, self.intrude("--output", report, without=[FILTERS]))
        self.assertEqual(sorted(os.listdir(self.outside)), ["report", "secret"])

    @unittest.skipUnless(has_seccomp(), "this kernel has no seccomp")
    def test_the_kernel_refuses_sockets_programs_other_processes_and_writing(self):
        self.assertLessEqual(BY_CALLS | {"make"}, self.intrude())

    @unittest.skipUnless(has_seccomp(), "this kernel has no seccomp")
    def test_calls_are_limited_on_a_kernel_without_landlock(self):
        refused = self.intrude(without=[LANDLOCK])
        self.assertEqual(refused, BY_CALLS | {"make", "write", "rename", "remove"})

    @unittest.skipUnless(has_landlock() and has_seccomp(), "this kernel has no Landlock")
    def test_paths_are_limited_on_a_kernel_without_filters(self):
        refused = self.intrude(without=[FILTERS])
        self.assertEqual(refused, BY_PATHS | {"make"} | ({"empty"} if landlock_version() >= 3 else set()))

    @unittest.skipUnless(has_landlock(), "this kernel has no Landlock")
    def test_a_path_that_cannot_be_opened_does_not_open_the_others(self):
        os.makedirs(os.path.join(self.root, ".venv"))
        os.symlink("lib", os.path.join(self.root, ".venv", "lib"))
        os.symlink("x" * 300, os.path.join(self.root, ".venv", "lib64"))
        self.assertIn("open", self.intrude())

    def test_what_is_limited_is_told(self):
        for without, landlock, seccomp in (([], has_landlock(), has_seccomp()), ([LANDLOCK], False, has_seccomp()),
                                           ([FILTERS], has_landlock(), False), ([LANDLOCK, FILTERS], False, False)):
            words = {(True, True): b"paths and system calls are limited", (True, False): b"paths are limited, system calls not",
                     (False, True): b"system calls are limited, paths not", (False, False): b"nothing is limited"}
            self.assertIn(b"sandbox: " + words[landlock, seccomp], lint(self.root, "--verbose", without=without).stderr)
        self.assertIn(b"sandbox: nothing is limited", lint(self.root, "-v", "--no-sandbox").stderr)

    @unittest.skipUnless(has_seccomp(), "this kernel has no seccomp")
    def test_it_works_on_a_kernel_without_either(self):
        without = [LANDLOCK, FILTERS]
        self.assertEqual(self.intrude(without=without), set())
        plain, done = lint(self.root), lint(self.root, without=without)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (plain.returncode, plain.stdout, plain.stderr))

    def check_same(self, *arguments, expect=b"", **environment):
        free = lint(self.root, "--no-sandbox", *arguments, **environment)
        done = lint(self.root, *arguments, **environment)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (free.returncode, free.stdout, free.stderr))
        self.assertIn(expect, done.stdout + done.stderr)
        self.assertNotIn(b"Permission denied", done.stdout + done.stderr)

    def test_links_out_of_the_repository_are_not_read(self):
        write(self.outside, {"linked.py": BAD, "package/__init__.py": BAD, "package/deep/more.py": BAD,
                             "README.md": "# T\n", "eval.yaml": "title: T\n", "uv.lock": 'version = 1\n',
                             "tests/test_x.py": "def test_x():\n    pass\n", "compose.yaml": "services: {a: {image: b}}\n", "ruff.toml": "["})
        source, tests = os.path.join(self.root, "src"), os.path.join(self.root, "tests")
        os.makedirs(os.path.join(source, "one", "sub"))
        os.makedirs(tests)
        for link, target in [("src/one/one.py", "linked.py"), ("src/one/sub/other.py", "linked.py"),
                             ("src/one/README.md", "README.md"), ("src/one/eval.yaml", "eval.yaml"),
                             ("src/one/sub/compose.yaml", "compose.yaml"), ("src/linked", "package"),
                             ("tests/one", "tests"), ("uv.lock", "uv.lock"), ("src/one/ruff.toml", "ruff.toml")]:
            os.symlink(os.path.join(self.outside, target), os.path.join(self.root, link))
        self.check_same()
        self.check_same("--preview", "--jobs", "3")
        done = lint(self.root, "--no-sandbox", "--preview")
        for said in (b"src/linked leads out", b"src/one/one.py: the link leads out", b"tests/one: the folder is outside",
                     b"uv.lock: leads out", b"src/one/ruff.toml leads out"):
            self.assertIn(said, done.stdout + done.stderr)
        self.assertNotIn(b"deep/more.py", done.stdout + done.stderr)
        names = {(found["file"], found["code"]) for package in json.loads(done.stdout)["packages"]
                 for found in package["diagnostics"]}
        self.assertIn(("src/one/one.py", "IESC002"), names)
        self.assertIn(("src/linked", "IEFS001"), names)

    def test_a_package_outside_fails_whatever_is_ignored(self):
        write(self.root, {"pyproject.toml": CONFIG + 'ignore = ["IEFS001"]\n'})
        os.symlink(self.outside, os.path.join(self.root, "src", "linked"))
        write(self.outside, {"__init__.py": ""})
        done = lint(self.root, "--select", "IESC")
        self.assertIn(b"src/linked leads out", done.stdout)
        self.assertEqual(done.returncode, 1)

    def test_a_source_root_outside_is_not_read(self):
        write(self.outside, {"evals/three/__init__.py": BAD})
        os.rename(os.path.join(self.root, "src"), os.path.join(self.outside, "moved"))
        os.symlink(os.path.join(self.outside, "moved"), os.path.join(self.root, "src"))
        self.check_same(expect=b"src/one leads out of the repository")
        write(self.root, {"pyproject.toml": CONFIG + 'source-root = "../outside/evals"\n'})
        self.check_same(expect=b"evals/three leads out of the repository")

    def test_a_repositorys_own_environment_leads_nowhere_else(self):
        site = os.path.join(self.root, ".venv/lib/python3.13/site-packages")
        write(self.outside, {"requires.txt": "password: hunter2\n", "PKG-INFO": "Name: leak\n",
                             "more/missing_module-1.dist-info/top_level.txt": "missing_module\n"})
        write(self.root, {"pyproject.toml": CONFIG.replace("inspect_ai", "leak"),
                          ".venv/lib/python3.13/site-packages/x.pth": f"/\n{self.outside}/more\n"})
        os.makedirs(os.path.join(site, "leak.egg-info"))
        os.symlink(os.path.join(self.outside, "more/missing_module-1.dist-info"), os.path.join(site, "other-1.dist-info"))
        for name in ("requires.txt", "PKG-INFO"):
            os.symlink(os.path.join(self.outside, name), os.path.join(site, "leak.egg-info", name))
        self.check_same("--select", "IECQ004", expect=b"leads out of the environment")
        self.assertNotIn(b"hunter2", lint(self.root, "--no-sandbox", "--select", "IECQ004").stderr)
        if has_landlock():
            self.assertIn("open", self.intrude())
        named = lint(self.root, "--select", "IECQ004", "--python", os.path.join(self.root, ".venv"))
        self.assertIn(b"hunter2", named.stderr)  # the user's word

    def test_no_text_of_a_file_outside_is_shown(self):
        config = os.path.join(self.root, "pyproject.toml")
        os.unlink(config)
        os.symlink(os.path.join(self.outside, "config"), config)
        for text, line in (("user = hunter2\n", 1), ("\n[hunter2\n", 2), ("a = 'hunter2\n", 1), ("hunter2 = 1\nhunter2 = 2\n", 2),
                           ("x = 1\nroot:hunter2:0:0\n", 2), ("-----BEGIN hunter2-----\n", 1), (CONFIG + "hunter2 = 1\n", 6),
                           (CONFIG + "source-root = ['hunter2']\n", 6), (CONFIG + "[tool.inspect-evals-lint.scorer]\nhunter2 = 1\n", None),
                           (CONFIG.replace("inspect_ai", "hunter2 password"), 3)):
            write(self.outside, {"config": text})
            done = lint(self.root, "--preview")
            self.assertNotIn(b"hunter2", done.stdout + done.stderr, text)
            self.assertIn(b"none of its text is shown" if line else b"", done.stderr)
            self.assertIn(b"pyproject.toml:%d:" % line if line else b"", done.stderr)
        write(self.outside, {"config": CONFIG})
        self.assertEqual(len(json.loads(lint(self.root).stdout)["packages"]), 2)
        site = "env/lib/python3.13/site-packages"
        write(self.outside, {f"{site}/inspect_ai-1.egg-info/requires.txt": "hunter2 password\n", "env/pyvenv.cfg": "hunter2\n"})
        os.symlink(os.path.join(self.outside, "env"), os.path.join(self.root, ".venv"))
        done = lint(self.root, "--preview")
        self.assertNotIn(b"hunter2", done.stdout + done.stderr)
        self.assertIn(b"requires.txt:1: this is no valid requirement", done.stderr)

    def test_environments_outside_are_read_all_the_same(self):
        site = "env/lib/python3.13/site-packages"
        write(self.outside, {
            "env/pyvenv.cfg": "version = 3.13.1\n",
            f"{site}/more.pth": os.path.join(self.outside, "more") + "\n",
            "more/missing_module-1.dist-info/METADATA": METADATA,
            "more/missing_module-1.dist-info/top_level.txt": "missing_module\n",
            "cache/inspect_ai/METADATA": "Metadata-Version: 2.1\nName: inspect-ai\nVersion: 1\nRequires-Dist: missing-module\n",
            "env/bin/python": "",
        })
        link = os.path.join(self.outside, site, "inspect_ai-1.dist-info")
        os.makedirs(link)
        os.symlink(os.path.join(self.outside, "cache/inspect_ai/METADATA"), os.path.join(link, "METADATA"))
        environment = os.path.join(self.outside, "env")
        self.check_same("--python", environment)
        self.check_same("--python", os.path.join(environment, "bin", "python"))
        self.check_same(VIRTUAL_ENV=environment)
        os.symlink(environment, os.path.join(self.root, ".venv"))
        self.check_same()

    def test_other_encodings_are_read_all_the_same(self):
        for encoding in ("latin-1", "cp1252", "shift_jis", "gb18030", "utf-7"):
            with open(os.path.join(self.root, "src/one", "e.py"), "wb") as stream:
                stream.write(f"# -*- coding: {encoding} -*-\nx = 1\n".encode())
            self.check_same()

    def test_long_documents_pass_through_a_temporary_file(self):
        write(self.root, {f"src/more_{i}/__init__.py": BAD for i in range(200)})
        free = lint(self.root, "--no-sandbox", TMPDIR=os.path.join(self.root, "nowhere"))  # all of it in memory
        self.assertGreater(len(free.stdout), 2 << 20)
        os.mkdir(os.path.join(self.outside, "temporary"))
        for arguments in ([], ["--no-sandbox"], ["--jobs", "1"]):
            done = lint(self.root, *arguments, TMPDIR=os.path.join(self.outside, "temporary"))
            self.assertEqual((done.returncode, done.stdout, done.stderr), (free.returncode, free.stdout, free.stderr))
        self.assertEqual(os.listdir(os.path.join(self.outside, "temporary")), [])

    def test_reports_and_summaries_are_written_all_the_same(self):
        report = os.path.join(self.outside, "report")
        summary = os.path.join(self.outside, "summary.md")
        done = lint(self.root, "--output", report)
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        with open(report, "rb") as stream:
            self.assertEqual(stream.read(), lint(self.root).stdout)
        done = lint(self.root, "--output-format", "github", GITHUB_STEP_SUMMARY=summary)
        self.assertEqual(done.returncode, 1)
        with open(summary, "rb") as stream:
            self.assertIn(b"inspect-evals-lint", stream.read())
        self.assertEqual(lint(self.root, "--output", "/dev/null").returncode, 1)
        link = os.path.join(self.outside, "null")
        os.symlink("/dev/null", link)
        self.assertEqual(lint(self.root, "--output", link).returncode, 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
