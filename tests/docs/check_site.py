#!/usr/bin/env python3
"""Checks what `cordon docs` writes: check_site.py CORDON SOURCE_ROOT SITE|NOTHING

The site: each page as HTML and Markdown, every internal link and anchor resolves in both, nothing is loaded from
elsewhere, rules.json, llms.txt, llms-full.txt and the search's index tell of every page. Without a site (a build that
lacks the Markdown library) that part must be refused.
Manual pages and completions: one for each command and option that --help shows.
"""

import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`]*`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
VOID = {"meta", "link", "input", "br", "hr", "img"}
problems = []


def expect(truth, message):
    if not truth:
        problems.append(message)


def run(cordon, *words):
    return subprocess.run([cordon, *words], capture_output=True, text=True, check=False)


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loads, self.open, self.text = [], [], [], [], ""
        self.balanced = True
        self.feed(text)
        self.balanced = self.balanced and not self.open

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "a":
            self.links.append(attributes["href"])
        elif "href" in attributes or "src" in attributes:
            self.loads.append(attributes.get("href") or attributes["src"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        self.balanced = self.balanced and bool(self.open) and self.open.pop() == tag

    def handle_data(self, data):
        self.text += "" if "code" in self.open else data


def is_external(link):
    return re.match(r"https?://", link)


def markdown_anchors(text):
    """As GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_links(path, links, anchors, root):
    """Links of a file against the anchors of all files."""
    for link in links:
        if is_external(link):
            continue
        target, _, anchor = link.partition("#")
        full = (path.parent / target).resolve() if target else path
        expect(full.exists() and (full == root or root in full.parents), f"{path.name}: {link} leads nowhere")
        expect(not anchor or anchor in anchors.get(full, ()), f"{path.name}: {link}: no such place")


def check_site(cordon, source, folder):
    root = pathlib.Path(folder, "new", "site").resolve()
    done = run(cordon, "docs", "--output", str(root))
    expect(done.returncode == 0 and not done.stdout and not done.stderr, f"docs --output: {done}")
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in root.rglob("*.html")}
    sources = {path: path.read_text(encoding="utf-8") for path in root.rglob("*.md")}
    expect({path.with_suffix(".md") for path in pages} == set(sources), "not every page is there as HTML and Markdown")
    written = {path.relative_to(root): text for path, text in sources.items()}
    kept = {path.relative_to(source / "docs"): path.read_text(encoding="utf-8") for path in (source / "docs").rglob("*.md")}
    expect(written == kept, f"the site's Markdown is not that of docs/: {set(written) ^ set(kept)}; see docs/meson.build")
    anchors = {path: page.ids for path, page in pages.items()} | {p: markdown_anchors(t) for p, t in sources.items()}
    for path, page in pages.items():
        expect(page.balanced, f"{path.name}: tags do not match")
        expect(len(page.ids) == len(set(page.ids)), f"{path.name}: an id is used twice")
        check_links(path, page.links + page.loads, anchors, root)
        expect(not any(map(is_external, page.loads)), f"{path.name} loads something from elsewhere")
        expect("generated:" not in page.text and "**" not in page.text, f"{path.name}: Markdown is left in the text")
    for path, text in sources.items():
        check_links(path, LINK.findall(CODE.sub("", FENCE.sub("", text))), anchors, root)
        summary = text.split("\n\n")[1]
        if path.parent.name == "rules" and "__" in summary and "`" not in summary:
            expect(summary in pages[path.with_suffix(".html")].text, f"{path.name}: the summary has lost its underscores")
    check_documents(cordon, root, pages, sources)
    check_search(root, anchors, sources)


def check_documents(cordon, root, pages, sources):
    listed = json.loads(run(cordon, "lint", "--list-rules", "--preview", "--output-format", "json").stdout)
    expect(json.loads((root / "rules.json").read_text(encoding="utf-8")) == listed, "rules.json is not what --list-rules says")
    llms, full = ((root / name).read_text(encoding="utf-8") for name in ("llms.txt", "llms-full.txt"))
    expect(llms.startswith("# cordon\n\n> "), "llms.txt has no title and summary")
    for path, text in sources.items():
        name = str(path.relative_to(root))
        expect(f"]({name}): " in llms, f"llms.txt does not list {name}")
        expect(text in full, f"llms-full.txt lacks {name}")
    for title, lead in re.findall(r"^- \[(.+)\]\(\S+\.md\): (.*)$", llms, re.MULTILINE):
        expect(re.match(r"[^#<|].*\.$", lead), f"the page {title!r} does not begin with a paragraph: {lead!r}")
    for link in LINK.findall(llms):
        expect((root / link).is_file(), f"llms.txt: {link} leads nowhere")
    index = pages[root / "index.html"].links
    expect(all(str(path.relative_to(root)) in index for path in pages), "the navigation lacks a page")


def check_search(root, anchors, sources):
    script = (root / "site" / "search-index.js").read_text(encoding="utf-8")
    entries = json.loads(script.removeprefix("const searchIndex = ").removesuffix(";\n"))
    for entry in entries:
        target, _, anchor = entry["path"].partition("#")
        expect(not anchor or anchor in anchors[root / target], f"the search leads to {entry['path']}, which is not there")
    for path, text in sources.items():
        own = [e["text"] for e in entries if e["path"].startswith(str(path.relative_to(root).with_suffix(".html")))]
        expect(sum(map(len, own)) > 0.9 * len(text), f"the search does not know all of {path.name}")
    if shutil.which("node"):
        done = subprocess.run(["node", "--check", root / "site" / "search.js"], capture_output=True, text=True, check=False)
        expect(done.returncode == 0, done.stderr)


def help_tree(cordon, path=()):
    """Each command's path and its options, as --help shows them."""
    text = run(cordon, *path, "--help").stdout
    options = re.findall(r"^  (?:-\w, |    )--([\w-]+)", text, re.MULTILINE)
    yield path, options, text
    commands = re.search(r"^Commands:\n((?:  .*\n)+)", text, re.MULTILINE)
    for name in re.findall(r"^  (\S+)", commands.group(1), re.MULTILINE) if commands else []:
        yield from help_tree(cordon, (*path, name))


def check_manuals(cordon, folder):
    done = run(cordon, "docs", "--man", folder + "/man1")
    expect(done.returncode == 0, f"docs --man: {done}")
    names = {"inspect-evals-lint.1"}
    for path, options, text in help_tree(cordon):
        name = "-".join(("cordon", *path)) + ".1"
        names.add(name)
        manual = pathlib.Path(folder, "man1", name)
        expect(manual.is_file(), f"{name} is missing")
        plain = manual.read_text(encoding="utf-8").replace("\\-", "-").replace("\\fB", "").replace("\\fR", "")
        expect(all(f"--{option}" in plain for option in options), f"{name} lacks an option of {options}")
        expect(re.match(r"\.TH \S+ 1 .*\n\.SH NAME\n\S+ - .*[^.]\n\.SH SYNOPSIS\n", plain), f"{name} does not begin as it should")
        expect(not re.search(r"^[.'](?!TH|SH|TP|PP|nf|fi)", plain, re.MULTILINE), f"{name}: text is taken for a request")
        expect("Examples:" in text, f"'cordon {' '.join(path)} --help' shows no example")
        for tool in ("mandoc", "groff"):
            if shutil.which(tool):
                words = [tool, "-man", "-Tutf8", "-ww"] if tool == "groff" else [tool, "-Tlint", "-Werror"]
                shown = subprocess.run([*words, manual], capture_output=True, text=True, check=False)
                expect(shown.returncode == 0 and not (tool == "groff" and shown.stderr), f"{tool} {name}: {shown.stdout[:200]}{shown.stderr}")
    expect({path.name for path in pathlib.Path(folder, "man1").iterdir()} == names, f"the manual pages are not {names}")


def complete(script, words):
    """What bash proposes for the last of these words."""
    line = " ".join(f"'{word}'" for word in words)
    text = f"source {script}\nCOMP_WORDS=({line})\nCOMP_CWORD={len(words) - 1}\n_cordon {words[0]}\n" 'printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", text], capture_output=True, text=True, check=False)
    expect(done.returncode == 0 and not done.stderr, f"bash: {words}: {done.stderr}")
    return done.stdout.split()


def check_completions(cordon, folder):
    for shell in ("bash", "zsh", "fish"):
        done = run(cordon, "docs", "--completions", shell)
        expect(done.returncode == 0, f"docs --completions {shell}: {done}")
        script = pathlib.Path(folder, f"completions.{shell}")
        script.write_text(done.stdout, encoding="utf-8")
        for path, options, _ in help_tree(cordon):
            missing = [o for o in options if f"--{o}" not in done.stdout and f"-l {o} " not in done.stdout]
            expect(not missing, f"{shell}: no {missing} of {path}")
        if shutil.which(shell):
            parsed = subprocess.run([shell, "-n", script], capture_output=True, text=True, check=False)
            expect(parsed.returncode == 0 and not parsed.stderr, f"{shell} -n: {parsed.stderr}")
    # zsh runs the file as the function _cordon, once for each of the two names.
    expect("\n_cordon()" not in pathlib.Path(folder, "completions.zsh").read_text(encoding="utf-8"), "zsh: _cordon is redefined")
    script = pathlib.Path(folder, "completions.bash")
    for path, options, _ in help_tree(cordon):
        expect(complete(script, ["cordon", *path, "--"]) == [f"--{option}" for option in options], f"bash: the options of {path}")
    for words, wanted in (
        (["cordon", "pro"], ["probe"]),
        (["/usr/bin/cordon", "probe", "s"], ["scan"]),
        (["cordon", "lint", "--output-format", "js"], ["json"]),
        (["cordon", "lint", "--output-format", "=", "js"], ["json"]),
        (["cordon", "lint", "--explain", "IESC002"], ["IESC002"]),
        (["cordon", "lint", "--select", "IESC001,readm"], ["IESC001,readme"]),
        (["cordon", "lint", "--root", "x"], []),
        (["cordon", "lint", "lin"], []),
        (["cordon", "lint", "-"], complete(script, ["inspect-evals-lint", "-"])),
    ):
        found = complete(script, words)
        expect([word for word in found if not word.startswith("readme_")] == wanted or
               (words[-2:] == ["--select", "IESC001,readm"] and wanted[0] in found), f"bash: {words} gives {found}, not {wanted}")
    if shutil.which("fish"):
        text = f"source {folder}/completions.fish; complete -C 'cordon lint --output-format js'; complete -C 'cordon probe sc'"
        done = subprocess.run(["fish", "--no-config", "-c", text], capture_output=True, text=True, check=False,
                              env={"HOME": folder, "PATH": "/usr/bin:/bin"})
        words = [line.split("\t")[0] for line in done.stdout.splitlines()]
        expect(words == ["json", "scan"], f"fish: {done}")


def check_refusals(cordon, folder):
    blocked = pathlib.Path(folder, "file")
    blocked.write_text("")
    for words, wanted in (
        (["docs"], "say what to write"),
        (["docs", "--parts", "--man", folder], "say what to write"),
        (["docs", "--man", ""], "empty"),
        (["docs", "--man", f"{blocked}/man"], "cannot be made"),
        (["docs", "--completions", "tcsh"], "bash, zsh, fish"),
    ):
        done = run(cordon, *words)
        expect(done.returncode == 2 and wanted in done.stderr and not done.stdout, f"{words}: {done}")


def main():
    cordon, source, site = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
    with tempfile.TemporaryDirectory() as folder:
        if site == "site":
            check_site(cordon, source, folder)
        else:
            expect("md4c" in run(cordon, "docs", "--output", folder).stderr, "a build without a site does not say so")
        check_manuals(cordon, folder)
        check_completions(cordon, folder)
        check_refusals(cordon, folder)
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
