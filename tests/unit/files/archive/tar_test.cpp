#include "files/archive/tar.h"

#include <doctest/doctest.h>

using symkit::archive::looks_like_tar;
using symkit::archive::TarReader;
using symkit::io::Input;

namespace {

std::string octal(std::size_t number, int width) {
  std::string digits;
  for (; width-- != 0; number /= 8) digits.insert(digits.begin(), static_cast<char>('0' + number % 8));
  return digits;
}

std::string entry(const std::string& name, const std::string& content, char type = '0',
                  const std::string& prefix = {}) {
  std::string header(512, '\0');
  header.replace(0, name.size(), name);
  header.replace(124, 11, octal(content.size(), 11));
  header[156] = type;
  header.replace(257, 8, std::string("ustar\00000", 8));
  header.replace(345, prefix.size(), prefix);
  return header + content + std::string((512 - content.size() % 512) % 512, '\0');
}

// "name=content" of each file; "cut" where an error ends it.
std::string files_in(const std::string& tar, std::uint64_t largest = 1000) {
  const auto input = Input::of_memory(tar, "a.tar");
  TarReader reader(*input, largest);
  std::string found;
  while (true) {
    const auto file = reader.next();
    if (!file) return found + "cut";
    if (!*file) return found;
    found += (*file)->name + "=" + (*file)->content.value_or("?") + ";";
  }
}

}  // namespace

TEST_CASE("the files of a tape archive, one behind the other") {
  const std::string end(1024, '\0');
  const std::string tar = entry("logs/", "", '5') + entry("logs/a", "one\n") + entry("link", "", '2') +
                          entry("empty", "") + entry("b", std::string(512, 'x')) + end;
  CHECK(looks_like_tar(tar));
  CHECK(files_in(tar) == "logs/a=one\n;empty=;b=" + std::string(512, 'x') + ";");
  CHECK(files_in(tar, 4) == "logs/a=one\n;empty=;b=?;");
  CHECK(files_in(entry("a", "1")) == "a=1;");  // without its end
  CHECK_FALSE(looks_like_tar("ustar"));
  CHECK_FALSE(looks_like_tar(std::string(600, 'a')));
}

TEST_CASE("a size that no file has") {
  std::string header = entry("a", "");
  header.replace(124, 12, "\x80" + std::string(3, '\0') + std::string(8, '\xff'));
  CHECK(files_in(header + entry("b", "2")) == "cut");
}

TEST_CASE("long names, of each way of telling them") {
  const std::string name(300, 'n');
  CHECK(files_in(entry("a", "1", '0', "deep/folder")) == "deep/folder/a=1;");
  CHECK(files_in(entry("././@LongLink", name + '\0', 'L') + entry("n", "1") + entry("b", "2")) ==
        name + "=1;b=2;");
  CHECK(files_in(entry("x", "12 mtime=12\n15 path=by/pax\n", 'x') + entry("n", "1") + entry("b", "2")) ==
        "by/pax=1;b=2;");
}

TEST_CASE("a tape archive that is cut anywhere gives what is there") {
  const std::string tar = entry("a", "one\n") + entry("b", "two\n") + std::string(1024, '\0');
  for (std::size_t size = 1; size < tar.size(); ++size) {
    const std::string found = files_in(tar.substr(0, size));
    CAPTURE(size);
    CHECK(found.starts_with(size < 512 ? "cut" : "a="));
    if (size >= 1024 + 512) CHECK(found.contains("b="));
  }
}

TEST_CASE("numbers that are none, and such as no memory has") {
  std::string tar = entry("a", "one\n");
  tar.replace(124, 11, "zzzzzzzzzzz");
  CHECK(files_in(tar) == "cut");
  tar.replace(124, 12, "\x80\0\0\0\x7f\xff\xff\xff\xff\xff\xff\xff", 12);
  CHECK(files_in(tar) == "a=?;cut");
}
