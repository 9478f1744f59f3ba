#include "ground/base/object_path.h"

#include <string>
#include <string_view>

#include "doctest/doctest.h"

using namespace symkit;

namespace {

std::string parts_of(std::string_view path) {
  const ObjectPath parts = split_object_path(path);
  return std::string(parts.file) + '|' + std::string(parts.member);
}

}  // namespace

TEST_CASE("an object file's path, and that of an archive's member") {
  CHECK(parts_of("/b/x.o") == "/b/x.o|");
  CHECK(parts_of("/b/lib.a(x.o)") == "/b/lib.a|x.o");
  CHECK(parts_of("/a/lib(1).a(b(2).o)") == "/a/lib(1).a(b|2).o");
  CHECK(parts_of("/a/b (copy).o") == "/a/b (copy).o|");
  CHECK(parts_of("") == "|");
  CHECK(parts_of("/b/lib.a(part/x.o)") == "/b/lib.a|part/x.o");
  CHECK(parts_of("/b (old)/lib.a(x.o)") == "/b (old)/lib.a|x.o");
  CHECK(parts_of("(x.o)") == "(x.o)|");
  CHECK(parts_of("/b(1)/x.o") == "/b(1)/x.o|");
}

TEST_CASE("without folders a member keeps what its archive calls it") {
  CHECK(without_folders("/b/x.o") == "x.o");
  CHECK(without_folders("x.o") == "x.o");
  CHECK(without_folders("C:\\b\\x.obj") == "x.obj");
  CHECK(without_folders("/b/lib.a(x.o)") == "lib.a(x.o)");
  CHECK(without_folders("/b/lib.a(part/x.o)") == "lib.a(part/x.o)");
  CHECK(without_folders("lib.a(part/x.o)") == "lib.a(part/x.o)");
  CHECK(without_folders("/b(1)/x.o") == "x.o");
  CHECK(without_folders("").empty());
}
