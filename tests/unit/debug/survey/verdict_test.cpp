#include "debug/survey/verdict.h"

#include <doctest/doctest.h>

#include "support/fake_image.h"

namespace symkit::survey {
namespace {

Dwarf dwarf(std::uint64_t functions, std::uint64_t lines, std::uint64_t inlined) {
  Dwarf made;
  made.units = 1;
  made.code_bytes = made.code_bytes_with_lines = 100;
  made.functions = functions;
  made.lines = lines;
  made.inlined = inlined;
  return made;
}

std::string said(const Survey& found, container::Format format = container::Format::Elf) {
  test::FakeImage image;
  image.its_format = format;
  return verdict(image, found, "app");
}

Survey with_symbols(std::string_view table, std::uint64_t functions) {
  Survey found;
  found.symbols.push_back({.name = table, .direct = functions, .functions = functions});
  return found;
}

}  // namespace

TEST_CASE("what DWARF has decides") {
  Survey found;
  found.dwarf = dwarf(3, 10, 2);
  CHECK(said(found) == "complete: functions, files, lines, inlined calls");
  found.dwarf = dwarf(3, 10, 0);
  CHECK(said(found).starts_with("functions, files and lines, but no inlined calls"));
  found.dwarf = dwarf(3, 0, 0);
  CHECK(said(found) == "functions, but no files or lines: build with -g");
  found.dwarf = dwarf(0, 10, 0);
  CHECK(said(found) == "files and lines, but no names");
  found = with_symbols(".symtab", 4);
  found.dwarf = dwarf(0, 10, 0);
  CHECK(said(found) == "lines, but no functions: names come from the symbols");
}

TEST_CASE("a file that is missing is told with where it was looked for") {
  Survey found = with_symbols(".dynsym", 4);
  found.where_searched = "it is not in /usr/lib/debug";
  CHECK(said(found).ends_with("; it is not in /usr/lib/debug"));
}

TEST_CASE("where most of the code has no lines, it says so") {
  Survey found;
  found.dwarf = dwarf(2, 10, 1);
  found.dwarf->code_bytes = 1000;
  found.dwarf->code_bytes_with_lines = 333;
  CHECK(said(found) == "complete: functions, files, lines, inlined calls; lines for only 33 % of the code");
  found.dwarf->code_bytes_with_lines = 5000;  // several functions with one body
  CHECK(found.dwarf->percent_with_lines() == 100);
  CHECK(said(found) == "complete: functions, files, lines, inlined calls");
}

TEST_CASE("DWARF about no code counts as none") {
  Survey found = with_symbols("nlist", 4);
  found.dwarf = dwarf(0, 0, 0);
  CHECK(said(found, container::Format::MachO) ==
        "symbols only: no files or lines; build with -g and keep the dSYM");
}

TEST_CASE("without DWARF it says what is there and where the rest may be") {
  CHECK(said(with_symbols(".symtab", 4)) ==
        "symbols only: no files or lines; build with -g and keep the unstripped file");
  CHECK(said(with_symbols(".dynsym", 4)) ==
        "stripped: names of 4 exported functions only; find the debug file with this build id");
  CHECK(said({}) == "stripped: no names, files or lines; find the debug file with this build id");
  Survey found = with_symbols("nlist", 2);
  found.function_starts = 9;
  CHECK(said(found, container::Format::MachO) ==
        "stripped: names of 2 of 9 functions, no files or lines; find the dSYM with this UUID");
  found.symbols.clear();
  CHECK(said(found, container::Format::MachO) ==
        "stripped: where functions begin, but no names; find the dSYM with this UUID");
  found.debug_link = "a.debug";
  CHECK(said(found) == "debug information is in another file: a.debug (.gnu_debuglink)");
}

TEST_CASE("parts of the answer that are elsewhere are named") {
  Survey found = with_symbols(".symtab", 4);
  found.dwarf = dwarf(0, 10, 0);
  found.dwarf->split_files = {"/build/a.dwo", "b.dwo", "c.dwo", "d.dwo", "found.dwo"};
  found.dwarf->split_units = 6;
  found.dwarf->missing_files = {"/build/a.dwo", "b.dwo", "c.dwo", "d.dwo"};
  found.dwarf->missing_units = 5;
  found.dwarf->what_was_tried = "looked in /build";
  const std::string split =
      "split DWARF: functions and inlined calls of 5 units are in other files, which were not found: a.dwo, "
      "b.dwo, c.dwo and 1 more, or all in app.dwp; looked in /build; without them only names are certain, "
      "not lines; put them next to the image, or name their folder with --symbols";
  CHECK(said(found) == split);
  found.dwarf->functions = 3;
  CHECK(said(found) == "lines for some of the code; " + split);
  found.dwarf = dwarf(1, 1, 1);
  found.dwarf->split_units = 1;
  CHECK(said(found) == "complete: functions, files, lines, inlined calls");
  found.alt_link = AltLink{.file = "common.debug", .id = "", .missing = "names are in common.debug"};
  found.dwarf->fault = "unit at 0x0: its version is not 2 to 5";
  CHECK(said(found) ==
        "functions, files, lines, inlined calls; names are in common.debug; part of the DWARF cannot be "
        "read");
}

}  // namespace symkit::survey
