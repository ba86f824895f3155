#!/usr/bin/env python3
"""Runs the linter in a terminal and looks at what a person sees there: widths, colours, pages and tables of rules.

    run_terminal.py PROGRAM EXAMPLE PAGES      PAGES: the folder of the rules' pages
"""

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import unicodedata

BOLD = "\x1b[1m"
FENCED = re.compile(r"(?ms)^(`{3,})[^\n]*\n(.*?)^\1`*$")
STYLES = re.compile(r"\x1b\[[0-9;]*m")


def columns(line):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


class Terminal:
    def __init__(self, program, example):
        self.program = os.path.abspath(program)
        self.example = os.path.abspath(example)

    def _environment(self, changes):
        return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm", **changes}

    def shown(self, arguments, width=80, **environment):
        """What is written to a terminal, standard error included, and the exit status."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        process = subprocess.Popen(
            [self.program, "lint", *arguments],
            cwd=self.example,
            env=self._environment(environment),
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)
        pieces = []
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            pieces.append(piece)
        os.close(ours)
        return b"".join(pieces).decode().replace("\r\n", "\n"), process.wait()

    def piped(self, arguments, **environment):
        done = subprocess.run(
            [self.program, "lint", *arguments],
            cwd=self.example,
            env=self._environment(environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
        return done.stdout.decode(), done.returncode


class Checks:
    def __init__(self, terminal, pages):
        self.terminal = terminal
        self.pages = pages
        self.failed = 0
        self.count = 0

    def expect(self, title, holds):
        self.count += 1
        if not holds:
            self.failed += 1
            print(f"{title}: does not hold")

    def fits(self, title, text, width):
        lines = STYLES.sub("", text).split("\n")
        long = [line for line in lines if columns(line) > width and " " in line.strip()]  # a word is never broken
        self.expect(f"{title} fits {width} columns; {long[:1]}", not long)

    def colors(self):
        arguments = ["--all"]
        plain, code = self.terminal.piped(arguments)
        self.expect("a pipe has no colours", "\x1b" not in plain and code == 1)
        self.expect("FORCE_COLOR in a pipe", STYLES.sub("", self.terminal.piped(arguments, FORCE_COLOR="1")[0]) == plain)
        self.expect("FORCE_COLOR colours", BOLD in self.terminal.piped(arguments, FORCE_COLOR="1")[0])
        self.expect("CLICOLOR_FORCE colours", BOLD in self.terminal.piped(arguments, CLICOLOR_FORCE="1")[0])
        self.expect("CLICOLOR_FORCE=0 does not", "\x1b" not in self.terminal.piped(arguments, CLICOLOR_FORCE="0")[0])
        self.expect("an empty FORCE_COLOR", "\x1b" not in self.terminal.piped(arguments, FORCE_COLOR="")[0])
        colored, code = self.terminal.shown(arguments)
        self.expect("a terminal has colours", BOLD in colored and code == 1)
        self.expect("and the same words", STYLES.sub("", colored) == plain)
        for environment in ({"NO_COLOR": "1"}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, {"TERM": "dumb"}, {"CLICOLOR": "0"},
                            {"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}):
            self.expect(f"{environment}", self.terminal.shown(arguments, **environment)[0] == plain)
        never = self.terminal.shown([*arguments, "--color", "never"], FORCE_COLOR="1")[0]
        self.expect("--color never", never == plain)
        always = self.terminal.piped([*arguments, "--color", "always"], NO_COLOR="1")[0]
        self.expect("--color always", always == colored)

    def reports(self):
        for width in (40, 60, 80, 120):
            for options in ([], ["--quiet"], ["--statistics"], ["--preview"]):
                text = self.terminal.shown(["--all", *options], width)[0]
                places = r"(?m)^ *--> .*\n|^ *\[suppressed\] .*\n|^    \S+:\d.*\n|^\S+ \((?:evaluation|helper package), .*\n"  # paths are never broken
                self.fits(f"report with {options}", re.sub(places, "", STYLES.sub("", text)), width)
        quiet, code = self.terminal.piped(["word_ladder", "--quiet"])
        self.expect("--quiet says nothing of what passed", (quiet, code) == ("", 0))
        concise = ["--all", "--output-format", "concise"]
        wanted = [line for line in self.terminal.piped(concise)[0].splitlines() if "[suppressed]" not in line]
        self.expect("--quiet in one line a finding", self.terminal.piped([*concise, "-q"])[0].splitlines() == wanted)
        counted = self.terminal.piped(["--all", "--quiet", "--statistics"])[0]
        self.expect("--statistics counts", re.search(r"(?m)^ +\d+  IESC001 sandbox_privileges \(2 failed", counted))

    def lists(self):
        document = json.loads(self.terminal.piped(["--list-rules", "--output-format", "json"])[0])
        keys = {"code", "name", "category", "scopes", "severity", "allowlist", "summary"}
        self.expect("keys of a rule", all(set(rule) == keys for rule in document))
        piped = self.terminal.piped(["--list-rules"])[0].splitlines()
        for rule in document:
            ours = [line for line in piped if rule["code"] in line.split() and rule["summary"] in line]
            self.expect(f"a line of {rule['code']}", len(ours) == 1 and rule["name"] in ours[0].split())
        for width in (45, 80, 150):
            text = self.terminal.shown(["--list-rules"], width)[0]
            self.fits("--list-rules", text, width)
            words = " ".join(STYLES.sub("", text).split())
            missing = [rule["code"] for rule in document if rule["summary"] not in words or rule["name"] not in words]
            self.expect(f"everything in {width} columns; {missing}", not missing)
        preview = json.loads(self.terminal.piped(["--list-rules", "--preview", "--output-format", "json"])[0])
        self.expect("--preview adds rules", sum(rule["preview"] for rule in preview) == len(preview) - len(document) > 0)

    def page(self, rule):
        path = os.path.join(self.pages, rule["code"] + ".md")
        with open(path, encoding="utf-8") as stream:
            page = stream.read()
        self.expect(f"{path} in a pipe", self.terminal.piped(["--explain", rule["name"]]) == (page, 0))
        document = json.loads(self.terminal.piped(["--explain", rule["code"], "--output-format", "json"])[0])
        self.expect(f"{path} as JSON", document == {**rule, "page": page})
        raw = self.terminal.shown(["--explain", rule["code"], "--output-format", "markdown"])[0]
        self.expect(f"{path} as Markdown in a terminal", raw == page)
        for width in (50, 80):
            text = self.terminal.shown(["--explain", rule["code"]], width)[0]
            code = [block[1] for block in FENCED.findall(page)]
            lines = STYLES.sub("", text).split("\n")
            for line in "".join(code).split("\n"):
                self.expect(f"{path} has {line!r}, indented", not line or "    " + line in lines)
            rest = "\n".join(line for line in lines if not any(line.strip() in block for block in code) and " " in line.strip())
            self.fits(path, rest, width)
            prose = re.sub(r"(?m)^\|[^\n]*", "", FENCED.sub("", page))
            shown = set(re.findall(r"\w+", STYLES.sub("", text)))
            missing = set(re.findall(r"\w+", prose)) - shown
            self.expect(f"{path} in {width} columns has every word; {missing}", not missing)
            for heading in re.findall(r"(?m)^#+ (.*)", FENCED.sub("", page)):
                self.expect(f"{path}: {heading!r} is bold", BOLD + heading.split()[0] in text)

    def explanations(self):
        rules = json.loads(self.terminal.piped(["--list-rules", "--preview", "--output-format", "json"])[0])
        for rule in rules:
            self.page(rule)
        both = ["--explain", "IEBP003", "--explain", "readme", "--output-format", "json"]
        self.expect("two pages", [rule["code"] for rule in json.loads(self.terminal.piped(both)[0])] == ["IEBP003", "IEFS006"])
        for word, near in (("IEBP03", "IEBP003"), ("sampel_ids", "sample_ids")):
            text, code = self.terminal.shown(["--explain", word])
            self.expect(f"{word} is near {near}", code == 2 and f"did you mean '{near}'" in text)


def main():
    program, example, pages = sys.argv[1:]
    checks = Checks(Terminal(program, example), pages)
    checks.colors()
    checks.reports()
    checks.lists()
    checks.explanations()
    print(f"{checks.count - checks.failed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
