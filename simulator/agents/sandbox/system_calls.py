"""A filter of system calls, compiled by libseccomp: what bubblewrap's namespaces leave open.

Everything is allowed but what is listed here: memory that no limit counts, parts of the kernel that
are not divided by namespaces or are known for their faults, and a second wall behind the first.
"""

from __future__ import annotations

import ctypes
import os
from errno import EACCES, ENOSYS, EPERM
from functools import cache
from socket import AF_UNIX

_LIBRARY = "libseccomp.so.2"

_REFUSED = """
    memfd_create memfd_secret shmget shmat shmctl msgget semget mq_open
    add_key keyctl request_key
    bpf io_uring_setup io_uring_enter io_uring_register perf_event_open userfaultfd
    ptrace process_vm_readv process_vm_writev kcmp pidfd_getfd
    unshare setns mount umount2 pivot_root chroot
    open_tree move_mount fsopen fsconfig fsmount fspick mount_setattr
    init_module finit_module delete_module kexec_load kexec_file_load
    acct quotactl reboot swapon swapoff syslog
""".split()
"""The first line is memory outside of all limits; keys belong to a user, not to a namespace."""

_NAMESPACES = (
    0x00020000,  # CLONE_NEWNS
    0x02000000,  # CLONE_NEWCGROUP
    0x04000000,  # CLONE_NEWUTS
    0x08000000,  # CLONE_NEWIPC
    0x10000000,  # CLONE_NEWUSER
    0x20000000,  # CLONE_NEWPID
    0x40000000,  # CLONE_NEWNET
)
_TERMINAL_INPUT = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX put characters into a terminal's input."""

_ALLOW = 0x7FFF0000
_REFUSE = 0x00050000
_NOT_EQUAL, _MASKED_EQUAL = 1, 7
_32_BITS = 0xFFFFFFFF


class _Comparison(ctypes.Structure):
    """libseccomp's `struct scmp_arg_cmp`."""

    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    )


@cache
def compiled_filter() -> bytes:
    """The filter as a BPF program for this machine's architecture.

    Raises:
        OSError: libseccomp is not there, or fails.
    """
    library = ctypes.CDLL(_LIBRARY)
    library.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(_ALLOW)))
    try:
        for name in _REFUSED:
            _refuse(library, context, name, EPERM)
        # Flags of `clone3` stand in memory, where no filter sees them; C libraries know a way out.
        _refuse(library, context, "clone3", ENOSYS)
        for flag in _NAMESPACES:
            _refuse(library, context, "clone", EPERM, (0, _MASKED_EQUAL, flag, flag))
        for command in _TERMINAL_INPUT:
            _refuse(library, context, "ioctl", EPERM, (1, _MASKED_EQUAL, _32_BITS, command))
        for name in ("socket", "socketpair"):
            _refuse(library, context, name, EACCES, (0, _NOT_EQUAL, int(AF_UNIX), 0))
        return _exported(library, context)
    finally:
        library.seccomp_release(context)


def _refuse(
    library: ctypes.CDLL,
    context: ctypes.c_void_p,
    name: str,
    error: int,
    *comparisons: tuple[int, int, int, int],
) -> None:
    """Let a call fail with an error number, if its arguments compare as given."""
    number = library.seccomp_syscall_resolve_name(name.encode())
    if number == -1:  # Too new for this libseccomp.
        return
    conditions = (_Comparison * len(comparisons))(*(_Comparison(*each) for each in comparisons))
    failed = library.seccomp_rule_add_array(
        context, ctypes.c_uint32(_REFUSE | error), number, len(comparisons), conditions
    )
    if failed:
        raise OSError(-failed, f"libseccomp cannot filter {name}")


def _exported(library: ctypes.CDLL, context: ctypes.c_void_p) -> bytes:
    descriptor = os.memfd_create("filter")
    try:
        failed = library.seccomp_export_bpf(context, descriptor)
        if failed:
            raise OSError(-failed, "libseccomp cannot write its filter")
        return os.pread(descriptor, os.fstat(descriptor).st_size, 0)
    finally:
        os.close(descriptor)
