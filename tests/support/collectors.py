"""The ways in which logs come to those who read them: behind what collectors, terminals, editors and people put before each line."""

def counted(form):
    return lambda lines: [form % (number + 41, line) for number, line in enumerate(lines)]


def timed(form):
    return lambda lines: [form % ((number // 3) % 60, line) for number, line in enumerate(lines)]


def behind(prefix):
    return lambda lines: [prefix + line for line in lines]


def fenced(before, after, prefix=""):
    return lambda lines: [*before, *[prefix + line for line in lines], *after]


def tight(before, after):
    def put(lines):
        all_lines = [*lines]
        all_lines[0] = before + all_lines[0]
        all_lines[-1] += after
        return all_lines
    return put


COLLECTORS = {
    "an ISO time": behind("2026-11-21T06:01:02Z "),
    "CRI": behind("2026-11-21T06:01:02.123456789Z stderr F "),
    "Python's time": behind("2026-11-21 06:01:02,345 "),
    "syslog": behind("Nov 21 06:01:02 host kiosk[4711]: "),
    "syslog without a number": behind("Nov 21 06:01:02 host kiosk: "),
    "syslog RFC 5424": behind("<165>1 2026-11-21T06:01:02.003Z host kiosk 4711 - - "),
    "journald full": behind("Sat 2026-11-21 06:01:02 CET host kiosk[4711]: "),
    "dmesg": behind("[ 1234.567890] "),
    "dmesg -T": behind("[Sat Nov 21 06:01:02 2026] "),
    "dmesg -x": behind("kern  :alert : [ 1234.567890] "),
    "compose": behind("web-1  | "),
    "compose v1": behind("web_1       | "),
    "kubectl --prefix": behind("[pod/web-6d4cf56db6-lx7qk/kiosk] "),
    "stern": behind("web-6d4cf56db6-lx7qk kiosk "),
    "stern, namespaces": behind("shop › web-6d4cf56db6-lx7qk › kiosk "),
    "gh run view": behind("build\tRun tests\t2026-11-21T06:01:02.1234567Z "),
    "GitHub's raw log": timed("2026-11-21T06:01:%02d.1234567Z %s"),
    "GitLab": behind("2026-11-21T06:01:02.123456Z 01O "),
    "Cloud Foundry": behind("2026-11-21T06:01:02.12+0000 [APP/PROC/WEB/0] ERR "),
    "Cloud Foundry, cf logs": behind("   2026-11-21T06:01:02.12+0000 [App/0]   OUT "),
    "Heroku": behind("2026-11-21T06:01:02.123456+00:00 app[web.1]: "),
    "threadtime": behind("11-21 06:01:02.345 13140 13177 F DEBUG   : "),
    "logcat brief": behind("F/DEBUG   (13140): "),
    "logcat tag": behind("E/shop: "),
    "quoted": behind("> "),
    "quoted twice": behind("> > "),
    "quoted tight": behind(">>"),
    "four blanks": behind("    "),
    "a tab": behind("\t"),
    "ctest": behind("5: "),
    "pytest": behind("E   "),
    "Buildkite": behind("\x1b_bk;t=1732168862123\x07"),
    "Buildkite's times": behind("[2026-11-21T06:01:02Z] "),
    "Jenkins": timed("[2026-11-21T06:01:%02d.123Z] %s"),
    "Jenkins, parallel": behind("[linux] "),
    "Maven": behind("[ERROR] "),
    "concurrently": behind("[0] "),
    "concurrently, named": behind("[web] "),
    "foreman": timed("06:01:%02d web.1  | %s"),
    "pm2": behind("0|kiosk  | "),
    "turbo": behind("web:build: "),
    "pnpm": behind("packages/web build: "),
    "torchrun": behind("[rank0]: "),
    "torchrun, tee": behind("[default3]:"),
    "mpirun": behind("[1,0]<stderr>:"),
    "srun": behind("0: "),
    "Ray": behind("(pid=1768, ip=10.0.0.1) "),
    "Ray, actor": behind("(TrainWorker pid=1768, ip=10.0.0.1) "),
    "Ray, coloured": behind("\x1b[36m(pid=1768)\x1b[0m "),
    "glog": behind("E1121 06:01:02.345678  4711 logging.cc:123] "),
    "glog, year": timed("E20261121 06:01:%02d.345678  4711 logging.cc:123] %s"),
    "absl": behind("E0000 00:00:1732168862.345678    4711 logging.cc:123] "),
    "supervisord": behind("Nov 21 06:01:02 host INFO supervisord: kiosk "),
    "Teuthology": behind("2026-11-21T06:01:02.345 INFO:tasks.ceph.osd.0.plana120.stderr:"),
    "Teuthology, journal": behind("2026-11-21T06:01:02.345 INFO:journalctl@ceph.osd.0.smithi001.stdout:"),
    "Arduino": timed("06:01:%02d.481 -> %s"),
    "ROS 2": behind("[kiosk-1] "),
    "Flutter": behind("I/flutter ( 4711): "),
    "Xcode": behind("2026-11-21 06:01:02.345 Kiosk[4711:1234] "),
    "DebugView": behind("00000012\t0.12345678\t[4711] "),
    "Airflow": behind("[2026-11-21, 06:01:02 UTC] {subprocess.py:93} INFO - "),
    "Celery": behind("[2026-11-21 06:01:02,345: WARNING/MainProcess] "),
    "Apache": behind("[Sat Nov 21 06:01:02.123456 2026] [wsgi:error] [pid 4711:tid 13] [client 10.0.0.1:5] "),
    "Spark": behind("26/11/21 06:01:02 ERROR Executor: "),
    "log4j": behind("2026-11-21 06:01:02,345 ERROR [main] c.e.shop.Kiosk - "),
    "fly": behind("2026-11-21T06:01:02Z app[148e] ams [info] "),
    "logger's level": behind("ERROR: "),
    "logger's name": behind("kiosk: "),
    "logger's level, dash": behind("ERROR - "),
    "tail -f": behind("stderr: "),
    "light bar": behind("│ "),
    "heavy bar": behind("┃ "),
    "bar": behind("| "),
    "table": lambda lines: [f"| {line} |" for line in lines],
    "table, padded": lambda lines: [f"| {line:90} |" for line in lines],
    "table, numbered": lambda lines: [f"| {number + 41} | {line} |" for number, line in enumerate(lines)],
    "double bar": behind("|| "),
    "grep -n": counted("%d:%s"),
    "grep -Hn": counted("kiosk.log:%d:%s"),
    "grep -H": behind("logs/kiosk.log:"),
    "grep -C": counted("%d-%s"),
    "vim": counted("%4d %s"),
    "cat -n": counted("%6d\t%s"),
    "less -N": counted("%7d %s"),
    "bat": counted("%4d │ %s"),
    "nl": counted("%d. %s"),
    "Markdown": fenced(["```"], ["```"]),
    "Markdown, language": fenced(["```text"], ["```"]),
    "Markdown, quoted": fenced(["> ```"], ["> ```"], "> "),
    "Markdown, list": fenced(["- a crash", "  ```"], ["  ```"], "  "),
    "Jira {code}": fenced(["{code}"], ["{code}"]),
    "Jira {code:java}": fenced(["{code:title=kiosk.log|borderStyle=solid}"], ["{code}"]),
    "Jira {noformat}": fenced(["{noformat}"], ["{noformat}"]),
    "HTML": fenced(["<pre>"], ["</pre>"]),
    "Markdown, tight": tight("```", "```"),
    "Markdown, a word": tight("`", "`"),
    "Markdown, words": lambda lines: [f"`{line}`" for line in lines],
    "Jira {noformat}, tight": tight("{noformat}", "{noformat}"),
    "Jira {code:java}, tight": tight("{code:java}", "{code}"),
    "HTML, tight": tight("<pre>", "</pre>"),
    "HTML, code": tight("<pre><code class=\"text\">", "</code></pre>"),
    "diff": behind("+"),
    "comment": behind("// "),
    "comment #": behind("# "),
    "comment ;": behind(";; "),
    "comment --": behind("-- "),
    "comment *": behind(" * "),
    "list": behind("- "),
    "#012": lambda lines: ["Nov 21 06:01:02 host kiosk[4711]: " + "#012".join(lines).replace("\t", "#011")],
    "#012, no host": lambda lines: ["#012".join(lines).replace("\t", "#011")],
    "\\012": lambda lines: ["Nov 21 06:01:02 host kiosk[4711]: " + "\\012".join(lines).replace("\t", "\\011")],
}
