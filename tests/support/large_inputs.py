"""Inputs of every kind that are made here, larger than the fixtures: enough for all workers to have some, and for memory to become
tight. What cannot be made for want of a compiler is named, and left out."""
import json
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

MODULES = 12


def made(folder):
    """The larger inputs: (kind, path)."""
    inputs = [("mapping", large_mapping(folder)), ("source map", large_map(folder)), ("Breakpad", large_breakpad(folder))]
    sources = modules(folder)
    for kind, compiler, flags, missing in (
            ("native", "g++", ["-g", "-O2"], "DWARF"),
            ("split DWARF", "g++", ["-g", "-O2", "-gsplit-dwarf"], "split DWARF"),
            ("folded code", "clang++-19", ["-g", "-O2", "-ffunction-sections", "-fuse-ld=lld-19", "-Wl,--icf=all"],
             "folded code")):
        made_here = shutil.which(compiler) and program(folder / kind.replace(" ", "-"), compiler, flags, sources)
        if made_here:
            inputs.append((kind, made_here))
        else:
            print(f"left out: a larger program with {missing}, as {compiler} cannot make it")
    go = golang(folder) if shutil.which("go") else None
    if go:
        inputs.append(("Go", go))
    else:
        print("left out: a Go program, as there is no compiler for it")
    return inputs


def modules(folder, count=MODULES):
    """Sources that share templates, so that the same texts, functions and files come from many units."""
    (folder / "shared.h").write_text(
        "#include <algorithm>\n#include <map>\n#include <string>\n#include <vector>\n"
        "template <int N> struct Shelf { std::vector<int> items; int weight(int by) const { int sum = N;\n"
        "  for (int item : items) sum += item * by;\n  return sum; } };\n"
        "inline int sorted_sum(std::vector<int> items) { std::sort(items.begin(), items.end());\n"
        "  int sum = 0; for (int item : items) sum = sum * 3 + item; return sum; }\n")
    sources = []
    for number in range(count):
        sources.append(folder / f"module{number}.cpp")
        sources[-1].write_text(
            '#include "shared.h"\n'
            f"static int twin(int by) {{ return by * 7 + 1; }}\n"
            f"int (*twin{number})(int) = twin;\n"
            f"int module{number}(int by) {{\n  Shelf<{number % 5}> shelf;\n  std::map<std::string, int> names;\n"
            f"  for (int i = 0; i < by; ++i) {{ shelf.items.push_back(i % {number + 2}); names[std::to_string(i)] = i; }}\n"
            "  return shelf.weight(by) + sorted_sum(shelf.items) + static_cast<int>(names.size());\n}\n")
    main_source = folder / "main.cpp"
    main_source.write_text("".join(f"int module{i}(int);\n" for i in range(count)) + "int main(int count, char**) {\n  return "
                           + " + ".join(f"module{i}(count)" for i in range(count)) + ";\n}\n")
    return [*sources, main_source]


def program(folder, compiler, flags, sources):
    folder.mkdir()
    link = [flag for flag in flags if not flag.startswith("-g")]
    with ThreadPoolExecutor(max_workers=2) as pool:
        runs = list(pool.map(lambda source: subprocess.run(
            [compiler, *(flag for flag in flags if not flag.startswith(("-fuse", "-Wl"))), "-c", source, "-o", f"{source.stem}.o"],
            cwd=folder, capture_output=True, check=False).returncode, sources))
    objects = [f"{source.stem}.o" for source in sources]
    runs.append(subprocess.run([compiler, *link, *objects, "-o", "program"], cwd=folder, capture_output=True,
                               check=False).returncode)
    return folder / "program" if not any(runs) else None


def golang(folder):
    source, out = folder / "hello.go", folder / "hello"
    source.write_text('package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("hello") }\n')
    run = subprocess.run(["go", "build", "-ldflags", "-s -w", "-o", out, source], capture_output=True, check=False, cwd=folder,
                         env={"HOME": str(folder), "PATH": "/usr/local/go/bin:/usr/bin:/bin", "GOTOOLCHAIN": "local",
                              "GOFLAGS": "-mod=mod", "GO111MODULE": "off"})
    return out if run.returncode == 0 else None


