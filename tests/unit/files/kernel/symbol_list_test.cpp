#include "files/kernel/symbol_list.h"

#include "doctest/doctest.h"

using namespace symkit;

TEST_CASE("System.map is taken by its lines, and told from other texts") {
  CHECK(kernel::looks_like_symbol_list("ffffffff81000000 T _text\nffffffff81000000 T startup_64\n"));
  CHECK(kernel::looks_like_symbol_list("c0008000 T _text\n"));
  CHECK_FALSE(kernel::looks_like_symbol_list("1 a b\n"));
  CHECK_FALSE(kernel::looks_like_symbol_list("ffffffff81000000 T _text\nand so on\n"));
  CHECK_FALSE(kernel::looks_like_symbol_list(""));
  const auto list = kernel::read_symbol_list(
      "0000000000000000 A fixed_percpu_data\nffffffff81000040 t b\nffffffff81000000 T _text\r\n"
      "ffffffffc0a12000 t probe\t[sensor]\nno line\n");
  REQUIRE(list);
  REQUIRE(list->symbols.size() == 3);
  CHECK(list->symbols[1].name == "_text");
  CHECK(list->of_modules == 1);
  CHECK(list->text_begin() == 0xffffffff81000000);
}

TEST_CASE("A list without addresses or without code says what is wrong with it") {
  const auto restricted = kernel::read_symbol_list("0000000000000000 T _text\n0000000000000000 t a\t[b]\n");
  REQUIRE_FALSE(restricted);
  CHECK(restricted.error().message.contains("the kernel shows them only to root"));
  const auto stub = kernel::read_symbol_list("ffffffffffffffff B The real System.map is in the package\n");
  REQUIRE_FALSE(stub);
  CHECK(stub.error().message.contains("names no code"));
  CHECK(kernel::read_symbol_list("hello\n").error().message == "is not a list of the kernel's symbols");
}
