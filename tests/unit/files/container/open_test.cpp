// What open_bytes says about files that it does not read.
#include "files/container/open.h"

#include <string>
#include <string_view>

#include "doctest/doctest.h"

using namespace symkit;
using namespace symkit::container;
using namespace std::string_view_literals;

namespace {

std::string refusal(std::string_view content) {
  const auto file = open_bytes(as_bytes(content), "folder/thing");
  return file ? "was opened" : file.error().message;
}

}  // namespace

TEST_CASE("what is not a binary that symkit reads is named") {
  CHECK(refusal("") == "folder/thing: is empty");
  CHECK(refusal("hello, world\n") == "folder/thing: is a text file, not a binary that symkit reads");
  CHECK(
      refusal("!<arch>\nfoo.o/") ==
      "folder/thing: is a static library (take its members out with `ar x`), not a binary that symkit reads");
  CHECK(refusal("MZ\x90\0\3\0"sv) == "folder/thing: is a program for DOS, not a binary that symkit reads");
  CHECK(refusal("\xca\xfe\xba\xbe\0\0\0\x34\0\x20"sv) ==
        "folder/thing: is a Java class, not a binary that symkit reads");
  CHECK(refusal("\x1f\x8b\x08\0"sv) ==
        "folder/thing: is compressed with gzip, not a binary that symkit reads");
  CHECK(refusal("\1\2\3\4"sv) == "folder/thing: is not a binary that symkit reads");
}

TEST_CASE("the beginning of a file tells whether to open it") {
  CHECK(
      looks_like_image(as_bytes("\x7f"
                                "ELF"sv)));
  CHECK(looks_like_image(as_bytes("\xcf\xfa\xed\xfe"sv)));
  CHECK(looks_like_image(as_bytes("\xfe\xed\xfa\xce"sv)));
  CHECK(looks_like_image(as_bytes("\xca\xfe\xba\xbe\0\0\0\2"sv)));
  CHECK_FALSE(looks_like_image(as_bytes("\xca\xfe\xba\xbe\0\0\0\x34"sv)));
  CHECK_FALSE(looks_like_image(as_bytes("#!/bin/sh"sv)));
  CHECK_FALSE(looks_like_image({}));
}