def large_mapping(folder, classes=4000):
    path = folder / "mapping.txt"
    with open(path, "w", encoding="utf-8") as out:
        for number in range(classes):
            out.write(f"com.shop.part{number % 37}.Class{number} -> a.c{number}:\n"
                      f'# {{"id":"sourceFile","fileName":"Class{number}.java"}}\n')
            for method in range(number % 9 + 1):
                line = method * 10 + 1
                out.write(f"    {line}:{line + 3}:void outer{method}(int):{line + 100}:{line + 103} -> a\n"
                          f"    {line + 4}:{line + 4}:int com.shop.Helper.inlined{number % 11}(int):7:7 -> a\n"
                          f"    {line + 4}:{line + 4}:void outer{method}(int):{line + 104} -> a\n")
    return path


def large_map(folder, lines=199):
    path = folder / "bundle.js.map"
    sources = [f"src/file{number}.js" for number in range(200)]
    mappings = ";".join(",".join(["AAAA" if number == 0 else "KCCEA" if number < 199 else "KACEA"] + ["IAAIA"] * 40)
                        for number in range(lines))
    path.write_text(json.dumps({"version": 3, "file": "bundle.js", "sources": sources,
                                "sourcesContent": [f"function f{number}() {{ return {number}; }}\n" * 50 for number in range(200)],
                                "names": [f"name{number}" for number in range(9000)], "mappings": mappings}))
    return path


def large_breakpad(folder, functions=60_000):
    path = folder / "libbig.so.sym"
    with open(path, "w", encoding="utf-8") as out:
        out.write("MODULE Linux x86_64 0123456789ABCDEF0123456789ABCDEF0 libbig.so\n")
        out.writelines(f"FILE {number} /src/big{number}.cc\n" for number in range(50))
        out.writelines(f"INLINE_ORIGIN {number} helper_{number}\n" for number in range(50))
        for number in range(functions):
            begin = 0x1000 + number * 32
            out.write(f"FUNC {begin:x} 20 0 function_{number % 5000}\nINLINE 0 {number % 90} {number % 50} {number % 50} {begin + 8:x} 8\n")
            out.writelines(f"{begin + at:x} 8 {number % 300 + at} {(number + at) % 50}\n" for at in range(0, 32, 8))
    return path


def without_headers(functions):
    """C++ with classes and calls inlined into each function, for targets that there are no headers of."""
    text = ["typedef unsigned u; static volatile u sink;"]
    for i in range(functions):
        text.append(
            f"namespace n{i} {{ struct S{i} {{ u v;\n"
            f"  inline __attribute__((always_inline)) u add(u k) {{ v += k; sink = v; return v * {i + 3}u; }} }};\n"
            f"static __attribute__((used, noinline)) u work_{i}(u a, u b) {{\n  S{i} s{{a}};\n  u r = s.add(b);\n"
            f"  for (u j = 0; j < a; ++j)\n    r += s.add(j) + s.add(r);\n  return r;\n}} }}")
    return "\n".join(text) + "\n"


def large_pdb(folder, modules=60):
    """A PDB of one source as so many modules; None where it cannot be made."""
    target = ["--target=x86_64-pc-windows-msvc", "-gcodeview"]
    if not _copies(folder, "pdb", target, "obj", modules):
        return None
    link = ["lld-link-19", "/dll", "/noentry", "/debug", "/nodefaultlib", "/out:big.dll", *(f"m{i}.obj" for i in range(modules))]
    return folder / "pdb/big.pdb" if _ran(link, folder / "pdb") else None


def large_debug_map(folder, objects=60):
    """A Mach-O program whose debug information is in its object files; None where it cannot be made."""
    target = ["--target=arm64-apple-macos12"]
    if not _copies(folder, "debug-map", target, "o", objects):
        return None
    link = ["ld64.lld-19", "-arch", "arm64", "-platform_version", "macos", "12.0", "12.0", "-dylib", "-o", "program",
            *(f"m{i}.o" for i in range(objects))]
    return folder / "debug-map/program" if _ran(link, folder / "debug-map") else None


def _copies(folder, name, target, extension, count):
    (folder / name).mkdir()
    (folder / name / "big.cpp").write_text(without_headers(200))
    compiler = ["clang++-19", *target, "-g", "-O1", "-ffreestanding", "-std=c++17", "-c", "big.cpp", "-o", f"big.{extension}"]
    if not _ran(compiler, folder / name):
        return False
    for number in range(count):
        shutil.copy(folder / name / f"big.{extension}", folder / name / f"m{number}.{extension}")
    return True


def _ran(command, folder):
    return shutil.which(command[0]) is not None and subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode == 0
