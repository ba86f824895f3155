"""What a reader of each format of report may count on. Each check gets what was printed, the JSON report on the same
tree, and the tree's folder."""

import json
import re
import shutil
import subprocess
import urllib.parse
import xml.etree.ElementTree
from html.parser import HTMLParser

STATUSES = ("fail", "warn", "suppressed")
PAGES = "https://inspect-evals-lint.generality.org/rules/"


def findings(report, *statuses):
    return [d for p in report["packages"] for d in p["diagnostics"] if d["status"] in (statuses or STATUSES)]


def equal(what, found, wanted):
    assert found == wanted, f"{what}: {found!r} instead of {wanted!r}"


def harmless(name, output):
    text = output.decode()  # it is UTF-8
    bad = [c for c in text if c < " " and c != "\n"]
    if name not in ("json", "sarif", "gitlab"):
        bad += [c for c in text if "\x7f" <= c < "\xa0" or "\u202a" <= c <= "\u202e"]
    assert not bad, f"characters that a terminal obeys: {bad[:5]}"
    assert text.endswith("\n"), "there is no line end at the end"


def shown(name, output):
    """What golden files keep: not what comes from other files of the project, nor the version."""
    output = re.sub(r'(version": ?"|semanticVersion": ?"|cordon )\d+\.\d+\.\d+', r"\1VERSION", output)
    if name == "html":
        output = re.sub(r"<(style|script)>.*?</\1>", r"<\1>…</\1>", output, flags=re.DOTALL)
        output = re.sub(r"sha256-[\w+/=]+", "sha256-…", output)
    if name == "sarif":
        document = json.loads(output)
        del document["runs"][0]["tool"]["driver"]["rules"]
        for result in document["runs"][0]["results"]:
            del result["ruleIndex"]
        output = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    return output


def read_concise(output, report, root):
    lines = output.splitlines()
    equal("lines", len(lines), len(findings(report)))
    for line, d in zip(lines, findings(report)):
        mark = "" if d["status"] == "fail" else f" [{d['status']}]"
        place = "".join(f":{d[part]}" for part in ("line", "column") if d[part])
        assert f"{place}: {d['code']} {d['rule']}{mark}: " in line, f"{line!r} is not about {d}"


# ---- GitHub ----


def unescape(value, table):
    for code, char in table:
        value = value.replace(code, char)
    return value


