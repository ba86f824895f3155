#!/usr/bin/env python3
"""What CPython 3.13 reports of files that it refuses, where that is not simply the first token that does not fit.

    test_refused.py PROGRAM

Class and line are those that CPython gave.
"""

import re
import subprocess
import sys

WRONG = "foo bar\n"
BLOCK = "if 1:\nx\n"
CASES = [
    ("print[1]\n" + WRONG, "SyntaxError", 1),
    ("x = print[1]\n" + WRONG, "SyntaxError", 1),
    ("exec -1\n" + WRONG, "SyntaxError", 1),
    ("lambda: print[1]\n" + WRONG, "SyntaxError", 1),
    ("print[1]\n" + BLOCK, "SyntaxError", 1),
    ("print[1]\n  x\n", "SyntaxError", 1),
    ("print[1]\n'abc\n", "SyntaxError", 2),
    ("x + print[1]\n" + WRONG, "SyntaxError", 2),
    ("print[1:2]\n" + WRONG, "SyntaxError", 2),
    ("print[1] = 3\n" + WRONG, "SyntaxError", 2),
    ("print[1]: int\n" + WRONG, "SyntaxError", 2),
    ("del print[1]\n" + WRONG, "SyntaxError", 2),
    ("printx[1]\n" + WRONG, "SyntaxError", 2),
    ("print in a\n" + WRONG, "SyntaxError", 2),
    ("type X[T = int] = list[T]\n\n" + WRONG, "SyntaxError", 1),
    ("type X[*T = int] = list[T]\n" + WRONG, "SyntaxError", 1),
    ("type X[T: int = int] = list[T]\n" + WRONG, "SyntaxError", 2),
    ("class A[T = int]: pass\n" + WRONG, "SyntaxError", 2),
    ("match (x)\n" + BLOCK, "SyntaxError", 3),
    ("match(x).y\n" + BLOCK, "SyntaxError", 3),
    ("match (x), y\n" + BLOCK, "SyntaxError", 3),
    ("match(a=1)\n\n" + WRONG, "SyntaxError", 1),
    ("match(*a)\n" + WRONG, "SyntaxError", 1),
    ("f(a=1, b\n 'x',\n c)\n", "SyntaxError", 3),
    ("f(a=1, b\n 'x'\n)\n", "SyntaxError", 3),
    ("match(x); y\n" + BLOCK, "IndentationError", 3),
    ("match[1] = 3\n" + BLOCK, "IndentationError", 3),
    # What is cut off where it cannot be read on, and what is looked at behind the first mistake.
    ('a[a]=\\\n[,', "SyntaxError", 2),
    ('match not\\\nx\\\n-', "SyntaxError", 3),
    ("_(é,*{'':a(a='',None\n{", "SyntaxError", 1),
    ('[c=\n*{', "SyntaxError", 1),
    ("a\\\n='',=", "SyntaxError", 1),
    ('b\\\n=*a=', "SyntaxError", 2),
    ('match[]\\\na', "SyntaxError", 2),
    ('match(yield\n  a"")', "SyntaxError", 2),
    ('try:\n    while"""""":a,exec[a]=a\n\n', "SyntaxError", 3),
    ("a(a='',a:=\\\n)", "SyntaxError", 1),
    ('a[\\\na]={:', "SyntaxError", 2),
    ('match not(\nfor[', "SyntaxError", 2),
    ('match(...("")),a:=\\\n=', "SyntaxError", 2),
    ("a[''for''\n]", "SyntaxError", 2),
    ('print[...:\\\n]x', "SyntaxError", 2),
    ('a a[\\\n](a a', "SyntaxError", 1),
    ("with\\\n1.5,{a for b in()()()if{()}}:type a[*a=*{x:('')\n,None:a}c(é", "SyntaxError", 3),
    ('((\n    a)a)', "SyntaxError", 2),
    ("f'''{c!rx\n{'''", "SyntaxError", 2),
    ("f'''{c!\nrx}'''", "SyntaxError", 1),
    ('a[a,[]\n    for a in a=(""', "SyntaxError", 1),
    ('{"":1024,f\'{1024,\n    ,', "SyntaxError", 2),
    ('[a[a]]\\\n{import', "SyntaxError", 2),
    ('a(a=(()),(),\n        (!', "SyntaxError", 2),
    ('def a()->None:(a/"")(\n        ):=()', "SyntaxError", 1),
    ('def a()->\\\n\n', "SyntaxError", 1),
    ('a a(*\n    )', "SyntaxError", 2),
    ('():a{\n        [', "SyntaxError", 2),
    ("f'{[\n   lambda(>", "SyntaxError", 1),
    ("''{\na{", "SyntaxError", 2),
    ('a{\na a(', "SyntaxError", 2),
    ('32{\n        {"":,', "SyntaxError", 2),
    ('a(a="",lambda\n        {})', "SyntaxError", 1),
    ('(""\n[]"")', "SyntaxError", 1),
    ('a a f\'{\n"""', "SyntaxError", 2),
    ('a{\n  a{}}', "SyntaxError", 2),
    ('()(a.a:=\n(', "SyntaxError", 1),
    ('a(a={""()},await\n        )', "SyntaxError", 1),
    ('a={1:(\n                "")13:(', "SyntaxError", 2),
    ('a(a=(\n                "")é,(', "SyntaxError", 2),
    ('a((),a async\n)', "SyntaxError", 1),
    ('def a():\n    if a=(("")\n    f"', "SyntaxError", 3),
    ("def a[\n    [''", "SyntaxError", 1),
    ('def a(a:a[a],a**\n    \\ ', "SyntaxError", 2),
    ('a a\\\na\\\n', "SyntaxError", 2),
    ('print\\\na()', "SyntaxError", 1),
    ('def a(a:[])->a[\\\n]', "SyntaxError", 1),
    ('for a\\\n-a', "SyntaxError", 1),
    ("a\\\n=='':a.", "SyntaxError", 1),
    ('lambda*\\\n:', "SyntaxError", 2),
    ("a\\\nf'{\n,", "SyntaxError", 2),
    ("a:a[a],f'{\n)", "SyntaxError", 2),
    ('def a(a:a[a],a\\\n:[[if]', "SyntaxError", 2),
    ('def a(a:a[a]):\n    if a[]', "SyntaxError", 2),
    ('a[\\\na]={"";""', "SyntaxError", 2),
    ('a[T]\nclass(', "SyntaxError", 2),
    ('a[a\\\n]={->', "SyntaxError", 2),
    ('a(**(),\\\n*a)', "SyntaxError", 1),
    ('{"":"",""\\\n{', "SyntaxError", 1),
    ('def a()->a[[]]:\n    def a([', "SyntaxError", 2),
    # Taken for a pattern by position, as '_' is one.
    ("match a:\n  case A(b, _=c): pass\n", "SyntaxError", 2),
    # Read by the invalid_... rules of the grammar, on which the line depends.
    ("3, a a:\n x\n", "SyntaxError", 1),
    ("b = 1\nx, a(a=b\n a(\n", "SyntaxError", 3),
    ('""(a=(), a, a="", a:=\n{', "SyntaxError", 1),
    ('{(\n)"" f"{a a``', "SyntaxError", 1),
    ("match[*print[a]]\n  x\n", "SyntaxError", 2),
    ("try:\n  match ''\nexcept a:\n  pass\nexcept *b:\n pass\n  match ''\n", "SyntaxError", 2),
    ("x = {1: 2,\n lambda\n a", "SyntaxError", 1),
    ("exec[b\n](,", "SyntaxError", 1),
    ("[*a a\n(", "SyntaxError", 2),
    ("_ = [], = *{...\n", "SyntaxError", 1),
    ("def\\\nc[c\n=é{", "SyntaxError", 3),
    ("[*exec[é]*a]\n,", "SyntaxError", 2),
    ("match None:\n    case(a(a=a\n,_))", "SyntaxError", 3),
    ("def a()->(a:='')\\\n.a()if''", "SyntaxError", 1),
    ("def é()->lambda\\\na,*:", "SyntaxError", 2),
    ("class A[T=\n1](x for x in y", "SyntaxError", 2),
    ("f(a=1, b\n=2, c\n)", "SyntaxError", 3),
    ("del a, (b,\nc())", "SyntaxError", 2),
    ("with a as (b,\nc()): pass", "SyntaxError", 2),
    ("x = [\ny for (z,\n1) in w]", "SyntaxError", 3),
    ("f(**a,\n*b)", "SyntaxError", 1),
    ("x = 'a' b'c'\\\n+ 1", "SyntaxError", 2),
    ("'\\N{x}' \\\n'", "SyntaxError", 2),
    ("{1:2,\n**a, *b}", "SyntaxError", 2),
    ("match a:\n case 1j + \\\n1: pass", "SyntaxError", 2),
    ("f'{a!\nr}'", "SyntaxError", 1),
    ("x = f'''{\na b}'''", "SyntaxError", 2),
    ("a\n if b else c\n", "IndentationError", 2),
    # A statement with more in it than is read again.
    ("x = [" + "a, " * 2000000 + "\n b = 1]", "SyntaxError", 2),
    # However often something is looked for, it ends.
    ("_ " * 100000, "SyntaxError", 1),
    ("(_ " * 190 + "_ " * 100000, "SyntaxError", 1),
    ("{a " * 190 + "b " * 100000, "SyntaxError", 1),
    ("a[b] " * 100000, "SyntaxError", 1),
    ("for a-" * 50000, "SyntaxError", 1),
]


def main():
    failed = 0
    for source, error, line in CASES:
        done = subprocess.run([sys.argv[1], "ast", "--python-version", "3.13", "-"], input=source.encode(), capture_output=True)
        first = done.stderr.decode().splitlines()[:1]
        found = re.match(r"<stdin>:(\d+):\d+: (\w+)", first[0]) if first else None
        if not found or (found[2], int(found[1])) != (error, line):
            failed += 1
            print(f"{source!r}: {first} instead of {error} on line {line}")
    print(f"{len(CASES) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
