"""What code could try in order to get out of the sandbox, or to harm its host.

A quiet attack is a piece of Python that ends without an exception if it succeeds. All of them are
tried in one run; `host` tells them what there is outside. A loud one is a script of its own that
uses up something, or does not want to end.
"""

from __future__ import annotations

from typing import NamedTuple


class Quiet(NamedTuple):
    """A piece of code, and the exception in which it has to end."""

    code: str
    refusal: str


class Loud(NamedTuple):
    """A script, and the words in which the run has to end: `stopped`, or the errors' last line."""

    code: str
    end: str


PREFACE = """
import ctypes, errno, fcntl, json, mmap, os, pathlib, resource, shutil, signal, socket, stat
import struct, subprocess, sys, time
host = json.load(open("host.json"))
libc = ctypes.CDLL(None, use_errno=True)

def call(function, *arguments):
    result = function(*arguments)
    if result == -1:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result

def any_of(*attempts):
    for attempt in attempts[:-1]:
        try:
            return attempt()
        except Exception:
            pass
    return attempts[-1]()

def write(path, flags=0):
    os.write(os.open(path, os.O_WRONLY | flags), b"x")
"""

RUNNER = f"""{PREFACE}
said = {{}}
for name, code in json.load(open("attacks.json")).items():
    try:
        exec(code, dict(globals()))
        said[name] = "succeeded"
    except BaseException as error:
        said[name] = f"{{type(error).__name__}}: {{error}}"
print(json.dumps(said))
"""

_ABSENT = "FileNotFoundError"
_READ_ONLY = "OSError: .*Read-only file system"
_FORBIDDEN = "PermissionError"
_NOTHING = "AssertionError"

