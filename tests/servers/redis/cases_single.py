"""One engine."""
import os
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from engines import Engine, Scripted, SlowLine, Unexpected, ask, engine, expect, expect_true, free_port

KEYS = [f"sym:{{image}}:native:{number}" for number in range(20)]


def milliseconds(line):
    return float(line.split(" ms: ")[0])


def test_all_questions():
    with engine() as one:
        expect("nothing is there", ask(one.url, "get", "a", "b", status=0), "a -\nb -")
        ask(one.url, "put", 1000, 600, *KEYS, status=0)
        ask(one.url, "put", 40_000_000, 600, "large", status=0)
        expect("in the order of keys", ask(one.url, "get", KEYS[1], "none", KEYS[0], "large", status=0),
               f"{KEYS[1]} 1008 whole\nnone -\n{KEYS[0]} 1008 whole\nlarge 40000008 whole")
        expect("sizes", ask(one.url, "sizes", KEYS[0], "none", "large", status=0), f"{KEYS[0]} 1008\nnone 0\nlarge 40000008")
        expect("as many keys as were put", one.cli("dbsize"), "21")
        listed = sorted(ask(one.url, "scan", "sym:*", status=0).splitlines())
        expect("keys that are listed", listed, sorted(KEYS))
        expect_true("they expire", 300 < int(one.cli("ttl", KEYS[0])) <= 600)
        ask(one.url, "renew", 5000, KEYS[0], "none", status=0)
        expect_true("later, now", int(one.cli("ttl", KEYS[0])) > 4000)
        ask(one.url, "put", 10, 0, "stays", status=0)
        expect("no time: it stays", one.cli("ttl", "stays"), "-1")
        expect("of two one was there", ask(one.url, "remove", KEYS[0], "none", status=0), "removed 1")
        expect("facts", ask(one.url, "facts", status=0).split(" limit")[0], "redis 7.0.15 nodes 1 keys 21"
               if "7.0.15" in one.cli("info", "server") else ask(one.url, "facts").split(" limit")[0])
        one.cli("lpush", "list", "x")
        expect("another kind of value reads as none", ask(one.url, "get", "list", status=0), "list -")
        expect_true("and is said where it is asked for its size",
                    "this key holds data that symkit did not write" in ask(one.url, "sizes", "list", status=1))


def test_thousands_of_keys():
    with engine() as one:
        keys = [f"sym:{{{number % 50}}}:native:{number}" for number in range(5000)]
        ask(one.url, "put", 2000, 60, *keys, status=0)
        answer = ask(one.url, "get", *keys, status=0).splitlines()
        expect("all, in order", answer, [f"{key} 2008 whole" for key in keys])


def test_one_round_trip():
    """Whatever the number of keys (up to some hundreds): a line of 60 ms each way, asked once, plus what connecting takes."""
    with engine() as one:
        ask(one.url, "put", 100, 60, *KEYS, status=0)
        with SlowLine(one.port, delay=0.06) as line:
            times = ask(f"redis://127.0.0.1:{line.port}", "time", 3, *KEYS, status=0)
            median = float(re.search(r"median (\d+) us", times)[1])
            expect_true(f"one round trip of 120 ms, not {times}", 100_000 < median < 230_000)


def test_database():
    with engine() as one:
        ask(f"{one.url}/3", "put", 10, 60, "k", status=0)
        expect("not in database 0", ask(one.url, "get", "k", status=0), "k -")
        expect("in database 3", ask(f"{one.url}/3", "get", "k", status=0), "k 18 whole")
        expect("there is no database 99", ask(f"{one.url}/99", "get", "k", status=1).split(": ", 2)[2],
               "database 99: it says: ERR DB index is out of range")


def test_passwords():
    with engine("--requirepass", "pass word") as one:
        place = f"127.0.0.1:{one.port}"
        ask(f"redis://:pass%20word@{place}", "put", 10, 60, "k", status=0)
        ask(f"redis://default:pass%20word@{place}", "get", "k", status=0)
        for user in ("", "default", "stranger"):
            answer = ask(f"redis://{user}:geheim@{place}", "get", "k", status=1)
            expect(f"a wrong password of {user!r}", answer, f"k error: {place}: the user or the password is wrong")
        expect("none at all", ask(one.url, "get", "k", status=1), f"k error: {one.url}: it requires a password")
    with engine() as one:
        expect("where none is wanted", ask(f"redis://:geheim@127.0.0.1:{one.port}", "get", "k", status=1),
               f"k error: 127.0.0.1:{one.port}: it has no password, but the URL gives one")


