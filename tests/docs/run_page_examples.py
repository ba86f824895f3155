#!/usr/bin/env python3
"""Checks the page of every rule: its headings, that --explain prints it, and that the linter agrees with its examples.

    run_page_examples.py CORDON DOCS_FOLDER [CODE ...]

A fenced block whose info string has the word `bad` must give a finding of the page's rule (`bad=3`: exactly
three); one with the word `good` must let the rule pass. With the word `preview`, and for rules in preview, the linter
is run with --preview. The block is one file, named by a comment in its first
line, or, when its language is `text`, a tree of files each headed by `-- PATH --`. See CONTRIBUTING.md.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

HEADINGS = ["What it does", "Why is this bad?", "Example", "Use instead", "Options", "Suppressing", "See also"]
OPTIONAL = {"Options", "See also"}
NEVER_BAD = {"IEFS001"}  # only a name on the command line can be wrong, and examples are linted with --all
IN_PREVIEW = "In preview: in force with `--preview` or, in the configuration, `preview = true`.\n\n"
FENCE = re.compile(r"^(`{3,})(\w+)((?: \w+(?:=\S+)?)*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
TREE_HEADER = re.compile(r"^-- (\S+) --$")
PATH_COMMENT = re.compile(r"^(?:#|//) (\S+)$")
TABLE = '[tool.inspect-evals-lint]\npreset = "multi-eval"\n'


def files_of(language, text):
    """The files of a block, path to content."""
    lines = text.splitlines(keepends=True)
    if language != "text":
        named = PATH_COMMENT.match(lines[0].rstrip("\n"))
        if not named:
            raise ValueError(f"the first line must be a comment with the file's path, not {lines[0]!r}")
        return {named.group(1): text}
    files, current = {}, None
    for line in lines:
        header = TREE_HEADER.match(line.rstrip("\n"))
        if header:
            current = header.group(1)
            files[current] = ""
        elif current is None:
            raise ValueError("a tree begins with '-- PATH --'")
        else:
            files[current] += line
    return files


def write_tree(root, files):
    tree = {"pyproject.toml": TABLE, **files}
    if "[tool.inspect-evals-lint]" not in tree["pyproject.toml"]:
        tree["pyproject.toml"] += "\n" + TABLE
    if not any(path.endswith("/__init__.py") and path.startswith("src/") for path in files):
        tree["src/my_eval/__init__.py"] = ""
    for path, content in tree.items():
        full = os.path.join(root, path)
        if path.endswith("/"):
            os.makedirs(full, exist_ok=True)
            continue
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(content)


def lint(cordon, code, files, preview):
    """The statuses of the rule's findings and outcomes."""
    with tempfile.TemporaryDirectory() as root:
        write_tree(root, files)
        done = subprocess.run(
            [cordon, "lint", "--all", "--select", code, "--output-format", "json", *["--preview"] * preview],
            cwd=root, env={"HOME": root, "LANG": "C.UTF-8"}, capture_output=True, text=True, timeout=60, check=False,
        )
    if done.returncode not in (0, 1):
        raise ValueError(f"the linter ended with {done.returncode}: {done.stderr.strip()}")
    report = json.loads(done.stdout)
    findings = [d for p in report["packages"] for d in p["diagnostics"] if d["code"] == code]
    outcomes = [o["status"] for p in report["packages"] for o in p["outcomes"] if o["code"] == code]
    return findings, outcomes


def check_block(cordon, code, language, word, text, preview):
    """What is wrong with an example, or None."""
    kind, _, count = word.partition("=")
    findings, outcomes = lint(cordon, code, files_of(language, text), preview)
    met = [d for d in findings if d["status"] in ("fail", "warn")]
    said = "; ".join(f"{d['file']}:{d['line']}: {d['message']}" for d in findings)
    if kind == "good" and (met or "pass" not in outcomes and not findings):
        return f"a good example does not pass: {said or outcomes}"
    if kind == "bad" and not met:
        return f"a bad example gives no finding: {said or outcomes}"
    if kind == "bad" and count and len(met) != int(count):
        return f"a bad example gives {len(met)} findings instead of {count}: {said}"
    return None


def check_page(cordon, folder, rule):
    """Everything that is wrong with the page of a rule."""
    code, name = rule["code"], rule["name"]
    path = os.path.join(folder, "rules", code + ".md")
    if not os.path.exists(path):
        return [f"there is no page {path}"]
    with open(path, encoding="utf-8") as file:
        page = file.read()
    problems = []
    explained = subprocess.run([cordon, "lint", "--explain", code], capture_output=True, text=True, check=False)
    if explained.stdout != page:
        problems.append("--explain does not print the page; is it listed in docs/meson.build?")
    if not page.startswith(f"# {code}: {name}\n\n{rule['summary']}.\n\n{IN_PREVIEW if rule['preview'] else ''}## "):
        problems.append("the page must begin with '# CODE: name', the rule's summary as a sentence and, of a rule in "
                        f"preview, {IN_PREVIEW!r}")
    prose = FENCE.sub("", page)
    headings = re.findall(r"^## (.*)$", prose, re.MULTILINE)
    if headings != [h for h in HEADINGS if h in headings] or set(HEADINGS) - OPTIONAL - set(headings):
        problems.append(f"the headings are {headings}, not {HEADINGS}")
    kinds = set()
    for _, language, words, text in FENCE.findall(page):
        for word in words.split():
            if word.partition("=")[0] not in ("bad", "good"):
                continue
            kinds.add(word.partition("=")[0])
            try:
                preview = rule["preview"] or "preview" in words.split()
                problem = check_block(cordon, code, language, word, text, preview)
            except ValueError as error:
                problem = str(error)
            if problem:
                problems.append(problem)
    if kinds != ({"good"} if code in NEVER_BAD else {"bad", "good"}):
        problems.append("the page needs a bad and a good example")
    return problems


def main():
    cordon, folder, wanted = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3:]
    listed = subprocess.run([cordon, "lint", "--list-rules", "--preview", "--output-format", "json"], capture_output=True,
                            text=True, check=True)
    rules = json.loads(listed.stdout)
    rules = rules["rules"] if isinstance(rules, dict) else rules
    passed = failed = 0
    for rule in rules:
        if wanted and rule["code"] not in wanted:
            continue
        problems = check_page(cordon, folder, rule)
        for problem in problems:
            print(f"{rule['code']}: {problem}")
        failed += bool(problems)
        passed += not problems
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
