#!/usr/bin/env python3
"""Links in a repository and in its environment: with the sandbox and without it the answer is the same.

    run_links.py PROGRAM

Each arrangement moves one part of a tree and puts a link to it in its place.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

from files import write

PROGRAM = os.path.abspath(sys.argv[1])
SITE = "lib/python3.13/site-packages"
ENVIRONMENT = {
    "pyvenv.cfg": "version = 3.13.1\n",
    "bin/python": "",
    f"{SITE}/one-1.dist-info/METADATA": "Name: one\nRequires-Dist: two\nRequires-Dist: three\nRequires-Dist: four\nRequires-Dist: six\n",
    f"{SITE}/two-1.dist-info/METADATA": "Name: two\n",
    f"{SITE}/two-1.dist-info/top_level.txt": "second\n",
    f"{SITE}/three-1.dist-info/METADATA": "Name: three\nRequires-Dist: seven\nRequires-Dist: eight\n",
    f"{SITE}/three-1.dist-info/RECORD": "third/__init__.py,,\n",
    f"{SITE}/third/__init__.py": "",
    f"{SITE}/four-1.egg-info/PKG-INFO": "Name: four\n",
    f"{SITE}/four-1.egg-info/requires.txt": "five\n",
    f"{SITE}/six-1.egg-info": "Name: six\nRequires-Dist: sixth\n",
    f"{SITE}/more.pth": "ENVIRONMENT/more\n",
    "more/seven-1.dist-info/METADATA": "Name: seven\n",
    "more/seven-1.dist-info/top_level.txt": "seventh\n",
    "lib64/python3.13/site-packages/eight-1.dist-info/METADATA": "Name: eight\n",
    "lib64/python3.13/site-packages/eight-1.dist-info/top_level.txt": "eighth\n",
}
ENVIRONMENT_PARTS = [
    "pyvenv.cfg", "lib", "lib/python3.13", SITE, "lib64", "lib64/python3.13/site-packages", "more", f"{SITE}/more.pth",
    f"{SITE}/one-1.dist-info", f"{SITE}/one-1.dist-info/METADATA", f"{SITE}/two-1.dist-info/top_level.txt",
    f"{SITE}/three-1.dist-info", f"{SITE}/three-1.dist-info/RECORD", f"{SITE}/four-1.egg-info",
    f"{SITE}/four-1.egg-info/PKG-INFO", f"{SITE}/four-1.egg-info/requires.txt", f"{SITE}/six-1.egg-info",
    "more/seven-1.dist-info", "more/seven-1.dist-info/top_level.txt",
]
TASK = "import {}\nfrom inspect_ai import task\n\n@task\ndef evaluation():\n    return None\n"
REPOSITORY = {
    "pyproject.toml": '[project]\nname = "x"\ndependencies = ["one", "inspect_ai"]\n[tool.inspect-evals-lint]\npreset = "multi-eval"\n'
                      'isolated-packages-dir = "packages"\ntests-layout = "flat"\nhelper-dirs = ["help"]\n',
    "README.md": "# X\n",
    "src/one/__init__.py": "import second, third, five, sixth, seventh, eighth\n",
    "src/one/task.py": TASK.format("missing"),
    "src/one/sub/__init__.py": "",
    "src/one/sub/deep.py": "import missing_too\n",
    "src/one/eval.yaml": "title: One\n",
    "src/one/README.md": "# One\n",
    "src/one/compose.yaml": "services: {a: {image: b, privileged: true}}\n",
    "src/one/Dockerfile": "FROM x\nRUN pip install y\n",
    "src/one/ruff.toml": "line-length = 100\n",
    "src/help/__init__.py": "import helped\n",
    "src/two/__init__.py": "",
    "tests/test_two.py": "from two import two\n",
    "tests/one/test_one.py": "from one.task import evaluation\n",
    "packages/one/pyproject.toml": '[project]\nname = "one"\ndependencies = ["missing"]\n',
}
REPOSITORY_PARTS = [
    "pyproject.toml", "src", "src/one", "src/one/__init__.py", "src/one/task.py", "src/one/sub", "src/one/sub/deep.py",
    "src/one/eval.yaml", "src/one/README.md", "src/one/compose.yaml", "src/one/Dockerfile", "src/one/ruff.toml",
    "src/help", "tests", "tests/one", "tests/test_two.py", "tests/one/test_one.py", "packages", "packages/one",
    "packages/one/pyproject.toml",
]


def relative(place, target):
    os.symlink(os.path.relpath(target, os.path.dirname(place)), place)


def absolute(place, target):
    os.symlink(target, place)


def chained(place, target):
    """By way of a second link, beside what it leads to."""
    absolute(target + ".link", target)
    relative(place, target + ".link")


def through_a_folder(place, target):
    """By way of a link to the folder that holds it, out of and into whatever place."""
    relative(os.path.join(os.path.dirname(os.path.dirname(target)), "folder.link"), os.path.dirname(target))
    absolute(place, os.path.join(os.path.dirname(os.path.dirname(target)), "folder.link", os.path.basename(target)))


def dangling(place, target):
    absolute(place, target + ".gone")


def loop(place, target):
    relative(place, place)


LEADING = [relative, absolute, chained, through_a_folder]


def links_to(place, outside, trusted=False):
    """All of them where it matters most, to somewhere else."""
    if place == outside:
        return [chained, dangling] if trusted else [*LEADING, dangling, loop]
    return [through_a_folder] if trusted else [relative, chained]


class Links(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)
        self.root, self.outside = os.path.join(self.folder, "root"), os.path.join(self.folder, "outside")

    def build(self, environment):
        """A tree without links; the environment is where it is told to be."""
        for folder in (self.root, self.outside, os.path.join(self.folder, "env")):
            shutil.rmtree(folder, ignore_errors=True)
        write(self.root, REPOSITORY)
        write(environment, {name: content.replace("ENVIRONMENT", environment) for name, content in ENVIRONMENT.items()})

    def move(self, part, place, link):
        """The part goes into the folder `place`, and a link by which it is found takes its place."""
        target = os.path.join(place, "kept", os.path.basename(part))
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.rename(part, target)
        link(part, target)

    def run_lint(self, *arguments, **variables):
        command = [PROGRAM, "lint", "--root", self.root, "--all", "--output-format", "concise", *arguments]
        environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
        done = subprocess.run(command, capture_output=True, timeout=60, env=dict(environment, **variables), cwd=self.root)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def answer(self, *arguments, **variables):
        """The answer, the same with the sandbox and without."""
        free = self.run_lint("--no-sandbox", *arguments, **variables)
        self.assertEqual(self.run_lint(*arguments, **variables), free)
        self.assertNotIn("Permission denied", free[1] + free[2])
        return free

    def check_environment(self, environment, trusted, *arguments, **variables):
        """Whatever of it is elsewhere is read where that is trusted, and said where it is not."""
        arguments = ["--select", "IECQ004", *arguments]
        self.build(environment)
        plain = self.answer(*arguments, **variables)
        for name in ("second", "third", "five", "sixth", "seventh", "eighth"):
            self.assertNotIn(name, plain[1])
        for part in ENVIRONMENT_PARTS:
            for place in (environment, self.root, self.outside):
                for link in links_to(place, self.outside, trusted):
                    with self.subTest(part=part, place=os.path.relpath(place, self.folder), link=link.__name__):
                        self.build(environment)
                        self.move(os.path.join(environment, part), place, link)
                        answer = self.answer(*arguments, **variables)
                        if link in LEADING and (trusted or place != self.outside):
                            self.assertEqual(answer, plain)
                        elif link in LEADING:
                            self.assertIn("leads out of the environment", answer[2])

    @unittest.mock.patch.dict(ENVIRONMENT, {"pyvenv.cfg": "home = /usr\n"})  # the version is looked for in lib
    def test_in_the_repositorys_own_environment(self):
        self.check_environment(os.path.join(self.root, ".venv"), False)

    def test_in_an_environment_that_is_named(self):
        environment = os.path.join(self.folder, "env")
        self.check_environment(environment, True, "--python", environment)

    def test_in_an_environment_that_is_active(self):
        environment = os.path.join(self.root, ".venv")
        self.check_environment(environment, True, VIRTUAL_ENV=environment)

    def test_in_an_environment_that_the_repository_links_to(self):
        environment = os.path.join(self.folder, "env")
        build = self.build

        def build_and_link(folder):
            build(folder)
            os.symlink(folder, os.path.join(self.root, ".venv"))

        self.build = build_and_link
        self.check_environment(environment, False)

    def test_in_the_repository(self):
        environment = os.path.join(self.root, ".venv")
        for part in REPOSITORY_PARTS:
            for place in (self.root, self.outside):
                for link in links_to(place, self.outside):
                    with self.subTest(part=part, place=os.path.relpath(place, self.folder), link=link.__name__):
                        self.build(environment)
                        self.move(os.path.join(self.root, part), place, link)
                        self.answer("--preview")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
