#!/usr/bin/env python3
"""Streams that refuse or close, files that change while they are read, and interrupts.

    run_streams.py PROGRAM
"""

import json
import os
import pty
import random
import resource
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from run_faults import commands, write_tree  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
MEGABYTE = "".join(f"def function_{i}(a, b):\n    return [a, b, {i}]\n\n\n" for i in range(20000))


def many_packages(root, count):
    """Each package holds the same large file, which takes room on the disk once."""
    write_tree(root)
    first = os.path.join(root, "src", "one", "large.py")
    with open(first, "w", encoding="ascii") as stream:
        stream.write(MEGABYTE)
    for number in range(count):
        folder = os.path.join(root, "src", f"package_{number}")
        os.makedirs(folder)
        open(os.path.join(folder, "__init__.py"), "wb").close()
        os.link(first, os.path.join(folder, "large.py"))


class Streams(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name

    def each_command(self, **options):
        write_tree(self.root)
        for name, arguments, _ in commands(self.root):
            plain = subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=30, cwd=self.root)
            if plain.stdout:
                done = subprocess.run([PROGRAM, *arguments], stderr=subprocess.PIPE, timeout=30, cwd=self.root, **options)
                yield name, done

    def test_a_full_output_is_an_error(self):
        with open("/dev/full", "wb") as full:
            for name, done in self.each_command(stdout=full):
                self.assertEqual(done.returncode, 2, name)
                self.assertIn(b"cannot be written: No space left", done.stderr, name)
        lint = [PROGRAM, "lint", "--root", self.root, "--all", "--output", "/dev/full"]
        done = subprocess.run(lint, capture_output=True, timeout=30)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"cannot be written", done.stderr)

    def test_a_closed_pipe_is_an_error(self):
        receive, send = os.pipe()
        os.close(receive)
        for name, done in self.each_command(stdout=send):
            self.assertEqual(done.returncode, 2, name)
            self.assertIn(b"Broken pipe", done.stderr, name)
        os.close(send)

    def test_a_closed_output_is_an_error(self):
        for name, done in self.each_command(preexec_fn=lambda: os.close(1)):
            self.assertEqual(done.returncode, 2, name)
            self.assertIn(b"cannot be written", done.stderr, name)

    def test_a_closed_input_is_an_error(self):
        for words in (["ast", "-"], ["condition", "eval", "--batch", "-"],
                      ["probe", "scan", "--recipe", "recipe.yaml", "--log", "-", "--exit-code", "0", "--walltime-sec", "1"]):
            write_tree(self.root)
            done = subprocess.run([PROGRAM, *words], capture_output=True, timeout=30, cwd=self.root, preexec_fn=lambda: os.close(0))
            self.assertEqual((done.returncode, done.stdout), (2, b""), words)
            self.assertIn(b"Bad file descriptor", done.stderr)

    def test_a_file_that_may_not_grow_is_an_error(self):
        write_tree(self.root)
        before = os.listdir(self.root)
        lint = [PROGRAM, "lint", "--root", self.root, "--all", "--output", os.path.join(self.root, "report")]
        done = subprocess.run(lint, capture_output=True, timeout=30,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"File too large", done.stderr)
        self.assertEqual(os.listdir(self.root), before)

    def test_what_is_said_never_goes_into_a_file(self):
        write_tree(self.root)
        summary = os.path.join(self.root, "summary")
        lint = [PROGRAM, "lint", "--root", self.root, "--all", "--python", self.root, "--output-format", "github"]
        for closed in ((0,), (2,), (0, 1, 2)):
            subprocess.run(lint, timeout=30, stdout=subprocess.DEVNULL, env=dict(os.environ, GITHUB_STEP_SUMMARY=summary),
                           preexec_fn=lambda: [os.close(stream) for stream in closed])
            with open(summary, "rb") as stream:
                self.assertNotIn(b"note:", stream.read())
            os.unlink(summary)

    def test_files_may_vanish_shrink_and_grow(self):
        write_tree(self.root)
        ended = threading.Event()
        path = os.path.join(self.root, "src", "one", "one.py")
        content = "x = 1\n" * 20000

        def disturb():
            choice = random.Random(1)
            while not ended.is_set():
                size = choice.choice((0, 1, 5000, len(content)))
                with open(path, "w", encoding="ascii") as stream:
                    stream.write(content[:size])
                if choice.random() < 0.5:
                    os.unlink(path)

        thread = threading.Thread(target=disturb)
        thread.start()
        try:
            for _ in range(60):
                done = subprocess.run([PROGRAM, "lint", "--root", self.root, "--all", "--output-format", "json"],
                                      capture_output=True, timeout=30)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertEqual(len(json.loads(done.stdout)["packages"]), 2)
        finally:
            ended.set()
            thread.join()

    def test_an_interrupt_leaves_a_clean_terminal(self):
        many_packages(self.root, 400)
        for number in (signal.SIGINT, signal.SIGTERM):
            terminal, stream = pty.openpty()
            lint = [PROGRAM, "lint", "--root", self.root, "--all", "--jobs", "2"]
            process = subprocess.Popen(lint, stdout=subprocess.DEVNULL, stderr=stream)
            os.close(stream)
            shown = b""
            while b"packages" not in shown:
                self.assertTrue(select.select([terminal], [], [], 60)[0], "no progress is shown")
                shown += os.read(terminal, 4096)
            process.send_signal(number)
            start = time.monotonic()
            self.assertEqual(process.wait(timeout=60), -number)
            self.assertLess(time.monotonic() - start, 10)
            while select.select([terminal], [], [], 0.2)[0]:
                try:
                    shown += os.read(terminal, 4096)
                except OSError:
                    break
            os.close(terminal)
            self.assertTrue(shown.endswith(b"\r\x1b[K"), shown[-80:])

    def test_an_interrupt_leaves_no_half_report(self):
        write_tree(self.root)
        report = os.path.join(self.root, "report.json")
        choice = random.Random(2)
        before = set(os.listdir(self.root))
        for _ in range(60):
            process = subprocess.Popen([PROGRAM, "lint", "--root", self.root, "--all", "--output-format", "json",
                                        "--output", report], stderr=subprocess.DEVNULL)
            time.sleep(choice.random() * 0.02)
            process.send_signal(signal.SIGINT)
            process.wait(timeout=30)
            self.assertLessEqual(set(os.listdir(self.root)) - before, {"report.json"})
            if os.path.exists(report):
                with open(report, "rb") as stream:
                    json.load(stream)
                os.unlink(report)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
