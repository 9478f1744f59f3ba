"""What stores keep, one of each kind and each in parts: a library, a mapping, a source map. How each is put there, and a log over it
with what each of its lines becomes."""
import cases_kinds
import support
from engines import expect_true


class Kept:
    def __init__(self, name, image, key, file, log, answer):
        self.name, self.id, self.key, self.file, self.log, self.answer = name, image, key, file, log, answer
        self.truth, self.pieces = "", []

    def put(self, store, *words):
        support.tool("symprep", "--store", store, *words, self.file)

    def know(self, store, named):
        """What a store that has it whole says; `named` is in it as often as there are frames."""
        asked = self.log.splitlines(keepends=True)
        self.truth = self.answer(store, self.log)
        lines = self.truth.splitlines(keepends=True)
        anchor = asked[1]  # which says whose mapping it is
        before = len(self.answer(store, anchor))
        answers = lines if len(lines) == len(asked) else [self.answer(store, anchor + line)[before:] for line in asked]
        self.pieces = list(zip(asked, answers))
        expect_true(f"all are known: {self.truth[:300]}", "".join(answers) == self.truth and self.truth.count(named[0]) >= named[1])

    def is_true(self, said):
        """Each line of the log is as it should be, or as it came."""
        for asked, answer in self.pieces:
            taken = next((one for one in (answer, asked) if said.startswith(one)), None)
            if taken is None:
                return False
            said = said[len(taken):]
        return said == ""


def one_of_each_kind(where, library, image, log):
    """All of them are known by the store `folder` there."""
    mapping = where / "mapping.txt"
    mapping.write_text(cases_kinds.mapping(cases_kinds.MAP_ID))
    debug_id = cases_kinds.DEBUG_ID.replace("-", "")
    kept = [
        Kept("native", image, f"sym:{{{image}}}:manifest:0", library, log, lambda store, text: support.look_up(store, text).stdout),
        Kept("mapping", cases_kinds.MAP_ID, f"sym:{{{cases_kinds.MAP_ID}}}:mapping:0", mapping,
             cases_kinds.frames(cases_kinds.MAP_ID, [n * 1371 % 30_000 for n in range(20)]), cases_kinds.retraced),
        Kept("sourcemap", debug_id, f"sym:{{{debug_id}}}:sourcemap:0", cases_kinds.source_map(where),
             cases_kinds.stack([n * 7477 % 150_000 for n in range(20)]), cases_kinds.resolved),
    ]
    for one, named in zip(kept, (("(large.c:", log.count("\n")), ("com.example.feature", 20), ("src/folder", 20))):
        one.put(where / "folder")
        one.know(where / "folder", named)
    return kept
