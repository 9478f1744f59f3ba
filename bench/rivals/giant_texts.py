"""Giant texts: a mapping as R8 writes them and a source map, of so many bytes, written piece by piece."""


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
