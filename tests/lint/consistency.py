"""What must hold within any report of the linter, whatever was linted."""

import os

CATEGORIES = {
    "IEFS": "file_structure",
    "IECQ": "code_quality",
    "IETS": "tests",
    "IEBP": "best_practices",
    "IESC": "security",
}
WORST_FIRST = ["fail", "warn", "suppressed", "pass", "skip"]


def worst_statuses(entries):
    worst = {}
    for entry in entries:
        statuses = [worst.get(entry["code"], "skip"), entry["status"]]
        worst[entry["code"]] = min(statuses, key=WORST_FIRST.index)
    return worst


def score(statuses, schema):
    counts = {status: statuses.count(status) for status in WORST_FIRST}
    applicable = len(statuses) - counts["skip"]
    passing = counts["pass"] + counts["warn"] + (counts["suppressed"] if schema > 2 else 0)
    ratio = round(passing / applicable, 4) if applicable else None
    return {**counts, "applicable": applicable, "passing": passing, "score": ratio}


class Checker:
    def __init__(self, schema=2):
        self.schema = schema
        self.problems = []
        self.names = {}

    def need(self, holds, problem):
        if not holds:
            self.problems.append(problem)

    def check_rule(self, entry, statuses):
        code = entry["code"]
        self.need(entry["category"] == CATEGORIES.get(code[:4]), f"{code}: category {entry['category']}")
        self.need(self.names.setdefault(code, entry["rule"]) == entry["rule"], f"{code}: two names")
        self.need(entry["status"] in statuses, f"{code}: status {entry['status']}")
        if "message" in entry:
            message = entry["message"]
            self.need(isinstance(message, str) and len(message) > 8, f"{code}: message {message!r}")

    def check_diagnostic(self, entry):
        self.check_rule(entry, ("fail", "warn", "suppressed"))
        for key in ("line", "column"):
            value = entry[key]
            self.need(value is None or (type(value) is int and value > 0), f"{key} {value!r}")
        self.need(entry["line"] is not None or entry["column"] is None, "a column without a line")
        self.need(isinstance(entry["file"], str), f"file {entry['file']!r}")
        self.need(entry["hint"] is None or isinstance(entry["hint"], str), f"hint {entry['hint']!r}")

    def check_score(self, where, found, worst):
        """worst: (code, status) of every rule that ran."""
        wanted = score([status for _, status in worst], self.schema)
        self.need({key: found.get(key) for key in wanted} == wanted, f"{where}: score is not {wanted}")
        groups = {}
        for code, status in worst:
            groups.setdefault(CATEGORIES[code[:4]], []).append(status)
        wanted = {name: score(statuses, self.schema) for name, statuses in groups.items()}
        self.need(found.get("by_category") == wanted, f"{where}: by_category is not {wanted}")

    def check_package(self, package):
        """Its counts, and the worst status of each rule."""
        findings, outcomes, name = package["diagnostics"], package["outcomes"], package["name"]
        for entry in findings:
            self.check_diagnostic(entry)
        for entry in outcomes:
            self.check_rule(entry, ("pass", "skip"))
        statuses = [entry["status"] for entry in findings + outcomes]
        counts = {status: statuses.count(status) for status in WORST_FIRST}
        worst = worst_statuses(findings + outcomes)
        self.need(package["summary"] == counts, f"{name}: summary is not {counts}")
        ran = {rule["code"]: rule["status"] for rule in package["rules"]}
        self.need(ran == worst and len(ran) == len(package["rules"]), f"{name}: rules are not {worst}")
        for rule in package["rules"]:
            self.check_rule(rule, WORST_FIRST)
            indexes = [i for i, d in enumerate(findings) if d["code"] == rule["code"]]
            self.need(rule["diagnostics"] == indexes, f"{name}: {rule['code']} is not at {indexes}")
        self.check_score(name, package["score"], list(worst.items()))
        self.need(package["passed"] == (counts["fail"] == 0), f"{name}: passed {package['passed']}")
        return counts, list(worst.items())

    def check(self, document):
        self.need(document["schema_version"] == self.schema, f"schema_version is not {self.schema}")
        self.need(isinstance(document["version"], str), "version is no text")
        self.need(os.path.isabs(document["root"]), "root is not absolute")
        total, everything = dict.fromkeys(WORST_FIRST, 0), []
        for package in document["packages"]:
            counts, worst = self.check_package(package)
            everything += worst
            for status in WORST_FIRST:
                total[status] += counts[status]
        self.need(document["summary"] == total, f"the run: summary is not {total}")
        self.check_score("the run", document["score"], everything)
        self.need(document["passed"] is (total["fail"] == 0), f"the run: passed {document['passed']}")
        return self.problems
