"""Prints what the package inspect_evals_lint says of the repository in the working folder.

It uses what is documented of the package and nothing else, so that the module of this project and the public one can
be told apart only by what they print. Messages are left out: they are each module's own.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path

from inspect_evals_lint import (
    CATEGORIES,
    REGISTER_CONFIG,
    ConfigError,
    PRESETS,
    RULE_STATUS_ORDER,
    UnsupportedLayoutError,
    evaluation_names,
    get_rule,
    helper_names,
    lint_package,
    lint_repository,
    lint_task_files,
    load_config,
    rules,
    task_layout,
)
from inspect_evals_lint.render import render_markdown

if not callable(rules):  # in the public package a module of that name hides the function
    from inspect_evals_lint.registry import rules

NOT_PUBLIC = {"IESC002"}  # not in the public release


def show_score(word, score):
    print(word, json.dumps(score.to_dict(), sort_keys=True))
    print(word, score.passing, score.applicable, score.score)
    for category, part in sorted(score.by_category.items()):
        print(word, category, part.passing, part.applicable, part.score, part.pass_, part.fail, part.warn, part.skip,
              part.suppressed)


def show_package(package):
    print("package", package.name, package.kind, package.passed(), bool(package.skipped), package.summary())
    for finding in package.diagnostics:
        print("finding", finding.rule.code, finding.rule.name, finding.status, finding.severity, finding.location,
              finding.file, finding.line, finding.column, finding.end_line, finding.suppressed, bool(finding.message))
    for outcome in package.outcomes:
        print("outcome", outcome.rule.code, outcome.status)
    for entry in package.rule_statuses():
        print("rule", entry.rule.code, entry.status, len(entry.outcomes), len(entry.diagnostics))
    print("statuses", package.statuses(), package.rules_run())
    show_score("score", package.score())


def show_run(run):
    print("run", run.root, run.passed(), run.summary(), [package.name for package in run.of_kind("helper")])
    show_score("total", run.score())
    for package in run.packages:
        show_package(package)
    document = run.to_dict()
    for key in ("version", "schema_version"):
        print(key, type(document.pop(key)).__name__)
    for package in document["packages"]:
        for item in (*package["outcomes"], *package["diagnostics"]):
            item["message"] = bool(item["message"])
            item["hint"] = None
        package["skipped"] = bool(package["skipped"])
    print("document", json.dumps(document, sort_keys=True))


def show_markdown(run):
    asked = []

    def source_link(path, line):
        asked.append((path, line))
        return f"https://example.org/{path}#L{line}" if line else None

    text = render_markdown(run, source_link=source_link, docs_base="https://example.org/rules")
    print("asked", asked)
    print("linked", sorted(word for word in text.replace("(", " ").replace(")", " ").split()
                           if word.startswith("https://example.org/")))


def show_config(config):
    for name in ("source_root", "tests_root", "tests_layout", "readme_location", "eval_yaml_required", "import_prefix",
                 "registry", "registry_module", "eval_yaml_required_fields", "isolated_packages_dir",
                 "per_eval_dependency_group", "select", "ignore", "exclude", "per_file_ignores"):
        print("config", name, repr(getattr(config, name)))
    print("config", sorted(config.helper_dirs), sorted(config.ignore_dirs))
    print("config", sorted((rule, sorted(pairs)) for rule, pairs in config.allowlists.items()))


def show_task(root, path):
    try:
        print("task", layout_of(root, path))
        show_run(lint_task_files(root, [path], without_new_rules(REGISTER_CONFIG)))
    except UnsupportedLayoutError as error:
        print("unsupported", path, isinstance(error, ValueError))


def layout_of(root, path):
    layout = task_layout(root, path)
    return layout.eval_name, layout.source_root, layout.import_prefix


def without_new_rules(config):
    return replace(config, ignore=(*config.ignore, *NOT_PUBLIC))


def show_all(root):
    try:
        config = without_new_rules(load_config(root))
    except ConfigError as error:
        print("refused", isinstance(error, ValueError))
        return
    show_config(config)
    names = evaluation_names(root, config)
    print("names", names, helper_names(root, config))
    run = lint_repository(root, config)
    show_run(run)
    show_markdown(run)
    for name in (*names[:1], "no_such_package"):
        show_package(lint_package(root, name, config))
        show_package(lint_package(root, name, check="IEFS001"))
        show_package(lint_package(root, name, config, check="registry"))
    for path in sorted(root.glob(f"{config.source_root}/*/*.py"))[:2]:
        show_task(root, str(path.relative_to(root)))
    for path in ("no/such/file.py", "../outside.py", "pyproject.toml", config.source_root):
        show_task(root, path)


def show_rules():
    for rule in rules():
        if rule.code not in NOT_PUBLIC and not getattr(rule, "preview", False):
            print(rule.code, rule.name, rule.category, sorted(rule.scopes), rule.allowlist, bool(rule.summary),
                  bool(rule.doc), get_rule(rule.name) is rule, get_rule(rule.code) is rule)
    print(get_rule("no_such_rule"), CATEGORIES, RULE_STATUS_ORDER)
    for name, preset in PRESETS.items():
        print(name)
        show_config(preset)


if sys.argv[1:] == ["rules"]:
    show_rules()
else:
    show_all(Path("."))
    show_all(Path.cwd())