def test_auth_of_one_argument():
    """Kvrocks, and Redis before it had users, take AUTH with the password alone."""
    says = b"-ERR wrong number of arguments for 'auth' command\r\n"
    with Scripted(says, silent=True) as old:
        ask(old.url.replace("//", "//user:geheim@") + "?command_ms=100", "get", "k")
        expect("first with the user", old.heard[0], b"*3\r\n$4\r\nAUTH\r\n$4\r\nuser\r\n$6\r\ngeheim\r\n")
    with Scripted(says + b"+OK\r\n*1\r\n$1\r\nx\r\n", silent=True) as old:
        answer = ask(old.url.replace("//", "//user:geheim@"), "get", "k")
        expect("then without", answer, "k 1 other")


def test_readers():
    """A user who may use get and mget and nothing else reads; nothing more is asked of the engine for that."""
    with engine() as one:
        ask(one.url, "put", 100, 60, *KEYS, status=0)
        one.cli("acl", "setuser", "reader", "on", ">p", "~sym:*", "+get", "+mget")
        one.cli("acl", "setuser", "default", "off")
        reader = f"redis://reader:p@127.0.0.1:{one.port}"
        expect("reads", ask(reader, "get", *KEYS, status=0), "\n".join(f"{key} 108 whole" for key in KEYS))
        expect("does not write", ask(reader, "put", 1, 60, KEYS[0], status=1),
               f"error: redis://reader@127.0.0.1:{one.port}: this user may not write (set)")
        expect("not these keys", ask(reader, "get", "other", status=1),
               f"other error: redis://reader@127.0.0.1:{one.port}: this user may not access these keys")
        expect("no facts", ask(reader, "facts", status=1), f"error: 127.0.0.1:{one.port}: this user may not use INFO")


def make_certificates(folder):
    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    (folder / "number.ext").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
    (folder / "name.ext").write_text("subjectAltName=DNS:localhost\n")
    (folder / "other.ext").write_text("subjectAltName=DNS:elsewhere.example,IP:10.9.9.9\n")
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "ca.key", "-out",
            "ca.crt", "-subj", "/CN=Test CA", "-days", "2")
    for name, days in (("number", "2"), ("name", "2"), ("other", "2"), ("expired", "-1")):
        extensions = folder / f"{'number' if name == 'expired' else name}.ext"
        openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", "/CN=x")
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", days,
                "-extfile", str(extensions), "-out", f"{name}.crt")
    # A chain that takes its reader long to check, and the engine no time.
    (folder / "authority.ext").write_text("basicConstraints=critical,CA:TRUE\n")
    signer, chain = "ca", ""
    for name in ("link1", "link2", "link3", "link4", "link5", "link6", "link7", "long"):
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-521", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.csr",
                "-subj", f"/CN={name}")
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", f"{signer}.crt", "-CAkey", f"{signer}.key", "-CAcreateserial", "-days", "2",
                "-extfile", "number.ext" if name == "long" else "authority.ext", "-out", f"{name}.crt")
        signer, chain = name, (folder / f"{name}.crt").read_text() + chain
    (folder / "long.crt").write_text(chain)


