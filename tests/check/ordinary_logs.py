"""Logs of programs that do not crash, as their printers write them: a megabyte of each kind, the same in every run. They have what misleads a
reader of stacks: addresses, brackets, numbers that count up, paths with lines, the words error, failed, signal, trace."""
import random

WORDS = "cache order index queue worker session table route cert node volume shard lease probe ticket batch mirror ledger".split()
MEGABYTE = 1_000_000


class Maker:
    def __init__(self, kind):
        self.chance = random.Random(kind)
        self.second = 1_764_300_000

    def word(self):
        return self.chance.choice(WORDS)

    def number(self, most):
        return self.chance.randrange(1, most)

    def hex(self, digits):
        return f"{self.chance.getrandbits(digits * 4):0{digits}x}"

    def ip(self):
        return ".".join(str(self.number(255)) for _ in range(4))

    def clock(self):
        self.second += self.chance.randrange(3)
        day = self.second % 86_400
        return f"{day // 3600:02}:{day // 60 % 60:02}:{day % 60:02}"

    def path(self):
        return f"/srv/{self.word()}/{self.word()}_{self.word()}"


def nginx(m):
    return m.chance.choice([
        lambda: f'{m.ip()} - - [28/Nov/2026:{m.clock()} +0000] "GET /{m.word()}/{m.number(9999)}?at=0x{m.hex(8)} HTTP/1.1" 200 {m.number(99999)} "-" "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101"',
        lambda: f'2026/11/28 {m.clock()} [error] {m.number(9999)}#{m.number(99)}: *{m.number(99999)} open() "{m.path()}.html" failed (2: No such file or directory), client: {m.ip()}, server: {m.word()}.example, request: "GET /{m.word()} HTTP/1.1"',
        lambda: f"2026/11/28 {m.clock()} [notice] {m.number(9999)}#{m.number(99)}: signal 17 (SIGCHLD) received from {m.number(9999)}",
        lambda: f"2026/11/28 {m.clock()} [notice] {m.number(9999)}#{m.number(99)}: worker process {m.number(9999)} exited with code 0"])()


def dmesg(m):
    at = f"[{m.number(99999):5}.{m.number(999999):06}] "
    return at + m.chance.choice([
        lambda: f"pci 0000:00:{m.number(31):02x}.0: BAR {m.number(6)}: assigned [mem 0x{m.hex(8)}-0x{m.hex(8)} 64bit pref]",
        lambda: f"BIOS-e820: [mem 0x{m.hex(16)}-0x{m.hex(16)}] usable",
        lambda: f"EXT4-fs (sda{m.number(9)}): mounted filesystem {m.hex(8)}-{m.hex(4)} r/w with ordered data mode. Quota mode: none.",
        lambda: f"usb {m.number(9)}-{m.number(9)}: new high-speed USB device number {m.number(99)} using xhci_hcd",
        lambda: f"ACPI: SSDT 0x{m.hex(16)} {m.hex(6).upper()} (v02 PmRef  Cpu0Ist  00003000 INTL 20160422)",
        lambda: f"audit: type=1400 audit(176430{m.number(9999)}.{m.number(999)}:{m.number(99)}): apparmor=\"STATUS\" operation=\"profile_load\" name=\"{m.word()}\" pid={m.number(9999)} comm=\"apparmor_parser\"",
        lambda: f"Freeing unused kernel image (rodata/data gap) memory: {m.number(9999)}K",
        lambda: "clocksource: tsc: mask: 0xffffffffffffffff max_cycles: 0x2b3e459bf4c, max_idle_ns: 440795289890 ns"])()


