"""Reading the cases of tests/lint and tests/lint-doc.

NAME.case is a tree in one text file:

    # What it shows.
    args: --all                           arguments of the linter; --all when absent
    cwd: src                              where it is run, relative to the tree; its root when absent
    env: NAME=VALUE                       may be repeated
    -- pyproject.toml --                  the file's text, up to the next such line
    -- src/my_eval/data/ --               an empty folder
    -- src/my_eval/old.py -> new.py --    a symbolic link
    -- src/my_eval/x.py [base64] --       bytes
    -- src/my_eval/y.py [nonl] --         no line end at the end of the file

NAME.expect is what a report must hold, sorted lines of tab-separated fields:

    exit     CODE
    package  NAME  KIND  linted|skipped
    finding  PACKAGE  CODE  STATUS  SEVERITY  FILE  LINE  COLUMN
    outcome  PACKAGE  CODE  pass|skip
"""

import base64
import os
import re

HEADER = re.compile(r"-- (.+?)(?: \[(base64|nonl)\])? --")


class Case:
    def __init__(self, path):
        self.path = path
        self.arguments = ["--all"]
        self.working = "."
        self.environment = {}
        self.files = []  # (name, flag, lines)
        about = []
        with open(path, encoding="utf-8", newline="") as stream:
            lines = stream.read().split("\n")
        for line in lines:
            header = HEADER.fullmatch(line)
            if header:
                self.files.append((header[1], header[2], []))
            elif self.files:
                self.files[-1][2].append(line)
            else:
                self._setting(line, about)
        self.about = " ".join(about)

    def _setting(self, line, about):
        key, _, value = line.partition(":")
        if line.startswith("#"):
            about.append(line[1:].strip())
        elif key == "args":
            self.arguments = value.split()
        elif key == "cwd":
            self.working = value.strip()
        elif key == "env":
            name, _, content = value.strip().partition("=")
            self.environment[name] = content
        elif line.strip():
            raise ValueError(f"{self.path}: cannot be read: {line!r}")

    def expected(self):
        with open(self.path.removesuffix(".case") + ".expect", encoding="utf-8") as stream:
            return stream.read().splitlines()

    def write(self, root):
        for name, flag, lines in self.files:
            name, _, target = name.partition(" -> ")
            path = os.path.join(root, name)
            if name.endswith("/"):
                os.makedirs(path, exist_ok=True)
                continue
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if target:
                os.symlink(target, path)
                continue
            with open(path, "wb") as stream:
                stream.write(content(lines, flag))


def content(lines, flag):
    if lines and lines[-1] == "":
        lines = lines[:-1]
    if flag == "base64":
        return base64.b64decode("".join(lines))
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    return data + b"\n" if lines and flag != "nonl" else data


def rows(document):
    """The report in the form of an .expect file."""
    found = []
    for package in document["packages"]:
        name = package["name"]
        found.append(("package", name, package["kind"], "skipped" if package["skipped"] else "linted"))
        for d in package["diagnostics"]:
            place = (d["file"] or "-", d["line"] or "-", d["column"] or "-")
            found.append(("finding", name, d["code"], d["status"], d["severity"], *place))
        for o in package["outcomes"]:
            found.append(("outcome", name, o["code"], o["status"]))
    return sorted("\t".join(map(str, row)) for row in found)
