"""TLS by the service itself: curl, browsers' versions of it, gRPC, and those who speak something else."""
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from pathlib import Path

from cases_grpc import Client, messages
import symserve
from symserve import FRAME, MARKET, MARKET_ID, RESOLVED, Skipped, Talk, expect, expect_true, filled_store, service, tool


def certificate(folder, name="localhost"):
    """Of its own authority."""
    if not shutil.which("openssl"):
        raise Skipped("openssl is not here")
    files = Path(folder) / f"{name}.pem", Path(folder) / f"{name}.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={name}",
                    "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-out", files[0], "-keyout", files[1]], check=True, capture_output=True)
    return files


def trusting(file):
    context = ssl.create_default_context(cafile=str(file))
    return context


def test_tls():
    with filled_store() as store, tempfile.TemporaryDirectory(prefix="symkit-tls-") as folder:
        chain, key = certificate(folder)
        with service("--tls-cert", chain, "--tls-key", key, store=store) as one:
            expect_true(one.url, one.url.startswith("https://"))
            trust = ("--cacert", chain)
            expect_true("answered", RESOLVED in one.curl("/log", "--data-binary", "@-", *trust, stdin=FRAME))
            for version in ("1.2", "1.3"):
                one.curl("/healthz", *trust, "--tlsv" + version, "--tls-max", version)
            for version in (ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1):
                context = trusting(chain)
                context.minimum_version = context.maximum_version = version
                try:
                    context.wrap_socket(one.connect(), server_hostname="localhost")
                    raise symserve.Unexpected(f"{version} is taken")
                except (ssl.SSLError, OSError, ValueError):
                    pass
            # Large both ways, and a log that is answered as it comes.
            text = FRAME * 100_000
            expect("a large log", one.curl("/log", "--data-binary", "@-", *trust, stdin=text).count(RESOLVED), 100_000)
            one.curl("/symbols/libmarket.so", "-T", MARKET, *trust)
            expect_true("a file back", one.curl(f"/buildid/{MARKET_ID}/debuginfo", "-o", Path(folder) / "back", *trust) == "" and
                        (Path(folder) / "back").read_bytes() == MARKET.read_bytes())
            plain = one.connect
            one.connect = lambda: trusting(chain).wrap_socket(plain(), server_hostname="localhost")
            talk = Talk(one)
            for number in range(3):
                talk.say(f"line {number}\n{FRAME}")
                expect("first", talk.line(), f"line {number}")
                expect_true("then", RESOLVED in talk.line())
            talk.end()
            expect("the end", talk.rest(), "")
            # Two requests on one connection, and a farewell that says that it was all.
            with one.connect() as client:
                for _ in range(2):
                    client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    expect_true("kept", client.recv(1000).endswith(b"ok\n"))
                client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                said = b""
                while some := client.recv(1000):  # an end without farewell would be an error
                    said += some
                expect_true("its end", said.endswith(b"ok\n"))
            # Who speaks something else, says nothing, or goes in the middle.
            for nonsense in (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"\x16\x03\x01\xff\xff" + b"x" * 100, b"", b"\x16\x03\x01\x02\x00\x01"):
                for ends in (True, False):
                    with plain() as client:
                        client.sendall(nonsense)
                        if ends:
                            client.shutdown(socket.SHUT_WR)
                        client.settimeout(0.2)
                        try:
                            said = client.recv(1000)
                        except OSError:
                            said = b""
                        expect_true(f"nothing readable for {nonsense[:10]}: {said}", not said.startswith(b"HTTP/"))
            silent = [plain() for _ in range(200)]
            begun = time.time()
            one.curl("/healthz", *trust)
            expect_true("beside those who say nothing", time.time() - begun < 5)
            for client in silent:
                client.close()
            expect("it ends well", one.stop(), 0)


def test_tls_that_cannot_be():
    with tempfile.TemporaryDirectory(prefix="symkit-tls-") as folder:
        (chain, key), (_, other) = certificate(folder), certificate(folder, "other")
        for words in ((chain, other), (key, key), (chain, chain), (chain, "/nowhere"), ("/nowhere", key)):
            said = tool("symserve", "--listen", "127.0.0.1:0", "--store", folder, "--tls-cert", words[0], "--tls-key", words[1], status=1).stderr
            expect(f"one line: {said}", said.count("\n"), 1)
        said = tool("symserve", "--listen", "127.0.0.1:0", "--store", folder, "--tls-cert", chain, status=1).stderr
        expect_true(said, "--tls-key" in said)


def test_tls_over_grpc():
    grpc, v1, _ = messages()
    with filled_store() as store, tempfile.TemporaryDirectory(prefix="symkit-tls-") as folder:
        chain, key = certificate(folder)
        with service("--tls-cert", chain, "--tls-key", key, "--grpc", "127.0.0.1:0", store=store) as one:
            place = one.process.stdout.readline().strip().removeprefix("grpc://")
            client = Client(place)
            client.channel = grpc.secure_channel(place, grpc.ssl_channel_credentials(chain.read_bytes()), options=[("grpc.enable_http_proxy", 0)])
            (answer,) = client.resolve([{"native": {"image": 0, "offset": 0x2D28}}], [MARKET_ID])
            expect_true("answered", answer.functions)
            client.channel = grpc.insecure_channel(place, options=[("grpc.enable_http_proxy", 0)])
            client.refused("UNAVAILABLE", lambda: client.resolve([], []))
