"""What Parca's agents ask before they send debug information, by a client of our own that asks in their order."""
import importlib
import subprocess
import sys
import tempfile

import symserve
from cases_grpc import FILES, grpc_service, messages
from symserve import FRAME, MARKET, MARKET_ID, RESOLVED, ROOT, expect, expect_true, without_lines

IN_PROGRESS = "A previous upload is still in-progress and not stale yet (only stale uploads can be retried)."  # an agent knows this sentence


def parca():
    messages()
    subprocess.run(["protoc", "-I", ROOT / "proto", f"--python_out={FILES.name}", ROOT / "proto/parca/debuginfo/v1alpha1/debuginfo.proto"], check=True)
    if FILES.name not in sys.path:
        sys.path.insert(0, FILES.name)
    return importlib.import_module("parca.debuginfo.v1alpha1.debuginfo_pb2")


class Agent:
    def __init__(self, client, token=None):
        self.pb, self.client = parca(), client
        self.metadata = [("authorization", f"Bearer {token}")] if token else []

    def call(self, name, content, kind="unary_unary"):
        asked, answered = getattr(self.pb, f"{name}Request"), getattr(self.pb, f"{name}Response")
        method = getattr(self.client.channel, kind)(f"/parca.debuginfo.v1alpha1.DebuginfoService/{name}", asked.SerializeToString, answered.FromString)
        return method(content if kind != "unary_unary" else asked(**content), metadata=self.metadata, timeout=60)

    def should(self, build_id=MARKET_ID, **more):
        answer = self.call("ShouldInitiateUpload", {"build_id": build_id, **more})
        expect_true("it says why", answer.reason)
        return answer.should_initiate_upload, answer.reason

    def initiate(self, build_id=MARKET_ID, **more):
        how = self.call("InitiateUpload", {"build_id": build_id, **more}).upload_instructions
        expect("how it is sent", (how.build_id, how.upload_strategy), (build_id, self.pb.UploadInstructions.UPLOAD_STRATEGY_GRPC))
        return how.upload_id

    def send(self, file, upload_id, build_id=MARKET_ID, piece=8 << 20):
        content = file if isinstance(file, bytes) else file.read_bytes()

        def pieces():
            yield self.pb.UploadRequest(info=self.pb.UploadInfo(build_id=build_id, upload_id=upload_id))
            for at in range(0, len(content), piece):
                yield self.pb.UploadRequest(chunk_data=content[at:at + piece])
        return self.call("Upload", pieces(), "stream_unary")

    def finish(self, upload_id, build_id=MARKET_ID):
        return self.call("MarkUploadFinished", {"build_id": build_id, "upload_id": upload_id})


def test_parca():
    """As an agent does it: asked for, announced, sent in chunks of 8 MB, finished; and then nobody is to send it again."""
    with grpc_service() as (one, client):
        agent = Agent(client)
        expect("wanted", agent.should()[0], True)
        size = MARKET.stat().st_size
        upload_id = agent.initiate(hash="f00d", size=size)
        expect("not by another meanwhile", agent.should(), (False, IN_PROGRESS))
        client.refused("FAILED_PRECONDITION", lambda: agent.initiate(hash="f00d", size=size))
        client.refused("FAILED_PRECONDITION", lambda: agent.finish(upload_id))
        answer = agent.send(MARKET, upload_id, piece=30_000)
        expect("it has come", (answer.build_id, answer.size), (MARKET_ID, size))
        agent.finish(upload_id)
        expect_true("answered", RESOLVED in one.log(FRAME))
        expect_true("and kept", one.code(f"/buildid/{MARKET_ID}/debuginfo", "any") == 200)
        expect("wanted no more", agent.should()[0], False)
        client.refused("ALREADY_EXISTS", lambda: agent.initiate(hash="f00d", size=size))
        expect("not by force", agent.should(force=True, hash="cafe")[0], False)
        client.refused("FAILED_PRECONDITION", lambda: agent.initiate(hash="cafe", force=True))
        one.curl(f"/symbols/{MARKET_ID}", "-X", "DELETE")
        # 8 MB and a little: what an agent sends at once of a large file.
        agent.send(MARKET.read_bytes() + bytes(9 << 20), agent.initiate(hash="cafe", force=True))
        expect_true("still answered", RESOLVED in one.log(FRAME))


