#!/usr/bin/env python3
"""Runs `cordon probe` on the cases of a folder and compares results.

    run_cases.py PROGRAM FOLDER

A file is JSON: {"about", "cases": [...]}. A case has id, about, command ("scan" or "check"), recipe (text, lines, or
{"base64"}), for scan log (parts: text, {"base64"} or {"repeat": [text, count]}) and trial; exit, and result (keys that are
compared) or mentions (words on standard error when the recipe is refused).
"""

import base64
import json
import pathlib
import subprocess
import sys
import tempfile


def content(part):
    if isinstance(part, str):
        return part.encode()
    if isinstance(part, list):
        return "".join(line + "\n" for line in part).encode()
    if "repeat" in part:
        text, count = part["repeat"]
        return text.encode() * count
    return base64.b64decode(part["base64"])


def command(program, case, folder):
    (folder / "recipe.yaml").write_bytes(content(case["recipe"]))
    if case["command"] == "check":
        return [program, "probe", "check", "recipe.yaml"]
    with open(folder / "trial.log", "wb") as log:
        for part in case["log"]:
            log.write(content(part))
    trial = case["trial"]
    words = [program, "probe", "scan", "--recipe", "recipe.yaml", "--log", "trial.log", "--output-format", "json",
             "--exit-code", str(trial["exit_code"]), "--walltime-sec", repr(float(trial["walltime_sec"]))]
    if trial["peak_vram_mib"] is not None:
        words += ["--peak-vram-mib", str(trial["peak_vram_mib"])]
    return words + (["--timed-out"] if trial["timed_out"] else [])


def differences(case, done):
    errors = done.stderr.decode(errors="replace")
    if done.returncode != case["exit"]:
        yield f"exit {done.returncode}, expected {case['exit']}: {errors.strip()}"
    elif case["exit"] == 2:
        if done.stdout:
            yield "a refusal wrote to standard output"
        if not errors.strip():
            yield "a refusal says nothing"
        for word in case.get("mentions", ()):
            if word not in errors:
                yield f"{word!r} is not mentioned: {errors.strip()}"
    elif case["command"] == "check":
        if not done.stdout.strip():
            yield "an accepted recipe got no line"
    else:
        result = json.loads(done.stdout)
        for key, value in case.get("result", {}).items():
            if key not in result or json.dumps(result[key], sort_keys=True) != json.dumps(value, sort_keys=True):
                yield f"{key}: {result.get(key)!r}, expected {value!r}"


def main():
    program, cases = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
    passed = failed = 0
    for path in sorted(cases.glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8"))["cases"]:
            with tempfile.TemporaryDirectory() as folder:
                words = command(program, case, pathlib.Path(folder))
                done = subprocess.run(words, cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, timeout=120)
            found = list(differences(case, done))
            passed, failed = passed + (not found), failed + bool(found)
            for line in found:
                print(f"{path.stem}/{case['id']}: {line}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
