"""Giant texts: a mapping as R8 writes them and a source map, of so many bytes, written piece by piece; and what their indexes must
answer at 200 places all over them."""

import subprocess


def places(count):
    return sorted({number * (count - 1) // 199 for number in range(200)})



def write_mapping(path, size):
    """The number of its classes."""
    number = 0
    with open(path, "w", encoding="utf-8", buffering=1 << 20) as out:
        while out.tell() < size if number % 4096 == 0 else True:
            out.write(f"com.shop.part{number % 997}.Class{number} -> a.c{number}:\n"
                      f'# {{"id":"sourceFile","fileName":"Class{number}.java"}}\n')
            for method in range(number % 13 + 1):
                line = method * 10 + 1
                out.write(f"    {line}:{line + 3}:void outer{method}(int):{line + 100}:{line + 103} -> a\n"
                          f"    {line + 4}:{line + 4}:int com.shop.Helper.inlined{number % 11}(int):7:7 -> a\n"
                          f"    {line + 4}:{line + 4}:void outer{method}(int):{line + 104} -> a\n")
            number += 1
    return number


def check_mapping(binaries, index, classes):
    """Empty, or what is wrong: the last method of each class, at the line that has an inlined call."""
    frames, expected = [], []
    for number in places(classes):
        method = number % 13
        line = method * 10 + 5
        frames.append(f"    at a.c{number}.a(SourceFile:{line})")
        expected += [f"    at com.shop.Helper.inlined{number % 11}(Helper.java:7)",
                     f"    at com.shop.part{number % 997}.Class{number}.outer{method}(Class{number}.java:{line + 100})"]
    stack = "java.lang.Error\n" + "\n".join(frames) + "\n"
    found = subprocess.run([binaries / "retrace", index], input=stack, capture_output=True, text=True, check=True).stdout.splitlines()[1:]
    return first_difference(found, expected)


def check_map(binaries, index, lines):
    asked, expected = [], []
    for line in places(lines):
        segment = line % 401
        there, column = line * 200 + max(0, segment - 200), line * 600 + 4 * min(segment, 200) - max(0, segment - 200)
        asked.append(f"{line + 1}:{segment * 4 + 1}")
        expected.append(f"src/file0.js:{there + 1}:{column + 1}")
    found = subprocess.run([binaries / "smapresolve", "--map", index, *asked], capture_output=True, text=True, check=True).stdout
    return first_difference([answer.split(" ")[0] for answer in found.splitlines()], expected)  # a function's name follows


def first_difference(found, expected):
    if len(found) != len(expected):
        return f"{len(found)} answers in place of {len(expected)}"
    return next((f"{one} in place of {other}" for one, other in zip(found, expected) if one != other), "")


def write_map(path, size):
    """A fifth of it segments, the rest the text of sources; the number of its lines."""
    body = "".join(f"function f{i}(a) {{\\n  return a + {i};\\n}}\\n" for i in range(20_000))
    sources = max(1, size * 4 // 5 // len(body))
    line = "AAAA" + ",IAAIA" * 200 + ",IACDA" * 200
    lines = max(1, size // 5 // (len(line) + 1))
    with open(path, "w", encoding="utf-8", buffering=1 << 20) as out:
        out.write('{"version":3,"file":"bundle.js","sources":[' + ",".join(f'"src/file{i}.js"' for i in range(sources)))
        out.write('],"sourcesContent":[')
        for number in range(sources):
            out.write(("," if number else "") + '"' + body + '"')
        out.write('],"names":["name"],"mappings":"')
        for number in range(lines):
            out.write((";" if number else "") + line)
        out.write('"}')
    return lines
