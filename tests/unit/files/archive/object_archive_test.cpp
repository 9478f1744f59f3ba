// Archives of object files: BSD's and GNU's ways to write names, and what is cut off or lies about its size.
#include "files/archive/object_archive.h"

#include <string>

#include "doctest/doctest.h"

#include "ground/base/words.h"
#include "support/exact_buffer.h"

using namespace symkit;
using archive::read_object_archive;

namespace {

std::string padded(std::string text, std::size_t size) {
  text.resize(size, ' ');
  return text;
}

std::string member(const std::string& name, const std::string& changed, const std::string& content) {
  const std::string size = std::to_string(content.size());
  return padded(name, 16) + padded(changed, 12) + padded("0", 6) + padded("0", 6) + padded("644", 8) +
         padded(size, 10) + "`\n" + content + (content.size() % 2 == 0 ? "" : "\n");
}

std::string told(const std::string& archive) {
  const test::ExactBuffer exact(as_bytes(archive));
  std::string text;
  for (const auto& one : read_object_archive(exact.bytes()))
    text += say(one.name, '@', one.changed, '=', one.path, as_text(one.bytes), ' ');
  return text;
}

const std::string begin = "!<arch>\n";

}  // namespace

TEST_CASE("names stand in the header, before the content or in a table") {
  CHECK(told(begin + member("short.o", "17", "abc") + member("gnu.o/", "18", "de")) ==
        "short.o@17=abc gnu.o@18=de ");
  CHECK(told(begin + member("#1/12", "5", std::string("a_long_nam.o") + "abc")) == "a_long_nam.o@5=abc ");
  CHECK(told(begin + member("#1/8", "0", std::string("ab.o\0\0\0\0", 8) + "x")) == "ab.o@0=x ");
  const std::string table = "a_name_of_more_than_sixteen.o/\nanother_one_that_is_long.o/\n";
  CHECK(told(begin + member("//", "", table) + member("/31", "0", "xy") + member("/0", "0", "z")) ==
        "another_one_that_is_long.o@0=xy a_name_of_more_than_sixteen.o@0=z ");
}

TEST_CASE("tables of symbols are no members") {
  CHECK(told(begin + member("/", "0", "0000") + member("/SYM64/", "0", "00") +
             member("__.SYMDEF SORTED", "0", "0") +
             member("#1/20", "0", std::string("__.SYMDEF\0\0\0\0\0\0\0\0\0\0\0", 20) + "1") +
             member("a.o", "0", "b")) == "a.o@0=b ");
}

TEST_CASE("a thin archive says where its members lie, and has the tables alone") {
  const std::string table = "inner/one.o/\n../beside.o/\n";
  std::string far = member("/13", "8", "");
  far.replace(48, 3, "999");  // its size, elsewhere
  CHECK(told("!<thin>\n" + member("/", "0", "0000") + member("//", "0", table) + member("a.o/", "7", "") +
             far + member("/0", "0", "")) == "a.o@7=a.o beside.o@8=../beside.o one.o@0=inner/one.o ");
}

TEST_CASE("numbers that lie end the list or leave a member out") {
  const std::string good = begin + member("a.o", "1", "bc");
  std::string header = member("b.o", "2", "");
  header.replace(48, 10, "99999999  ");
  CHECK(told(good + header) == "a.o@1=bc ");
  header.replace(48, 10, "-1        ");
  CHECK(told(good + header) == "a.o@1=bc ");
  header.replace(48, 10, "99999999999999999999999");
  CHECK(told(good + header) == "a.o@1=bc ");
  CHECK(told(good + member("/99", "0", "x") + member("#1/9", "0", "x") + member("c.o", "", "y")) ==
        "a.o@1=bc c.o@0=y ");
}

TEST_CASE("cut at every byte, the members before stay") {
  const std::string whole =
      begin + member("first.o", "1", "abcde") + member("#1/8", "2", std::string("second.o") + "fgh");
  std::size_t most = 0;
  for (std::size_t size = begin.size(); size <= whole.size(); ++size) {
    const test::ExactBuffer exact(as_bytes(std::string_view(whole).substr(0, size)));
    const auto members = read_object_archive(exact.bytes());
    REQUIRE(members.size() >= most);
    most = members.size();
  }
  CHECK(most == 2);
}