def journal(m):
    at = f"Nov 28 {m.clock()} host{m.number(9)} "
    return at + m.chance.choice([
        lambda: f"systemd[1]: Started {m.word()}.service - The {m.word()} of {m.word()}.",
        lambda: f"systemd[1]: {m.word()}.service: Main process exited, code=exited, status=1/FAILURE",
        lambda: f"systemd[1]: {m.word()}.service: Consumed {m.number(9)}.{m.number(999):03}s CPU time.",
        lambda: f"NetworkManager[{m.number(9999)}]: <info>  [176430{m.number(9999)}.{m.number(9999):04}] device (eth{m.number(9)}): state change: activated -> deactivating (reason 'new-activation', sys-iface-state: 'managed')",
        lambda: f"dbus-daemon[{m.number(9999)}]: [system] Activating via systemd: service name='org.{m.word()}' unit='{m.word()}.service' requested by ':1.{m.number(99)}' (uid=0 pid={m.number(9999)} comm=\"/usr/bin/{m.word()}\")",
        lambda: f"kernel: {m.word()}[{m.number(9999)}]: {m.word()} done at 0x{m.hex(8)}",
        lambda: f"cron[{m.number(9999)}]: (root) CMD (   cd / && run-parts --report /etc/cron.hourly)"])()


def npm(m):
    return m.chance.choice([
        lambda: f"npm warn deprecated {m.word()}@{m.number(9)}.{m.number(9)}.{m.number(9)}: this {m.word()} is not supported any more, use {m.word()} instead",
        lambda: f"npm http fetch GET 200 https://registry.example/{m.word()} {m.number(999)}ms (cache miss)",
        lambda: f"added {m.number(999)} packages, and audited {m.number(999)} packages in {m.number(60)}s",
        lambda: f"  {m.path()}.ts:{m.number(99)}:{m.number(60)}",
        lambda: f"  ✓ {m.word()} {m.word()}s at {m.word()} ({m.number(999)} ms)",
        lambda: f"asset {m.word()}.{m.hex(20)}.js {m.number(999)} KiB [emitted] [immutable] (name: {m.word()})",
        lambda: f"npm error code E{m.number(999)}",
        lambda: f"webpack 5.{m.number(99)}.0 compiled with {m.number(9)} warnings in {m.number(9999)} ms"])()


def pytest(m):
    return m.chance.choice([
        lambda: f"tests/test_{m.word()}.py::test_{m.word()}_{m.word()}[{m.number(99)}-0x{m.hex(4)}] PASSED [{m.number(100):3}%]",
        lambda: f"tests/test_{m.word()}.py ....s..x.... [ {m.number(99)}%]",
        lambda: f"  {m.path()}.py:{m.number(999)}: DeprecationWarning: {m.word()} is deprecated, use {m.word()}",
        lambda: f"{m.number(9)}.{m.number(99)}s call     tests/test_{m.word()}.py::test_{m.word()}",
        lambda: f"SKIPPED [{m.number(9)}] tests/test_{m.word()}.py:{m.number(99)}: needs {m.word()}",
        lambda: f"===== {m.number(999)} passed, {m.number(9)} skipped, {m.number(9)} warnings in {m.number(99)}.{m.number(99):02}s ====="])()


def kubectl(m):
    return m.chance.choice([
        lambda: f"{m.word()}-{m.hex(10)}-{m.hex(5)}   1/1     Running   {m.number(9)} ({m.number(59)}m ago)   {m.number(99)}d",
        lambda: f"  Normal   Pulled     {m.number(59)}s   kubelet            Successfully pulled image \"{m.word()}:{m.hex(7)}\" in {m.number(9)}.{m.number(999)}s",
        lambda: f"  Warning  Unhealthy  {m.number(59)}m (x{m.number(99)} over {m.number(9)}h)  kubelet  Readiness probe failed: HTTP probe failed with statuscode: 503",
        lambda: f"I1128 {m.clock()}.{m.number(999999):06}       1 {m.word()}_controller.go:{m.number(999)}] \"Reconciled\" {m.word()}=\"default/{m.word()}\" took=\"{m.number(99)}.{m.number(999)}ms\"",
        lambda: f"E1128 {m.clock()}.{m.number(999999):06}       1 reflector.go:{m.number(999)}] failed to watch *v1.{m.word()}: connection refused",
        lambda: f"    Image ID:      docker.io/{m.word()}@sha256:{m.hex(64)}",
        lambda: "      Exit Code:    137"])()


