#include "logs/android/log_parts.h"

#include <vector>

#include "doctest/doctest.h"

#include "support/zip.h"

using namespace symkit;
using namespace symkit::android;
using test::deflated_entry;
using test::stored_entry;

namespace {

std::string all_of(io::Input& input) {
  std::string text;
  std::vector<char> buffer(1000);
  while (true) {
    const auto count = input.read(buffer);
    if (!count) return text + "error: " + count.error().message;
    if (*count == 0) return text;
    text.append(buffer.data(), *count);
  }
}

struct Parts {
  std::vector<std::string> texts;  // name=text
  std::vector<std::string> troubles;
  std::string error;
};

Parts parts_of(std::string bytes) {
  Parts parts;
  const auto done = each_part(
      io::Input::of_memory(std::move(bytes), "report.zip"),
      [&](const Error& error) { parts.troubles.push_back(error.message); },
      [&](LogPart& part) -> Result<void> {
        const std::string said = part.input ? all_of(*part.input) : "same as " + std::string(part.same_as);
        parts.texts.push_back(part.name + "=" + said);
        return {};
      });
  if (!done) parts.error = done.error().message;
  return parts;
}

Parts parts_of(const std::vector<test::ZipEntry>& entries) {
  return parts_of(std::string(as_text(test::zip_of(entries))));
}

test::ZipEntry text(const std::string& name, std::string_view content) {
  return deflated_entry(name, as_bytes(content));
}

}  // namespace

TEST_CASE("a text is one part, as it is") {
  const Parts parts = parts_of(std::string("hello\n"));
  CHECK(parts.texts == std::vector<std::string>{"=hello\n"});
  CHECK(parts_of(std::string()).texts == std::vector<std::string>{"="});
}

TEST_CASE("a bug report has its main entry first, then tombstones, then traces") {
  const Parts parts =
      parts_of({text("FS/data/anr/anr_1", "anr"), text("FS/data/tombstones/tombstone_00.pb", "?"),
                text("FS/data/tombstones/tombstone_00", "tomb"), text("version.txt", "2.0"),
                text("bugreport-x.txt", "not this"), text("main.txt", "dumpstate"),
                text("main_entry.txt", "main.txt\n"), text("FS/data/other", "?")});
  CHECK(parts.texts ==
        std::vector<std::string>{
            "report.zip!/main.txt=dumpstate",
            "report.zip!/FS/data/tombstones/tombstone_00.pb=same as FS/data/tombstones/tombstone_00",
            "report.zip!/FS/data/tombstones/tombstone_00=tomb", "report.zip!/FS/data/anr/anr_1=anr"});
  CHECK(parts.troubles.empty());
}

TEST_CASE("without a name for it, the main entry is known by its own") {
  CHECK(parts_of({text("bugreport-x.txt", "dumpstate")}).texts ==
        std::vector<std::string>{"report.zip!/bugreport-x.txt=dumpstate"});
  CHECK(parts_of({text("main_entry.txt", "../../etc/passwd"), text("bugreport-x.txt", "dumpstate")}).texts ==
        std::vector<std::string>{"report.zip!/bugreport-x.txt=dumpstate"});
}

TEST_CASE("other archives are no logs") {
  CHECK(parts_of({text("classes.dex", "x")}).error == "report.zip: is a zip archive, not a log");
  CHECK(parts_of(std::string("PK\3\4 and then nothing of an archive")).error.starts_with("report.zip: "));
}

TEST_CASE("a part that cannot be read is told, and the others are read") {
  test::ZipEntry broken = text("FS/data/anr/anr_0", "broken");
  broken.checksum ^= 1;
  const Parts parts =
      parts_of({text("bugreport-x.txt", "dumpstate"), broken,
                text("FS/data/tombstones/tombstone_01.pb",
                     "\x08\x01\x12\x03"
                     "abc"),
                text("FS/data/anr/anr_1", as_text(test::zip_of({text("bugreport-y.txt", "y")}))),
                text("FS/data/anr/anr_2", "anr")});
  CHECK(parts.texts == std::vector<std::string>{"report.zip!/bugreport-x.txt=dumpstate",
                                                "report.zip!/FS/data/anr/anr_2=anr"});
  REQUIRE(parts.troubles.size() == 3);
  CHECK(parts.troubles[0] ==
        "report.zip!/FS/data/tombstones/tombstone_01.pb: looks like a tombstone (protobuf), but has no "
        "thread; it may be truncated");
  CHECK(parts.troubles[1].starts_with("report.zip: FS/data/anr/anr_0: "));
  CHECK(parts.troubles[2] == "report.zip!/FS/data/anr/anr_1: is an archive within a bug report; skipped");
}

TEST_CASE("a bomb is refused before it takes memory") {
  const std::string zeros(100 << 20, '\0');
  const Parts parts = parts_of({text("bugreport-x.txt", zeros), text("FS/data/anr/anr_2", "anr")});
  CHECK(parts.texts == std::vector<std::string>{"report.zip!/FS/data/anr/anr_2=anr"});
  REQUIRE(parts.troubles.size() == 1);
  CHECK(parts.troubles[0].starts_with("report.zip: bugreport-x.txt: "));
}
