"""A cluster of three masters."""
import contextlib
import subprocess
import tempfile
import time

import engines
from engines import Engine, Unexpected, ask, expect, expect_true, free_port

KEYS = [f"sym:{{image{number % 40}}}:native:{number}" for number in range(400)]


@contextlib.contextmanager
def cluster(nodes=3, replicas=0):
    with tempfile.TemporaryDirectory(prefix="symkit-cluster-") as folder, contextlib.ExitStack() as stack:
        members = []
        for number in range(nodes):
            port = free_port()
            member = Engine(folder, "--cluster-enabled", "yes", "--cluster-config-file", f"{folder}/{port}.conf",
                            "--cluster-node-timeout", 2000, port=port)
            stack.callback(member.stop)
            members.append(member.start())
        places = [f"127.0.0.1:{member.port}" for member in members]
        subprocess.run(["redis-cli", "--cluster", "create", *places, "--cluster-replicas", str(replicas), "--cluster-yes"],
                       check=True, capture_output=True, timeout=60)
        for _ in range(400):
            if all("cluster_state:ok" in member.cli("cluster", "info") for member in members) and (
                    replicas == 0 or have_replicas(members)):
                break
            time.sleep(0.05)
        else:
            raise Unexpected("the cluster did not come up")
        yield members


def have_replicas(members):
    """All replicas have what their masters have, and every node tells of all others."""
    roles = [member.cli("role").split() for member in members]
    in_step = sum(role[0] == "slave" and role[3] == "connected" for role in roles)
    return in_step == len(members) // 2 and all(
        all(str(other.port) in member.cli("cluster", "slots").split() for other in members) for member in members)


def move_slot(slot, source, target):
    ids = {member: member.cli("cluster", "myid") for member in (source, target)}
    target.cli("cluster", "setslot", slot, "importing", ids[source])
    source.cli("cluster", "setslot", slot, "migrating", ids[target])
    return ids


def finish_move(slot, source, target, ids):
    while keys := source.cli("cluster", "getkeysinslot", slot, 100).split():
        source.cli("migrate", "127.0.0.1", target.port, "", 0, 5000, "keys", *keys)
    for member in (target, source):
        member.cli("cluster", "setslot", slot, "node", ids[target])


def owner_of(members, slot):
    for member in members:
        for line in member.cli("cluster", "nodes").splitlines():
            words = line.split()
            if "myself" not in words[2]:
                continue
            for piece in words[8:]:
                first, _, last = piece.partition("-")
                if not piece.startswith("[") and int(first) <= slot <= int(last or first):
                    return member
    raise Unexpected(f"nobody has slot {slot}")


def test_cluster():
    with cluster() as members:
        one = members[0]
        for url in (one.url, f"{one.url}?cluster=1", f"redis://127.0.0.1:1,127.0.0.1:{members[1].port}?cluster=1"):
            ask(url, "put", 1000, 60, *KEYS, status=0)
            expect(f"all, in order, from {url}", ask(url, "get", *KEYS, "none", status=0),
                   "\n".join(f"{key} 1008 whole" for key in KEYS) + "\nnone -")
        counts = [int(member.cli("dbsize")) for member in members]
        expect_true(f"on all nodes: {counts}", sum(counts) == 400 and min(counts) > 0)
        expect("all are listed", sorted(ask(one.url, "scan", "sym:*", status=0).splitlines()), sorted(KEYS))
        expect_true("facts of all nodes", " nodes 3 keys 400 " in ask(one.url, "facts", status=0))
        ask(one.url, "renew", 6000, *KEYS, status=0)
        expect("sizes", ask(one.url, "sizes", *KEYS[:3], status=0), "\n".join(f"{key} 1008" for key in KEYS[:3]))
        expect("removed", ask(one.url, "remove", *KEYS[:100], "none", status=0), "removed 100")