def test_tls():
    with tempfile.TemporaryDirectory(prefix="symkit-tls-") as name:
        folder = Path(name)
        make_certificates(folder)

        def secure(certificate, clients="no"):
            port = free_port()
            return port, engine("--tls-port", port, "--tls-cert-file", folder / f"{certificate}.crt", "--tls-key-file",
                                folder / f"{certificate}.key", "--tls-ca-cert-file", folder / "ca.crt", "--tls-auth-clients", clients)

        trusted = {"SSL_CERT_FILE": str(folder / "ca.crt")}
        patient = "?command_ms=20000"  # an engine on a busy machine may be slow where that is not the question
        port, server = secure("number")
        with server as one:
            ask(f"rediss://127.0.0.1:{port}{patient}", "put", 3_000_000, 60, *KEYS, env=trusted, status=0)
            wanted = "\n".join(f"{key} 3000008 whole" for key in KEYS)
            expect("by number", ask(f"rediss://127.0.0.1:{port}{patient}", "get", *KEYS, env=trusted, status=0), wanted)
            expect("by name", ask(f"rediss://localhost:{port}{patient}", "get", *KEYS, env=trusted, status=0), wanted)
            answer = ask(f"rediss://localhost:{port}", "get", "k", status=1)
            expect_true(f"nobody trusts that authority: {answer}", "is not signed by a trusted authority" in answer)
            answer = ask(f"rediss://localhost:{port}", "get", "k", env={"SSL_CERT_FILE": "/nowhere"}, status=1)
            expect_true(f"no authorities: {answer}", "/nowhere: has no readable certificates" in answer)
            answer = ask(f"redis://localhost:{port}", "get", "k", status=1)
            expect_true(f"without TLS: {answer}", "if it requires TLS, use rediss://" in answer)
            answer = ask(f"rediss://localhost:{one.port}", "get", "k", env=trusted, status=1)
            expect_true(f"TLS to one that has none: {answer}", "(to connect without TLS, use redis://)" in answer)
            answer = ask(f"rediss://localhost:{port}{patient}", "many", 6, 3, 2, 50_000, 30, env=trusted, status=0)
            expect_true(f"from many threads: {answer}", "broken 0 errors 0" in answer)
        port, server = secure("long")
        with server:
            answer = ask(f"rediss://localhost:{port}?command_ms=1000", "many", 24, 0, 1, 1, 1, env=trusted, status=0)
            expect_true(f"own work is not the engine's: {answer}", "broken 0 errors 0" in answer)
        port, server = secure("number", clients="yes")
        with server:
            url = f"rediss://localhost:{port}"
            answer = ask(url, "get", "k", env=trusted, status=1)
            expect_true(f"it wants a certificate: {answer}", "client certificate" in answer or "closed" in answer)
            own = f"{patient}&cert={folder}/name.crt&key={folder}/name.key"
            expect("which it gets", ask(url + own, "get", "k", env=trusted, status=0), "k -")
            answer = ask(f"{url}?cert={folder}/none", "get", "k", env=trusted, status=1)
            expect_true(f"which is not there: {answer}", "none: is not a readable certificate" in answer)
        for certificate, host, words in (
                ("other", "localhost", "its certificate is for another name than localhost"),
                ("other", "127.0.0.1", "its certificate is for another name than 127.0.0.1"),
                ("name", "127.0.0.1", "its certificate is for another name than 127.0.0.1"),
                ("expired", "localhost", "its certificate has expired")):
            port, server = secure(certificate)
            with server:
                answer = ask(f"rediss://{host}:{port}", "get", "k", env=trusted, status=1)
                expect(f"{certificate} as {host}", answer, f"k error: {host}:{port}: cannot be reached: {words}")


def test_unix_socket():
    with tempfile.TemporaryDirectory(prefix="symkit-unix-") as folder, engine("--unixsocket", f"{folder}/s") as one:
        url = f"unix://{folder}/s"
        ask(f"{url}?db=2", "put", 500_000, 60, *KEYS, status=0)
        expect("in database 2", ask(f"{url}?db=2", "get", KEYS[3], status=0), f"{KEYS[3]} 500008 whole")
        expect("by TCP, too", ask(f"{one.url}/2", "get", KEYS[3], status=0), f"{KEYS[3]} 500008 whole")
        expect("no socket there", ask(f"unix://{folder}/none", "get", "k", status=1),
               f"k error: {folder}/none: cannot be reached: there is no such socket")


def test_full_memory():
    with engine("--maxmemory", "8mb", "--maxmemory-policy", "noeviction") as one:
        answer = ask(one.url, "put", 1_000_000, 60, *KEYS, status=1)
        expect("full", answer, f"error: {one.url}: the engine's memory is full")
        there = ask(one.url, "get", *KEYS, status=0)
        expect_true("what was taken is whole, the rest is not there", " other" not in there and " -" in there and "whole" in there)