def spark(m):
    at = f"26/11/28 {m.clock()} "
    return at + m.chance.choice([
        lambda: f"INFO TaskSetManager: Finished task {m.number(99)}.0 in stage {m.number(9)}.0 (TID {m.number(9999)}) in {m.number(999)} ms on {m.ip()} (executor {m.number(9)}) ({m.number(99)}/100)",
        lambda: f"INFO BlockManagerInfo: Added broadcast_{m.number(99)}_piece0 in memory on {m.ip()}:{m.number(65535)} (size: {m.number(99)}.{m.number(9)} KiB, free: {m.number(999)}.0 MiB)",
        lambda: f"WARN HeartbeatReceiver: Removing executor {m.number(9)} with no recent heartbeats: {m.number(999999)} ms exceeds timeout 120000 ms",
        lambda: f"INFO DAGScheduler: ResultStage {m.number(99)} ({m.word()} at {m.word().title()}.scala:{m.number(999)}) finished in {m.number(9)}.{m.number(999)} s",
        lambda: f"INFO CodeGenerator: Code generated in {m.number(99)}.{m.number(999999)} ms",
        lambda: f"ERROR Utils: Uncaught signal handler for {m.word()} was replaced"])()


def auth(m):
    at = f"Nov 28 {m.clock()} host sshd[{m.number(9999)}]: "
    return at + m.chance.choice([
        lambda: f"Failed password for invalid user {m.word()} from {m.ip()} port {m.number(65535)} ssh2",
        lambda: f"Accepted publickey for {m.word()} from {m.ip()} port {m.number(65535)} ssh2: ED25519 SHA256:{m.hex(43)}",
        lambda: f"pam_unix(sshd:session): session opened for user {m.word()}(uid={m.number(9999)}) by (uid=0)",
        lambda: f"Received disconnect from {m.ip()} port {m.number(65535)}:11: Bye Bye [preauth]",
        lambda: f"error: kex_exchange_identification: banner line contains invalid characters 0x{m.hex(2)}",
        lambda: "Received signal 15; terminating."])()


def build(m):
    return m.chance.choice([
        lambda: f"[{m.number(999)}/{999}] Building CXX object {m.word()}/CMakeFiles/{m.word()}.dir/{m.word()}.cpp.o",
        lambda: f"{m.path()}.cpp:{m.number(999)}:{m.number(80)}: warning: comparison of integer expressions of different signedness: 'int' and 'size_t' [-Wsign-compare]",
        lambda: f"{m.path()}.cpp: In member function 'void {m.word()}::{m.word()}(int) const':",
        lambda: f"In file included from {m.path()}.h:{m.number(99)},",
        lambda: f"                 from {m.path()}.cpp:{m.number(99)}:",
        lambda: f"  {m.number(999):3} |   if ({m.word()} < {m.word()}.size()) return {m.word()}(0x{m.hex(8)});",
        lambda: f"      |       ~~~~~~~^~~~~~~~~~~~~~",
        lambda: f"/usr/bin/ld: {m.word()}.o: in function `{m.word()}::{m.word()}(int)':",
        lambda: f"{m.path()}.cpp:{m.number(99)}: undefined reference to `{m.word()}::{m.word()}()'",
        lambda: f"make[{m.number(4)}]: *** [Makefile:{m.number(99)}: {m.word()}.o] Error 1",
        lambda: f"PASS: {m.word()}_test"])()


def source(m):
    return m.chance.choice([
        lambda: f"  if (trace.frames[{m.number(9)}].address == 0x{m.hex(12)}) return fail(\"#{m.number(9)} 0x%p in %s\", {m.word()});",
        lambda: f"// at {m.word()}.{m.word()}({m.word().title()}.java:{m.number(99)}): see the stack of the report",
        lambda: f"    # as in file \"{m.word()}.py\", line {m.number(99)}, in {m.word()} and {m.word()}",
        lambda: f"static const uint64_t k{m.word().title()}[] = {{0x{m.hex(16)}, 0x{m.hex(16)}}};",
        lambda: f"def {m.word()}_{m.word()}(self, {m.word()}):",
        lambda: "}"])()


KINDS = {maker.__name__: maker for maker in (build, nginx, dmesg, journal, npm, pytest, kubectl, spark, auth, source)}


def logs():
    """(kind, a megabyte of it)"""
    for kind, maker in KINDS.items():
        m, lines, size = Maker(kind), [], 0
        while size < MEGABYTE:
            lines.append(maker(m) + "\n")
            size += len(lines[-1])
        yield kind, "".join(lines)