def test_a_slot_that_is_moving():
    """Half of its keys here, half there, none of some: each is found, and what is written arrives."""
    with cluster() as members:
        url = members[0].url
        keys = [f"sym:{{image}}:native:{number}" for number in range(60)]
        ask(url, "put", 1000, 60, *keys, status=0)
        slot = int(members[0].cli("cluster", "keyslot", keys[0]))
        source = owner_of(members, slot)
        target = next(member for member in members if member is not source)
        ids = move_slot(slot, source, target)
        source.cli("migrate", "127.0.0.1", target.port, "", 0, 5000, "keys", *keys[:30])
        wanted = "\n".join(f"{key} 1008 whole" for key in keys) + "\nsym:{image}:none -"
        expect("read from both", ask(url, "get", *keys, "sym:{image}:none", status=0), wanted)
        expect("read from the source's own", ask(url, "get", *keys[30:], status=0),
               "\n".join(f"{key} 1008 whole" for key in keys[30:]))
        expect("none are anywhere", ask(url, "get", "sym:{image}:x", "sym:{image}:y", status=0), "sym:{image}:x -\nsym:{image}:y -")
        ask(url, "put", 1000, 60, *keys, "sym:{image}:new", status=0)
        expect("written while moving", ask(url, "get", "sym:{image}:new", status=0), "sym:{image}:new 1008 whole")
        finish_move(slot, source, target, ids)
        expect("moved", ask(source.url, "get", *keys, "sym:{image}:new", status=0),
               "\n".join(f"{key} 1008 whole" for key in [*keys, "sym:{image}:new"]))


def test_slots_move_while_reading():
    with cluster() as members:
        url = members[0].url
        asking = subprocess.Popen([engines.CLIENT, url, "many", "4", "2", "8", "4000", "70"], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)
        time.sleep(0.5)
        moves = 0
        slots = [int(members[0].cli("cluster", "keyslot", f"many:{{{number}}}:x")) for number in range(7)]
        while asking.poll() is None:
            for slot in slots:
                if asking.poll() is not None:
                    break
                source = owner_of(members, slot)
                target = members[(members.index(source) + 1) % 3]
                finish_move(slot, source, target, move_slot(slot, source, target))
                moves += 1
        out, err = asking.communicate()
        expect_true(f"slots moved: {moves}", moves > 2)
        expect_true(f"nothing broken or lost: {out}{err}", "broken 0 errors 0" in out)


def test_a_node_is_gone():
    """What the others have is found at once; what it had is unavailable, which is not "not there"."""
    with cluster() as members:
        for member in members:
            member.cli("config", "set", "cluster-require-full-coverage", "no")
        url = f"redis://127.0.0.1:{members[0].port},127.0.0.1:{members[1].port}?cluster=1"
        ask(url, "put", 1000, 60, *KEYS, status=0)
        members[2].stop()
        answers = ask(url, "get", *KEYS, status=1).splitlines()
        whole = [line for line in answers if line.endswith(" whole")]
        errors = [line for line in answers if "error: " in line]
        expect("each is one or the other", len(whole) + len(errors), len(KEYS))
        expect_true(f"some of each: {len(whole)}, {len(errors)}", len(whole) > 100 and len(errors) > 50)
        expect_true(f"in words: {errors[0]}", "cannot be reached: connection refused" in errors[0] or "cluster is down" in errors[0])


def test_replicas_of_a_cluster():
    """Read from replicas where that is wanted; and when a master dies, its replica takes over."""
    with cluster(nodes=6, replicas=1) as members:
        url = f"{members[0].url}?cluster=1"
        ask(url, "put", 1000, 600, *KEYS, status=0)
        time.sleep(0.5)
        for member in members:
            member.cli("config", "resetstat")
        wanted = "\n".join(f"{key} 1008 whole" for key in KEYS)
        expect("read from replicas", ask(f"{url}&replicas=1", "get", *KEYS, status=0), wanted)
        asked = [member for member in members if "cmdstat_mget" in member.cli("info", "commandstats")]
        expect_true("only they were asked", asked and all("slave" in member.cli("role") for member in asked))
        victim = next(member for member in members[1:] if "master" in member.cli("role"))
        victim.stop()
        deadline = time.monotonic() + 25
        while "error" in (answers := ask(url, "get", *KEYS)) and time.monotonic() < deadline:
            time.sleep(0.3)
        expect("after the failover", answers, wanted)