QUIET: dict[str, Quiet] = {
    # First, since others leave some open.
    "descriptors that were left open": Quiet(
        "found = os.listdir('/proc/self/fd'); assert set(found) - set('0123'), found",
        _NOTHING,
    ),
    # What the papers' agents did.
    "installing a package": Quiet(
        "subprocess.run([sys.executable, '-m', 'pip', 'install', '--retries', '0', '--target',"
        " '/sandbox/lib', 'colorama'], check=True, stdout=2)",
        "CalledProcessError",
    ),
    "downloading a package": Quiet(
        "import urllib.request as r; r.urlopen('https://pypi.org/simple/colorama', timeout=1)",
        "URLError",
    ),
    "writing a file into the root": Quiet("write('/planted', os.O_CREAT)", _READ_ONLY),
    "writing a file into the system": Quiet(
        "any_of(lambda: write('/usr/local/bin/planted', os.O_CREAT),"
        " lambda: write('/etc/planted', os.O_CREAT), lambda: write('/dev/planted', os.O_CREAT))",
        _READ_ONLY,
    ),
    "writing over a given file": Quiet(
        "any_of(lambda: write('host.json'), lambda: write('host.json', os.O_TRUNC),"
        " lambda: os.truncate('host.json', 0), lambda: os.chmod('host.json', 0o666))",
        _READ_ONLY,
    ),
    "putting another file in a given one's place": Quiet(
        "pathlib.Path('other').write_text('{}'); any_of(lambda: os.remove('host.json'),"
        " lambda: os.replace('other', 'host.json'), lambda: os.rename('host.json', 'gone'))",
        "OSError: .*busy",
    ),
    "putting another folder in a given file's folder's place": Quiet(
        "any_of(lambda: os.rename('tools', 'gone'), lambda: os.rename('tools/maps', 'tools/gone'),"
        " lambda: os.mkdir('own') or os.replace('own', 'tools'), lambda: shutil.move('tools', 'x'),"
        " lambda: os.rename('tools/maps', 'gone'))",
        f"{_READ_ONLY}|OSError: .*(busy|cross-device)",
    ),
    "removing a given file's folder": Quiet(
        "any_of(lambda: os.rmdir('tools'), lambda: os.remove('tools/maps/near.py'),"
        " lambda: os.replace('host.json', 'tools/maps/near.py'), lambda: shutil.rmtree('tools'))",
        f"{_READ_ONLY}|OSError: .*busy",
    ),
    "planting code beside a given file": Quiet(
        "any_of(lambda: write('tools/planted.py', os.O_CREAT),"
        " lambda: os.symlink('/sandbox', 'tools/maps/near'), lambda: os.chmod('tools', 0o777),"
        " lambda: write('tools/maps/planted.py', os.O_CREAT))",
        _READ_ONLY,
    ),
    "planting code among the packages": Quiet(
        "any_of(*(lambda f=f: write(f + '/planted.py', os.O_CREAT) for f in sys.path if f[1:]"
        " and f != os.getcwd() and os.path.isdir(f)))",
        _READ_ONLY,
    ),
    # The host's files.
    "writing into the home": Quiet(
        "write(os.path.join(host['home'], 'planted'), os.O_CREAT)", f"{_ABSENT}|{_READ_ONLY}"
    ),
    "writing into the project": Quiet(
        "write(os.path.join(host['project'], 'planted'), os.O_CREAT)", f"{_ABSENT}|{_READ_ONLY}"
    ),
    "reading the project": Quiet("open(os.path.join(host['project'], 'README.md'))", _ABSENT),
    "reading a file of the host": Quiet("open(host['file'])", _ABSENT),
    "listing the home": Quiet(
        "found = set(os.listdir(host['home'])); assert found - {host['in home']}",
        f"{_ABSENT}|{_NOTHING}",
    ),
    "reading passwords": Quiet(
        "any_of(lambda: open('/etc/shadow'), lambda: open('/etc/passwd'))", _ABSENT
    ),
    "a symbolic link out": Quiet("os.symlink(host['file'], 'link'); open('link').read()", _ABSENT),
    "a link up and out": Quiet("os.symlink('../' * 40 + host['file'], 'up'); write('up')", _ABSENT),
    "a hard link to the system": Quiet(
        "os.link('/usr/bin/env', 'env'); write('env')", "OSError: .*(cross-device|Read-only)"
    ),
    "climbing out by the root's parents": Quiet(
        "folder = os.open('/', os.O_RDONLY)\n"
        "for _ in range(50): folder = os.open('..', os.O_RDONLY, dir_fd=folder)\n"
        "os.open(host['file'][1:], os.O_RDONLY, dir_fd=folder)",
        _ABSENT,
    ),
    # The network.
    "a TCP connection": Quiet("socket.create_connection(('192.0.2.1', 80), 1)", _FORBIDDEN),
    "a UDP packet": Quiet(
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))",
        _FORBIDDEN,
    ),
    "an IPv6 socket": Quiet("socket.socket(socket.AF_INET6, socket.SOCK_STREAM)", _FORBIDDEN),
    "the host's server on the loopback": Quiet(
        "socket.create_connection(('127.0.0.1', host['port']), 1)", _FORBIDDEN
    ),
    "the host's UNIX socket": Quiet(
        "socket.socket(socket.AF_UNIX).connect(host['socket'])", _ABSENT
    ),
    "the host's abstract socket": Quiet(
        "socket.socket(socket.AF_UNIX).connect(chr(0) + host['abstract'])", "ConnectionRefusedError"
    ),
    "a netlink socket": Quiet("socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)", _FORBIDDEN),
    "a raw socket": Quiet(
        "any_of(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW),"
        " lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))",
        _FORBIDDEN,
    ),
    "a pair of network sockets": Quiet("socket.socketpair(socket.AF_INET)", _FORBIDDEN),
    "a socket to the host's machine monitor": Quiet(
        "socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)", _FORBIDDEN
    ),
    "asking for a name's address": Quiet("socket.getaddrinfo('example.org', 80)", "gaierror"),
    # Other processes.
    "seeing other processes": Quiet(
        "pids = {int(p) for p in os.listdir('/proc') if p.isdigit()};"
        " assert pids - {1, os.getpid()}, pids",
        _NOTHING,
    ),
    "another process's environment": Quiet(
        "any_of(lambda: open(f\"/proc/{host['bystander']}/environ\"),"
        " lambda: open('/proc/1/environ'))",
        _FORBIDDEN,
    ),
    "the secret in the environment": Quiet(
        "assert host['secret'] in str(os.environ) + open('/proc/self/environ').read()", _NOTHING
    ),
    "the root of the first process": Quiet("open('/proc/1/root' + host['file'])", _FORBIDDEN),
    "a false report of its own end": Quiet(
        "any_of(lambda: os.listdir('/proc/1/fd'), lambda: write('/proc/1/fd/3'),"
        " lambda: open('/proc/1/maps'))",
        _FORBIDDEN,
    ),
    "signals to the first process": Quiet(
        "for n in set(signal.Signals) - {signal.SIGCHLD}: os.kill(1, n)\n"
        "time.sleep(0.05); assert not os.path.exists('/proc/1')",
        _NOTHING,
    ),
    "tracing another process": Quiet(
        "any_of(lambda: call(libc.ptrace, 16, host['bystander'], 0, 0),"
        " lambda: call(libc.ptrace, 16, 1, 0, 0))",
        f"{_FORBIDDEN}: .*not permitted",
    ),
    "reading another process's memory": Quiet(
        "any_of(lambda: call(libc.process_vm_readv, 1, 0, 0, 0, 0, 0),"
        " lambda: write('/proc/1/mem'))",
        _FORBIDDEN,
    ),
    "killing the parent": Quiet(
        "os.kill(os.getppid(), 9); time.sleep(0.05); assert not os.path.exists('/proc/1')", _NOTHING
    ),
    "killing a process of the host": Quiet("os.kill(host['bystander'], 9)", "ProcessLookupError"),
    "killing everybody": Quiet("os.kill(-1, 9); assert 0", f"ProcessLookupError|{_NOTHING}"),
    "writing into its own memory's file": Quiet("open('/proc/self/mem', 'r+b')", _READ_ONLY),
    "kernel settings": Quiet(
        "any_of(lambda: write('/proc/sys/kernel/core_pattern'),"
        " lambda: write('/proc/sys/vm/overcommit_memory'),"
        " lambda: write('/proc/sys/user/max_user_namespaces'),"
        " lambda: write('/proc/self/oom_score_adj'))",
        _READ_ONLY,
    ),
    "the magic key": Quiet("write('/proc/sysrq-trigger')", f"{_ABSENT}|{_FORBIDDEN}|{_READ_ONLY}"),
    "the kernel's memory and log": Quiet(
        "any_of(lambda: open('/proc/kcore', 'rb'), lambda: open('/proc/kmsg'),"
        " lambda: call(libc.klogctl, 3, ctypes.create_string_buffer(9), 9))",
        _FORBIDDEN,
    ),
    # Rights.
    "becoming root": Quiet(
        "any_of(lambda: os.setuid(0), lambda: os.setresuid(0, 0, 0), lambda: os.setgroups([0]))",
        _FORBIDDEN,
    ),
    "a program that makes root": Quiet(
        "subprocess.run(['su', '-c', 'true'], check=True, stdin=subprocess.DEVNULL, stderr=-3)",
        f"CalledProcessError|{_ABSENT}|{_FORBIDDEN}",
    ),
    "capabilities": Quiet(
        "status = dict(l.split(':', 1) for l in open('/proc/self/status'));"
        " assert int(status['CapEff'], 16) | int(status['CapBnd'], 16)"
        " or not int(status['NoNewPrivs'])",
        _NOTHING,
    ),
    "raising its own limits": Quiet(
        "any_of(*(lambda n=n: resource.setrlimit(n, (resource.getrlimit(n)[1] + 1,) * 2)"
        " for n in (resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_NPROC,"
        " resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE)))",
        "ValueError|PermissionError",
    ),
    "going before others": Quiet(
        "any_of(lambda: os.nice(-5),"
        " lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)))",
        _FORBIDDEN,
    ),
    "mounting": Quiet(
        "any_of(lambda: call(libc.mount, b'none', b'/sandbox', b'tmpfs', 0, None),"
        " lambda: call(libc.mount, b'none', b'/', None, 32 | 4096, None),"
        " lambda: call(libc.umount2, b'/usr', 2), lambda: call(libc.umount2, b'/proc', 2))",
        _FORBIDDEN,
    ),
    "another root": Quiet(
        "any_of(lambda: os.chroot('/sandbox'), lambda: call(libc.syscall, 155, b'.', b'.'))",
        _FORBIDDEN,
    ),
    "new namespaces": Quiet(
        "any_of(*(lambda f=f: call(libc.unshare, f)"
        " for f in (0x10000000, 0x20000, 0x20000000, 0x40000000, 0x8000000)),"
        " lambda: call(libc.setns, os.open('/proc/self/ns/mnt', os.O_RDONLY), 0))",
        _FORBIDDEN,
    ),
    "a process in a namespace of its own": Quiet(
        "call(libc.syscall, 56, 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0)",
        f"{_FORBIDDEN}: .*not permitted",
    ),
    "a process in a namespace that stands in memory": Quiet(
        "flags = struct.pack('11Q', 0x10000000, 0, 0, 0, signal.SIGCHLD, *[0] * 6)\n"
        "call(libc.syscall, 435, flags, len(flags))",
        "OSError: .*not implemented",
    ),
    "a sandbox of its own": Quiet(
        "subprocess.run(['bwrap', '--unshare-all', '--bind', '/', '/', 'true'], check=True,"
        " stderr=-3)",
        f"CalledProcessError|{_ABSENT}",
    ),
    "clock and name of the machine": Quiet(
        "any_of(lambda: time.clock_settime(time.CLOCK_REALTIME, 0),"
        " lambda: socket.sethostname('mine'))",
        _FORBIDDEN,
    ),
    "switching the machine off": Quiet("call(libc.reboot, 0x1234567)", _FORBIDDEN),
    # Devices and terminals.
    "devices": Quiet(
        "any_of(*(lambda n=n: open('/dev/' + n, 'rb')"
        " for n in ('sda', 'vda', 'nvme0n1', 'mem', 'kmsg', 'kvm', 'fuse', 'ptmx', 'net/tun')))",
        _ABSENT,
    ),
    "making a device": Quiet(
        "os.mknod('disk', stat.S_IFBLK | 0o666, os.makedev(8, 0)); open('disk', 'rb')", _FORBIDDEN
    ),
    "the terminal": Quiet("open('/dev/tty')", _ABSENT),
    "typing into the terminal": Quiet(
        "any_of(*(lambda n=n: fcntl.ioctl(n, 0x5412, b'x') for n in range(3)))",
        f"{_FORBIDDEN}: .*not permitted",
    ),
    "typing into the console": Quiet(
        "fcntl.ioctl(0, 0x541C, b'x')", f"{_FORBIDDEN}: .*not permitted"
    ),
    "typing into the terminal by a number whose upper half is ignored": Quiet(
        "call(libc.syscall, 16, 0, ctypes.c_ulong(0x5412 | 1 << 32), b'x')",
        f"{_FORBIDDEN}: .*not permitted",
    ),
    # The kernel, past the C library.
    "memory that nobody counts": Quiet(
        "any_of(lambda: os.memfd_create('hidden'), lambda: call(libc.shmget, 0, 1 << 30, 0o1600))",
        f"{_FORBIDDEN}: .*not permitted",
    ),
    "the kernel's keys": Quiet(
        "call(libc.syscall, 248, b'user', b'mine', b'x', 1, -4)", f"{_FORBIDDEN}: .*not permitted"
    ),
    "parts of the kernel with a history": Quiet(
        "any_of(*(lambda n=n: call(libc.syscall, n, 0, 0, 0, 0, 0) for n in (321, 425, 298, 323)))",
        f"{_FORBIDDEN}: .*not permitted",
    ),
    "another processor's system calls": Quiet(
        "code = mmap.mmap(-1, 4096, prot=7); code.write(bytes.fromhex('b814000000cd80c3'))\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    address = ctypes.addressof(ctypes.c_char.from_buffer(code))\n"
        "    ctypes.CFUNCTYPE(ctypes.c_int)(address)()\n"
        "    os._exit(0)\n"
        "assert os.waitpid(child, 0)[1] == 0",
        _NOTHING,
    ),
}
"""The numbers of system calls are those of x86-64."""