def test_parca_richer():
    """Of what has no lines those that have some are wanted; the same file is not."""
    with grpc_service() as (one, client):
        agent = Agent(client)
        agent.send(without_lines(one.folder), agent.initiate(hash="poor"))
        expect("the same", agent.should(hash="poor")[0], False)
        expect("another", agent.should(hash="rich")[0], True)
        agent.send(MARKET, agent.initiate(hash="rich"))
        expect_true("answered with lines", RESOLVED in one.log(FRAME))
        expect("no more of it", agent.should(hash="other")[0], False)


def test_parca_refusals():
    with grpc_service() as (one, client):
        agent, other = Agent(client), "ab" * 20
        for build_id in ("", "ab", "x" * 40, "go-build/id/of/text", "../../etc/passwd"):
            expect_true(f"{build_id!r}", not agent.should(build_id)[0])
            client.refused("INVALID_ARGUMENT", lambda build_id=build_id: agent.initiate(build_id))
        expect("no sources", agent.should(type=agent.pb.DEBUGINFO_TYPE_SOURCES)[0], False)
        client.refused("INVALID_ARGUMENT", lambda: agent.initiate(size=1 << 50))
        client.refused("FAILED_PRECONDITION", lambda: agent.send(MARKET, "never-announced"))
        client.refused("NOT_FOUND", lambda: agent.finish("never-announced"))
        upload_id = agent.initiate(other)
        client.refused("INVALID_ARGUMENT", lambda: agent.send(MARKET, "guessed", other))
        said = client.refused("INVALID_ARGUMENT", lambda: agent.send(MARKET, upload_id, other))
        expect_true(f"another image than was announced: {said}", MARKET_ID in said)
        expect("not asked for again", agent.should(other)[0], False)
        upload_id = agent.initiate(other, hash="another")
        client.refused("INVALID_ARGUMENT", lambda: agent.send(b"no ELF file", upload_id, other))
        upload_id = agent.initiate("cd" * 20, size=5)
        client.refused("INVALID_ARGUMENT", lambda: agent.send(b"four", upload_id, "cd" * 20))
        said = client.refused("INVALID_ARGUMENT", lambda: agent.call("Upload", iter([agent.pb.UploadRequest(chunk_data=b"x")]), "stream_unary"))
        expect_true(said, "info" in said)
        client.refused("INVALID_ARGUMENT", lambda: agent.call("Upload", iter([]), "stream_unary"))
        expect_true("all else goes on", one.curl("/healthz"))
    with grpc_service("--uploads", "") as (_, client):
        client.refused("PERMISSION_DENIED", lambda: Agent(client).should())


def test_parca_tokens_and_projects():
    with tempfile.TemporaryDirectory(prefix="symkit-parca-") as folder:
        tokens = symserve.Path(folder) / "tokens"
        tokens.write_text("write alpha-writes alpha\nread alpha-reads alpha\nwrite beta-writes beta\n")
        with grpc_service("--projects", "--token-file", tokens) as (_, client):
            client.refused("UNAUTHENTICATED", lambda: Agent(client).should())
            client.refused("UNAUTHENTICATED", lambda: Agent(client, "alpha-reads").initiate())
            alpha, beta = Agent(client, "alpha-writes"), Agent(client, "beta-writes")
            upload_id = alpha.initiate()
            expect("of the other nothing is told", beta.should()[0], True)
            client.refused("FAILED_PRECONDITION", lambda: beta.send(MARKET, upload_id))
            client.refused("NOT_FOUND", lambda: beta.finish(upload_id))
            alpha.send(MARKET, upload_id)
            expect("nor when it is there", (alpha.should()[0], beta.should()[0]), (False, True))
