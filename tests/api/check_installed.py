#!/usr/bin/env python3
"""Installs into an empty folder, builds the example program against that copy, shared and static, and runs it; and the
programs of the guide's page about C.

    check_installed.py SOURCE BUILD [--valgrind]     with --valgrind it must also read and free its memory as it should
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile


# The programs of the guide: their exit status over the example repository, and a part of what they print.
GUIDE = {"condition.c": (0, "fires\n"), "summary.c": (1, "`river_maps`")}


def run(*words, env=None, codes=(0,), cwd=None):
    done = subprocess.run(words, env=env, cwd=cwd, capture_output=True, text=True)
    if done.returncode not in codes:
        sys.exit(f"{' '.join(words)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def flags(env, *options):
    return run("pkg-config", *options, "cordon", env=env).split()


def run_guide(source, folder, options, env):
    with open(os.path.join(source, "docs/guide/c-and-python.md"), encoding="utf-8") as page:
        programs = re.findall(r"^```c\n(/\* (\w+\.c).*?)^```$", page.read(), re.MULTILINE | re.DOTALL)
    if {name for _, name in programs} != set(GUIDE):
        sys.exit(f"the guide has other programs than {list(GUIDE)}")
    for text, name in programs:
        path, program = os.path.join(folder, name), os.path.join(folder, name[:-2])
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        run("cc", "-Wall", "-Wextra", "-Werror", path, "-o", program, *options, env=env)
        code, part = GUIDE[name]
        printed = run(program, env=env, codes=(code,), cwd=os.path.join(source, "examples/evaluations"))
        if part not in printed:
            sys.exit(f"the guide's {name} prints {printed!r}")


def main():
    source, build = map(os.path.abspath, sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        run("meson", "install", "-C", build, "--no-rebuild", "--quiet", env=dict(os.environ, DESTDIR=folder))
        config = next(os.path.join(base, name) for base, _, names in os.walk(folder) for name in names if name == "cordon.pc")
        library = os.path.dirname(os.path.dirname(config))
        env = dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(config), PKG_CONFIG_SYSROOT_DIR=folder, LD_LIBRARY_PATH=library)
        example = os.path.join(source, "examples/c/lint.c")
        repository = os.path.join(source, "examples/evaluations")
        shared, static, cpp = (os.path.join(folder, name) for name in ("shared", "static", "cpp"))
        run("cc", "-Wall", "-Wextra", "-Werror", example, "-o", shared, *flags(env, "--cflags", "--libs"), env=env)
        run("cc", example, "-o", static, *flags(env, "--cflags"), os.path.join(library, "libcordon.a"),
            *[word for word in flags(dict(env, PKG_CONFIG_SYSROOT_DIR=""), "--static", "--libs") if word != "-lcordon"], env=env)
        expected = run(shared, repository, env=env, codes=(1,))
        if "rules met" not in expected:
            sys.exit(f"unexpected output: {expected!r}")
        if ":0" in expected:
            sys.exit(f"a place that is not known is printed: {expected!r}")
        if run(static, repository, codes=(1,)) != expected:
            sys.exit("the shared and the static library give different reports")
        if shutil.which("c++"):
            run("c++", "-x", "c++", "-Wall", example, "-x", "none", "-o", cpp, *flags(env, "--cflags", "--libs"), env=env)
        run_guide(source, folder, flags(env, "--cflags", "--libs"), env)
        program = next(os.path.join(base, name) for base, _, names in os.walk(folder) for name in names if name == "inspect-evals-lint")
        listed = run(program, "--list-rules")
        if "IEFS001" not in listed:
            sys.exit("the installed inspect-evals-lint does not list rules")
        if "--valgrind" in sys.argv:
            run("valgrind", "-q", "--leak-check=full", "--error-exitcode=9", static, repository, codes=(1,))


if __name__ == "__main__":
    main()
