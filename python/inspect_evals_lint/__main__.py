"""python -m inspect_evals_lint: the program that was installed beside the package."""

import os
import sys
import sysconfig

program = os.path.join(sysconfig.get_path("scripts"), "inspect-evals-lint")
try:
    os.execv(program, [program, *sys.argv[1:]])
except OSError as error:
    sys.exit(f"{program}: {error.strerror}; install the package anew")
