#!/usr/bin/env python3
"""Compare the program's answers with the expected ones.

    run_cases.py PROGRAM FOLDER-OR-FILE...

Each line of a .jsonl file is a request of `condition eval --batch` with the answer beside it.
"""

import glob
import json
import os
import subprocess
import sys

REQUEST = ("id", "condition", "capture", "exit_code", "walltime_sec", "peak_vram_mib")
ANSWER = ("id", "accepted", "node", "line", "fired", "error")


def cases_of(places):
    for place in places:
        for path in sorted(glob.glob(os.path.join(place, "*.jsonl"))) if os.path.isdir(place) else [place]:
            with open(path, encoding="utf-8") as f:
                yield from map(json.loads, f)


def main():
    program, *places = sys.argv[1:]
    cases = list(cases_of(places))
    requests = "".join(json.dumps({key: case[key] for key in REQUEST}) + "\n" for case in cases)
    done = subprocess.run([program, "condition", "eval", "--batch", "-"], input=requests, text=True,
                          stdout=subprocess.PIPE, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    bad = 0
    for case, answer in zip(cases, answers):
        wanted = {key: case[key] for key in ANSWER}
        got = {key: answer.get(key, "absent") for key in ANSWER}
        # repr tells 1 from True.
        if repr(wanted) != repr(got):
            bad += 1
            print(f"{case['condition']!r:.200}\n  expected {wanted}\n  got      {got}  {answer.get('message', '')}")
    bad += len(cases) != len(answers)
    print(f"{len(cases)} cases, {len(answers)} answers, {bad} different")
    return 1 if bad or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