def test_eviction():
    """Values go while others come: what is read is whole or not there."""
    with engine("--maxmemory", "20mb", "--maxmemory-policy", "allkeys-lru") as one:
        answer = ask(one.url, "many", 4, 4, 4, 200_000, 200, status=0)
        expect_true(f"nothing broken: {answer}", "broken 0 errors 0" in answer)
        expect_true("some were evicted", int(re.search(r"evicted_keys:(\d+)", one.cli("info", "stats"))[1]) > 0)


def test_many_threads():
    with engine() as one:
        answer = ask(one.url, "many", 8, 8, 4, 32_000, 40, status=0)
        counts = dict(zip(answer.split()[::2], map(int, answer.split()[1::2])))
        expect_true(f"work was done: {answer}", counts["whole"] > 100 and counts["writes"] > 16)
        expect("nothing broken", (counts["broken"], counts["errors"]), (0, 0))


def test_nobody_there():
    port = free_port()
    lines = ask(f"redis://127.0.0.1:{port}", "patience", 5, "k", status=1).splitlines()
    expect_true(f"refused at once: {lines}", all("cannot be reached: connection refused" in line for line in lines))
    expect_true(f"and then left alone: {lines}", all(milliseconds(line) < 5 for line in lines[1:]))


def test_no_answer_to_connecting():
    # A listener whose queue is full does not answer.
    import socket
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        waiting = []
        for _ in range(4):
            one = socket.socket()
            one.setblocking(False)
            one.connect_ex(listener.getsockname())
            waiting.append(one)
        time.sleep(0.1)
        lines = ask(f"redis://127.0.0.1:{listener.getsockname()[1]}", "patience", 3, "k", status=1).splitlines()
        expect_true(f"in words: {lines}", "no answer within 200 ms" in lines[0])
        expect_true(f"twice 200 ms, then at once: {lines}", milliseconds(lines[0]) < 700 and milliseconds(lines[2]) < 5)
        for one in waiting:
            one.close()


def test_stopped():
    """SIGSTOP: a second is lost, once; then every question fails at once, until it has been left alone for three seconds."""
    with engine() as one:
        ask(one.url, "put", 100, 60, "k", status=0)
        one.signal(signal.SIGSTOP)
        lines = ask(one.url, "patience", 4, "k", status=1).splitlines()
        expect_true(f"in words: {lines}", all("no answer within 500 ms" in line for line in lines))
        expect_true(f"two tries: {lines}", 900 < milliseconds(lines[0]) < 2000)
        expect_true(f"then none: {lines}", all(milliseconds(line) < 5 for line in lines[1:]))
        one.signal(signal.SIGCONT)
        expect_true("it is back", "there" in ask(one.url, "patience", 1, "k", status=0))


def test_restarted_meanwhile():
    """Killed and started again while somebody asks: the questions between fail, those after do not."""
    with engine() as one:
        ask(one.url, "put", 100, 600, "k", status=0)
        asking = subprocess.Popen([__import__("engines").CLIENT, one.url, "patience", "10000", "k"], stdout=subprocess.PIPE,
                                  text=True)
        try:
            expect_true("it reads", "there" in asking.stdout.readline())
            one.process.kill()
            one.process.wait()
            deadline = time.monotonic() + 10
            while not re.search("refused|reset|closed", line := asking.stdout.readline()):
                expect_true(f"it notices: {line}", time.monotonic() < deadline)
            one.start()
            while "-" != line.split(": ")[-1].strip():
                line = asking.stdout.readline()
                expect_true(f"it comes back: {line}", time.monotonic() < deadline)
        finally:
            asking.kill()
            asking.stdout.close()
            asking.wait()


def test_slow_line():
    """4 MB at 2 MB/s take two seconds, which is progress; an answer that drips is not; one that stops is not."""
    with engine() as one:
        ask(one.url, "put", 4_000_000, 60, "k", status=0)
        with SlowLine(one.port, bytes_a_second=2_000_000) as line:
            url = f"redis://127.0.0.1:{line.port}"
            expect_true("a slow reply is read", " whole" in ask(url, "get", "k", status=0))
            ask(url, "put", 4_000_000, 60, "other", status=0)
            expect("a slow value is written", ask(one.url, "get", "other", status=0), "other 4000008 whole")
        ask(one.url, "put", 100, 60, "small", status=0)
        with SlowLine(one.port, delay=0.1) as line:
            expect_true("slow to answer", "whole" in ask(f"redis://127.0.0.1:{line.port}", "get", "small", status=0))
    with Scripted(b"*1\r\n$1000\r\n" + b"x" * 1000, drip=0.1) as drip:
        began = time.monotonic()
        expect_true("drips", "no answer within" in ask(drip.url, "get", "k", status=1))
        expect_true("not waited for", time.monotonic() - began < 3)