_WAIT = "import time\ntime.sleep(60)\n"

LOUD: dict[str, Loud] = {
    "a fork bomb": Loud(
        "import os\nwhile True:\n    os.fork()", "Resource temporarily unavailable"
    ),
    "a fork bomb that goes on": Loud(
        "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass", "longer than"
    ),
    "a bomb of threads": Loud(
        "import threading, time\n"
        "while True: threading.Thread(target=time.sleep, args=(60,), daemon=True).start()",
        "can't start new thread",
    ),
    "10 GB of output": Loud(
        "import os\nfor _ in range(10_000): os.write(1, b'x' * 1_000_000)", "to standard output"
    ),
    "10 GB of errors": Loud(
        "import os\nfor _ in range(10_000): os.write(2, b'x' * 1_000_000)", "to standard error"
    ),
    "a huge file": Loud(
        "out = open('huge', 'wb')\nwhile True: out.write(b'x' * 1_000_000)", "File too large"
    ),
    "filling the folder": Loud(
        "n = 0\nwhile True:\n    n += 1\n    open(str(n), 'wb').write(b'x' * 900_000)",
        "No space left on device",
    ),
    "filling the folder by shared memory": Loud(
        "n = 0\nwhile True:\n    n += 1\n    open(f'/dev/shm/{n}', 'wb').write(b'x' * 900_000)",
        "No space left on device",
    ),
    "countless files": Loud(
        "import os\nn = 0\nwhile True:\n    n += 1\n    os.close(os.open(str(n), os.O_CREAT))",
        "more than 2,000 files and folders",
    ),
    "countless folders in folders": Loud(
        "import os\nwhile True:\n    os.mkdir('d')\n    os.chdir('d')",
        "more than 2,000 files and folders",
    ),
    "all memory": Loud("kept = []\nwhile True: kept.append(bytearray(10_000_000))", "MemoryError"),
    "all memory by many processes": Loud(
        "import os, time\nfor _ in range(6):\n    if not os.fork():\n"
        "        kept = bytearray(os.urandom(1)) * 100_000_000\n        time.sleep(60)\n" + _WAIT,
        "of memory together",
    ),
    "an endless loop": Loud("while True: pass", "longer than"),
    "an endless loop in threads": Loud(
        "import os\nfor _ in range(2): os.fork()\nwhile True: pass", "longer than"
    ),
    "sleeping for ever": Loud(_WAIT, "longer than"),
    "silence, with all outputs closed": Loud(
        "import os\nfor n in range(3): os.close(n)\n" + _WAIT, "longer than"
    ),
    "ignoring signals": Loud(
        "import signal\nfor n in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:\n"
        "    signal.signal(n, signal.SIG_IGN)\n" + _WAIT,
        "longer than",
    ),
    "stopping itself": Loud("import os\nos.kill(os.getpid(), 19)", "longer than"),
    "killing its group": Loud("import os\nos.killpg(0, 9)", ""),
    "a fault in memory": Loud("import ctypes\nctypes.string_at(0)", ""),
    "recursion without an end": Loud(
        "import sys\nsys.setrecursionlimit(10**9)\nf = lambda: f()\nf()", ""
    ),
}
