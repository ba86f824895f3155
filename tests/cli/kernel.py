"""Other kernels than this one, for tests of the sandbox."""

import ctypes
import errno
import os
import struct

PRCTL = {"x86_64": 157, "aarch64": 167}.get(os.uname().machine)
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 22, 38
# What a sandbox is made with: the number of a system call, or that and its first argument.
LANDLOCK = 444  # landlock_create_ruleset, on every machine
FILTERS = (PRCTL, PR_SET_SECCOMP)


def hide(calls):
    """Makes the kernel one that does not know these system calls, or (call, first argument)."""
    code = [(0x20, 0, 0, 0)]  # load the number of the call
    for call in calls:
        number, argument = call if isinstance(call, tuple) else (call, None)
        if argument is not None:
            code += [(0x15, 0, 3, number), (0x20, 0, 0, 16), (0x15, 0, 1, argument)]
        else:
            code += [(0x15, 0, 1, number)]
        code += [(0x06, 0, 0, 0x50000 | errno.ENOSYS), (0x20, 0, 0, 0)]
    code += [(0x06, 0, 0, 0x7fff0000)]
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in code))
    head = struct.pack("HxxxxxxQ", len(code), ctypes.addressof(program))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(PR_SET_SECCOMP, 2, head, 0, 0):
        raise OSError(ctypes.get_errno(), "no filter")
