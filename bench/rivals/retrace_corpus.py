"""A large mapping as R8 writes them, and stacks over it: made from a fixed seed, so it is the same everywhere."""

import random

WORDS = (
    "account adapter audio base buffer cache camera channel chat client clock codec color config content cursor data "
    "device dialog display draft edit event feed file filter flow frame graph grid handler header image index input "
    "item job key label layer layout list loader lock login map media menu message model network node note object "
    "order page panel parser path photo player policy pool profile push query queue reader record region remote "
    "render report request result route scene schema screen search server service session share shop signal source "
    "stage state storage store stream style sync table task theme thread timer token track tree type user util value "
    "video view wallet watch web window worker writer zone"
).split()
TYPES = ["void", "int", "boolean", "long", "java.lang.String", "java.util.List", "android.content.Context", "kotlin.Unit"]
FRAMES_IN_STACK = 20


def short_name(number):
    name = ""
    while number >= 0:
        name = chr(ord("a") + number % 26) + name
        number = number // 26 - 1
    return name


class Maker:
    def __init__(self, classes, seed=7):
        self.random = random.Random(seed)
        self.places = []  # class, method, line: where frames can be
        self.originals = [self._class_name(number) for number in range(classes)]

    def _words(self, most):
        return "".join(self.random.choice(WORDS).capitalize() for _ in range(self.random.randint(1, most)))

    def _class_name(self, number):
        package = ".".join(self.random.choice(WORDS) for _ in range(3))
        return f"com.{package}.{self._words(3)}{number}"

    def _method(self, renamed, obfuscated, line):
        """The lines of one method, and behind which line of the program they end."""
        choose = self.random
        name = choose.choice(WORDS) + self._words(2)
        arguments = ",".join(choose.choice(TYPES[1:]) for _ in range(choose.randint(0, 3)))
        signature = f"{choose.choice(TYPES)} {name}({arguments})"
        for _ in range(choose.randint(1, 6)):
            span, at = choose.randint(1, 9), choose.randint(10, 900)
            lines = f"    {line}:{line + span}:"
            if choose.random() < 0.3:
                inlined = f"{choose.choice(self.originals)}.{choose.choice(WORDS)}{self._words(2)}"
                yield f"{lines}void {inlined}():{at}:{at + span} -> {renamed}\n"
                yield f"{lines}{signature}:{at + 70} -> {renamed}\n"
            else:
                yield f"{lines}{signature}:{at}:{at + span} -> {renamed}\n"
            self.places.append((obfuscated, renamed, line + choose.randint(0, span)))
            line += span + 1
        self.line = line

    def write_mapping(self, path):
        with open(path, "w") as out:
            out.write("# compiler: R8\n# compiler_version: 8.5.35\n# pg_map_id: 5eedbea\n")
            out.write('# {"id":"com.android.tools.r8.mapping","version":"2.2"}\n')
            for number, original in enumerate(self.originals):
                package = short_name(number % 500) + "." if number % 3 else ""
                obfuscated = package + short_name(number)
                out.write(f"{original} -> {obfuscated}:\n")
                out.write(f'# {{"id":"sourceFile","fileName":"{original.rpartition(".")[2]}.kt"}}\n')
                for field in range(self.random.randint(0, 5)):
                    out.write(f"    {self.random.choice(TYPES[1:])} m{self._words(2)} -> {short_name(field)}\n")
                self.line = 1
                for method in range(self.random.randint(1, 9)):
                    out.writelines(self._method(short_name(method), obfuscated, self.line))

    def write_stacks(self, path, frames):
        with open(path, "w") as out:
            for number in range(frames):
                if number % FRAMES_IN_STACK == 0:
                    out.write(f"java.lang.IllegalStateException: failed at step {number}\n")
                name, method, line = self.random.choice(self.places)
                out.write(f"    at {name}.{method}(SourceFile:{line})\n")