def read_github(output, report, root):
    lines = output.splitlines()
    commands = [line for line in lines if line.startswith("::")]
    wanted = findings(report, "fail", "warn")
    equal("annotations", len(commands), len(wanted))
    properties = [("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]
    for line, d in zip(commands, wanted):
        match = re.fullmatch(r"::(error|warning) ([^:]*)::(.*)", line)
        assert match, f"{line!r} is no command"
        equal("kind", match[1], "error" if d["status"] == "fail" else "warning")
        fields = dict(part.split("=", 1) for part in match[2].split(","))
        if d["file"].isprintable() and "\ufffd" not in d["file"]:
            equal("file", unescape(fields["file"], properties), d["file"])
        equal("line", fields.get("line"), d["line"] and str(d["line"]))
        equal("col", fields.get("col"), d["column"] and str(d["column"]))
        equal("title", fields["title"], f"{d['code']} {d['rule']}")
        message = unescape(match[3], [("%25", "%")])
        if (d["message"] + (d["hint"] or "")).isprintable():
            ending = f" {d['code']} {d['rule']}: {d['message']}" + (f"; {d['hint']}" if d["hint"] else "")
            assert message.endswith(ending), f"{message!r} does not end with {ending!r}"
    counts = report["summary"]
    passed = sum(package["passed"] for package in report["packages"])
    equal(
        "summary",
        lines[len(commands)],
        f"inspect-evals-lint: {passed}/{len(report['packages'])} packages passed; {counts['fail']} failed, "
        f"{counts['warn']} warnings, {counts['suppressed']} suppressed",
    )
    equal("note beyond ten", len(lines) - len(commands) - 1, int(counts["fail"] > 10 or counts["warn"] > 10))


# ---- Markdown ----


def read_markdown(output, report, root):
    if not shutil.which("cmark"):
        return
    done = subprocess.run(["cmark", "--to", "xml"], input=output.encode(), stdout=subprocess.PIPE, check=True)
    text = re.sub(r' xmlns="[^"]*"|<!DOCTYPE[^>]*>', "", done.stdout.decode())
    document = xml.etree.ElementTree.fromstring(text)
    allowed = {"document", "heading", "paragraph", "list", "item", "text", "softbreak", "code", "strong", "emph"}
    for node in document.iter():
        if node.tag == "link":
            assert node.get("destination").startswith(PAGES), f"a link to {node.get('destination')}"
        elif node.tag == "html_inline":
            assert node.text in ("<br>", "<!-- -->"), f"HTML: {node.text}"
        elif node.tag == "html_block":
            details = r"<details>\n<summary>\d+ rule\(s\) not met, with warnings or suppressed</summary>\n|</details>\n"
            assert re.fullmatch(details, node.text), f"HTML: {node.text}"
        else:
            assert node.tag in allowed, f"there is a {node.tag}"
        if node.tag == "text":
            assert not re.search(r"@\S|#\S|www\.\S", node.text), f"GitHub makes links of {node.text!r}"
    equal("headings", [h.get("level") for h in document.iter("heading")], ["3"] * len(report["packages"]))
    names = ["".join(h.find("code").itertext()).strip() for h in document.iter("heading")]
    equal("names of packages", names, [package["name"] for package in report["packages"]])
    items = [item for outer in document.findall("list/item") for item in outer.findall("list/item")]
    equal("findings", len(items), len(findings(report)))
    for item, d in zip(items, findings(report)):
        whole = "".join(node.text or "" for node in item.iter() if node.tag in ("text", "code"))
        if d["message"].isprintable():
            assert d["message"] in whole, f"{whole!r} lacks {d['message']!r}"


# ---- HTML ----


class Page(HTMLParser):
    void = {"meta", "link", "input"}

    def __init__(self):
        super().__init__()
        self.open = []
        self.count = {}
        self.texts = {}

    def handle_starttag(self, tag, attributes):
        self.count[tag] = self.count.get(tag, 0) + 1
        for name, value in attributes:
            assert not name.startswith("on") and name not in ("src", "style"), f"<{tag} {name}>"
            if name == "href":
                assert value.startswith(("#", PAGES)) or value == "data:,", f"a link to {value}"
        if tag not in self.void:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> where it does not belong"

    def handle_data(self, data):
        self.texts[self.open[-1] if self.open else ""] = self.texts.get(self.open[-1] if self.open else "", "") + data


def read_html(output, report, root):
    page = Page()
    page.feed(output)
    page.close()
    equal("elements left open", page.open, [])
    equal("scripts, styles", (page.count["script"], page.count["style"]), (1, 1))
    known = set(
        "html head meta link title style body header h1 p code main section h2 div table thead tr th a tbody td span "
        "tfoot ul li form label select option input fieldset legend output button h3 small article h4 mark pre ol b "
        "script".split()
    )
    equal("unknown elements", set(page.count) - known, set())
    entries = len(findings(report)) + sum(len(package["outcomes"]) for package in report["packages"])
    equal("entries", page.count["article"], entries)
    assert "hostile" not in page.texts["script"], "something of the repository stands in the script"


# ---- SARIF ----


def uri_of(result):
    return result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]


def byte_column(root, uri, region):
    """The column in bytes that the one in UTF-16 code units stands for."""
    with open(f"{root}/".encode() + urllib.parse.unquote_to_bytes(uri), "rb") as stream:
        line = stream.read().split(b"\n")[region["startLine"] - 1].decode()
    units = line.encode("utf-16-le")[: 2 * (region["startColumn"] - 1)]
    return len(units.decode("utf-16-le").encode()) + 1


def read_sarif(output, report, root):
    document = json.loads(output)
    equal("version", document["version"], "2.1.0")
    (run,) = document["runs"]
    equal("kind of columns", run["columnKind"], "utf16CodeUnits")
    rules = run["tool"]["driver"]["rules"]
    equal("results", len(run["results"]), len(findings(report)))
    for result, d in zip(run["results"], findings(report)):
        equal("rule", (rules[result["ruleIndex"]]["id"], result["ruleId"]), (d["code"], d["code"]))
        equal("level", result["level"], d["severity"])
        equal("suppressed", "suppressions" in result, d["status"] == "suppressed")
        assert re.fullmatch(r"[A-Za-z0-9._~/%-]+", uri_of(result)), f"{uri_of(result)!r} is not encoded"
        name = urllib.parse.unquote_to_bytes(uri_of(result)).decode("utf-8", "replace")
        if "\ufffd" not in name:
            equal("file", name, d["file"])
        region = result["locations"][0]["physicalLocation"].get("region", {})
        equal("line", region.get("startLine"), d["line"])
        if d["column"]:
            equal("column", byte_column(root, uri_of(result), region), d["column"])
        assert not re.search(r"(?<!\\)\]\(", result["message"]["text"]), "a message has a link"
        if d["code"] == "IESC002" and d["column"]:
            steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
            equal("last step", steps[-1]["location"]["physicalLocation"]["region"]["startLine"], d["line"])
            for step in steps:
                place = step["location"]["physicalLocation"]
                byte_column(root, place["artifactLocation"]["uri"], place["region"])
    prints = [result["partialFingerprints"]["cordon/v1"] for result in run["results"]]
    equal("fingerprints", len(set(prints)), len(prints))


def schema(output, path):
    import jsonschema

    with open(path, encoding="utf-8") as stream:
        validator = jsonschema.Draft4Validator(json.load(stream))
    errors = [f"{'/'.join(map(str, e.path))}: {e.message}" for e in validator.iter_errors(json.loads(output))]
    assert not errors, "; ".join(errors[:3])


# ---- JUnit, GitLab ----


def read_junit(output, report, root):
    suites = xml.etree.ElementTree.fromstring(output)
    equal("suites", [s.get("name") for s in suites], [p["name"] for p in report["packages"]])
    for suite, package in zip(suites, report["packages"]):
        equal("cases", len(suite), len(package["rules"]))
        for case, rule in zip(suite, package["rules"]):
            equal("name", case.get("name"), f"{rule['code']} {rule['rule']}")
            equal("failure", case.find("failure") is not None, rule["status"] == "fail")
            equal("skipped", case.find("skipped") is not None, rule["status"] == "skip")
            lines = "".join(case.itertext()).strip()
            equal("lines", len(lines.splitlines()), len(rule["diagnostics"]) if rule["status"] != "skip" else 0)
        for name, status in (("failures", "fail"), ("skipped", "skip")):
            equal(name, int(suite.get(name)), package["score"][status])
        equal("tests", int(suite.get("tests")), len(suite))
    for name in ("tests", "failures", "skipped"):
        equal(name, int(suites.get(name)), sum(int(suite.get(name)) for suite in suites))


def read_gitlab(output, report, root):
    issues = json.loads(output)
    wanted = findings(report, "fail", "warn")
    equal("issues", len(issues), len(wanted))
    for issue, d in zip(issues, wanted):
        assert re.fullmatch("[0-9a-f]{32}", issue["fingerprint"]), issue["fingerprint"]
        equal("severity", issue["severity"], "major" if d["status"] == "fail" else "minor")
        equal("rule", issue["check_name"], d["rule"])
        equal("description", issue["description"], d["message"])
        equal("location", issue["location"], {"path": d["file"], "lines": {"begin": d["line"] or 1}})
    equal("fingerprints", len({issue["fingerprint"] for issue in issues}), len(issues))
