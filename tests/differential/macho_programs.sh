# Mach-O programs of the fixtures' sources, whose debug information stays in their object files: for the tests that source this,
# which have set $work. Sourced, not run.
# shellcheck shell=bash
data=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../test-data" && pwd)

# dsymutil asks for it by this name.
mkdir "$work/bin" && ln -s "$(command -v llvm-lipo-19)" "$work/bin/lipo"
PATH=$work/bin:$PATH

# compile ARCH FILE FLAGS...: the object file, with FILE's name, in the present folder.
compile() {
    local arch=$1 file=$2 name
    shift 2
    name=$(basename "${file%.*}").o
    local flags=(-c -g "--target=$arch-apple-macos12" -ffreestanding -Wno-unused-command-line-argument
        "-ffile-prefix-map=$(cd "$data" && pwd)=/src" -fdebug-compilation-dir=/src)
    case $file in
    *.s) clang-19 -c -g "--target=$arch-apple-macos12" "$file" -o "$name" ;;
    *.c) clang-19 "${flags[@]}" "$@" "$file" -o "$name" ;;
    *) clang++-19 "${flags[@]}" -std=c++17 "$@" "$file" -o "$name" ;;
    esac
}

# link ARCH PROGRAM FLAGS...
link() {
    local arch=$1 program=$2
    shift 2
    ld64.lld-19 -arch "$arch" -platform_version macos 12 12 -undefined dynamic_lookup "$@" -o "$program"
}

# library NAME ARCH PROGRAM FLAGS...: one of the native fixtures' programs, in a folder of its own, which is gone to.
library() {
    local name=$1 arch=$2 program=$3 file
    shift 3
    mkdir "$work/$name" && cd "$work/$name"
    for file in "$data/native/sources/$program"/*.cpp; do compile "$arch" "$file" "$@"; done
    link "$arch" "$name" -dylib -dead_strip ./*.o
}