def test_strangers():
    """Servers that speak something else, or lie."""
    for says, words in (
            (b"HTTP/1.1 400 Bad Request\r\n\r\n", "does not speak Redis' protocol"),
            (b"*2\r\n$1\r\na\r\n$1\r\nb\r\n", "longer reply than requested"),
            (b"*1\r\n$999999999\r\n", "longer than requested"),
            (b"*1\r\n:5\r\n", "unexpected reply instead of a value"),
            (b"+OK\r\n", "unexpected reply"),
            (b"*1\r\n*1\r\n*1\r\n", "longer reply than requested"),
            (b"*1\r\n$5\r\nab", "it closed the connection"),
            (b"", "it closed the connection"),
            (b"-ERR max number of clients reached\r\n", "it has reached its limit of clients"),
            (b"-LOADING Redis is loading the dataset in memory\r\n", "it is still loading its data"),
            (b"-MOVED 16384 x:1\r\n", "it says: MOVED"),
            (b"-BAD \x1b[31m\x07\r\n", "it says: BAD ?[31m?")):
        with Scripted(says) as stranger:
            answer = ask(stranger.url, "get", "k", status=1)
            expect_true(f"{says!r}: {answer}", words in answer)


def test_moved_round_in_circles():
    with Scripted(b"") as one:
        port = one.url.rsplit(":", 1)[1]
        one.says = f"-MOVED 7629 127.0.0.1:{port}\r\n".encode()
        answer = ask(one.url, "get", "k", status=1)
        expect_true(f"it ends: {answer}", "error" in answer)


def test_replicas():
    """A server and its replica: reading goes on where either is there, writing finds the master."""
    with engine() as master, engine("--replicaof", "127.0.0.1", master.port, "--repl-diskless-sync-delay", "0") as replica:
        for _ in range(200):
            if "master_link_status:up" in replica.cli("info", "replication"):
                break
            time.sleep(0.05)
        both = f"redis://127.0.0.1:{replica.port},127.0.0.1:{master.port}"
        expect("a replica alone", ask(replica.url, "put", 10, 60, "k", status=1),
               f"error: {replica.url}: it is a read-only replica")
        ask(both, "put", 10, 60, *KEYS, status=0)
        for _ in range(200):
            if replica.cli("dbsize") == "20":
                break
            time.sleep(0.05)
        expect("read from the replica", ask(f"{both}?replicas=1", "get", KEYS[0], status=0), f"{KEYS[0]} 28 whole")
        master.stop()
        expect("the master is gone", ask(both, "get", KEYS[0], status=0), f"{KEYS[0]} 28 whole")
        expect("reads go on", ask(f"redis://127.0.0.1:{master.port},127.0.0.1:{replica.port}", "get", KEYS[1], status=0),
               f"{KEYS[1]} 28 whole")
        expect_true("writes do not", "error" in ask(both, "put", 10, 60, "k", status=1))
        replica.cli("replicaof", "no", "one")
        ask(f"redis://127.0.0.1:{master.port},127.0.0.1:{replica.port}", "put", 10, 60, "k", status=0)


def test_interrupted():
    """^C ends the client at once, also while it waits for an engine."""
    with engine() as one:
        one.signal(signal.SIGSTOP)
        waiting = subprocess.Popen([__import__("engines").CLIENT, f"{one.url}?command_ms=60000", "get", "k"],
                                   stdout=subprocess.DEVNULL)
        time.sleep(0.3)
        began = time.monotonic()
        waiting.send_signal(signal.SIGINT)
        expect("by the signal", waiting.wait(timeout=10), -signal.SIGINT)
        expect_true("at once", time.monotonic() - began < 1)
