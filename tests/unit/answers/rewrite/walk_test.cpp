// What a walk through a log comes by, in which order, and that nothing of the log is lost on the way.
#include "answers/rewrite/walk.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "doctest/doctest.h"

using namespace symkit;
using rewrite::Walk;

namespace {

// Writes down what it comes by: a line of "pass", "context", "frame 3 libx.so 0x40", …
class Diary : public rewrite::Visitor {
 public:
  std::vector<std::string> entries;
  std::string lines;  // all that was seen of the log

  void pass(std::string_view bytes) override { note("pass", bytes); }
  void context(const crashlog::LogLine& line) override {
    note("context " + std::to_string(line.number), line.raw);
  }
  void frames(rewrite::FramesOfLine& line) override {
    lines += line.line().raw;
    do {
      entries.push_back("frame of line " + std::to_string(line.line().number) + told(line.frame()));
    } while (line.next());
  }
  void image(const crashlog::ListedImage& image) override { entries.push_back("image " + image.name); }
  void gave_up_waiting() override { entries.emplace_back("gave up"); }
  void begin_document(const rewrite::CapturedDocument& document) override {
    lines += document.bytes();
    entries.emplace_back("document");
  }
  void begin_report() override { entries.emplace_back("report"); }
  void document_line(const rewrite::DocumentLine& line) override {
    if (line.frame == nullptr) return;
    entries.push_back("document's frame" + told(*line.frame) + (line.place == nullptr ? "" : ", placed"));
  }
  void end_document() override { entries.emplace_back("end of document"); }

 private:
  void note(std::string what, std::string_view bytes) {
    lines += bytes;
    while (!bytes.empty() && (bytes.back() == '\n' || bytes.back() == '\r')) bytes.remove_suffix(1);
    entries.push_back(what + ": " + std::string(bytes.substr(0, 40)));
  }
  static std::string told(const crashlog::Frame& frame) {
    return " in " + std::string(frame.image.name) + (frame.image.id.empty() ? "" : " with id");
  }
};

using Entries = std::vector<std::string>;

const std::string apple_frame =
    "0   MyApp                         \t0x00000001000064bc 0x100000000 + 25788\n";
const std::string other_frame =
    "0   Other                         \t0x00000002000064bc 0x200000000 + 25788\n";
const std::string apple_image =
    "0x100000000 - 0x10000ffff MyApp arm64  <00112233445566778899aabbccddeeff> /MyApp\n";
const std::string other_image =
    "0x200000000 - 0x20000ffff Other arm64  <ffeeddccbbaa99887766554433221100> /Other\n";

Diary walked(const std::vector<std::string>& log) {
  Diary diary;
  Walk walk(diary);
  std::uint64_t number = 0;
  for (const std::string& line : log) walk.take({line, true, true}, ++number);
  walk.finish();
  return diary;
}

std::string whole(const std::vector<std::string>& log) {
  std::string all;
  for (const std::string& line : log) all += line;
  return all;
}

}  // namespace

TEST_CASE("A line without frames passes as it came, with any end or none") {
  const std::vector<std::string> log{"hello\n", "\n", "with return\r\n", std::string("a\0b\n", 4), "no end"};
  const Diary diary = walked(log);
  CHECK(diary.lines == whole(log));
  CHECK(diary.entries.size() == log.size());
  CHECK(diary.entries[0] == "pass: hello");
  CHECK(diary.entries[4] == "pass: no end");
}

TEST_CASE("Pieces of a line that is too long pass, and count as one line") {
  Diary diary;
  Walk walk(diary);
  walk.take({"begin ", true, false}, 1);
  walk.take({"#00 pc 00001234  /a/libx.so ", false, false}, 1);
  walk.take({"end\n", false, true}, 1);
  walk.take({"      #00 pc 00001234  /a/libx.so\n", true, true}, 2);
  walk.finish();
  CHECK(diary.entries == Entries{"pass: begin ", "pass: #00 pc 00001234  /a/libx.so ", "pass: end",
                                 "frame of line 2 in libx.so"});
}

TEST_CASE("A frame is met at once where its log's images do not come last") {
  const Diary diary = walked({"text\n", "      #00 pc 00001234  /a/libx.so (f+4) (BuildId: bbae4194)\n"});
  CHECK(diary.entries == Entries{"pass: text", "frame of line 2 in libx.so with id"});
}

TEST_CASE("Several frames of one line are met one after the other") {
  const Diary diary =
      walked({"{{{module:0:libx.so:elf:bbae4194}}}\n", "{{{mmap:0x1000:0x1000:load:0:rx:0x0}}}\n",
              "{{{bt:0:0x1010:ra}}} and {{{bt:1:0x1020:ra}}} end\n"});
  CHECK(diary.entries.back() == "frame of line 3 in libx.so with id");
  CHECK(std::ranges::count(diary.entries, diary.entries.back()) == 2);
}

TEST_CASE("A report is held back for the images that come last, and is told with their ids") {
  const std::vector<std::string> log{"before\n", "Incident Identifier: 1\n", "Thread 0:\n", apple_frame,
                                     "\n",       "Binary Images:\n",         apple_image,   "\n",
                                     "after\n"};
  const Diary diary = walked(log);
  CHECK(diary.lines == whole(log));
  // The image is told when it is read, before the lines that waited for it.
  CHECK(diary.entries ==
        Entries{"pass: before", "image MyApp", "context 2: Incident Identifier: 1",
                "context 3: Thread 0:", "frame of line 4 in MyApp with id",
                "pass: ", "context 6: Binary Images:", "context 7: 0x100000000 - 0x10000ffff MyApp arm64  <",
                "pass: ", "pass: after"});
}

TEST_CASE("Two reports, one begun while the other waits: each frame has its own report's images") {
  const std::vector<std::string> log{"Incident Identifier: 1\n",
                                     "Thread 0:\n",
                                     apple_frame,
                                     "Incident Identifier: 2\n",
                                     "Thread 0:\n",
                                     apple_frame,
                                     other_frame,
                                     "Binary Images:\n",
                                     other_image,
                                     "\n"};
  const Diary diary = walked(log);
  CHECK(diary.lines == whole(log));
  const auto frames = [&] {
    Entries all;
    for (const std::string& entry : diary.entries)
      if (entry.starts_with("frame")) all.push_back(entry);
    return all;
  }();
  // The first report listed none before the second began; its frames are not of the second's.
  CHECK(frames ==
        Entries{"frame of line 3 in MyApp", "frame of line 6 in MyApp", "frame of line 7 in Other with id"});
}

TEST_CASE("A frame of another kind within a report that waits has its turn with the report") {
  const std::vector<std::string> log{"Incident Identifier: 1\n",
                                     "Thread 0:\n",
                                     apple_frame,
                                     "      #00 pc 00001234  /a/libx.so (f+4) (BuildId: bbae4194)\n",
                                     "Binary Images:\n",
                                     apple_image,
                                     "after\n"};
  const Diary diary = walked(log);
  CHECK(diary.lines == whole(log));
  CHECK(std::ranges::count(diary.entries, "frame of line 3 in MyApp with id") == 1);
  CHECK(std::ranges::count(diary.entries, "frame of line 4 in libx.so with id") == 1);
}

TEST_CASE("A report that is cut off loses no line, wherever that is, and each frame is met once") {
  const std::vector<std::string> log{"Incident Identifier: 1\n",
                                     "Thread 0:\n",
                                     apple_frame,
                                     "\n",
                                     "Binary Images:\n",
                                     apple_image,
                                     other_image,
                                     "\n",
                                     "after\n"};
  for (std::size_t lines = 0; lines <= log.size(); ++lines) {
    CAPTURE(lines);
    const std::vector<std::string> cut(log.begin(), log.begin() + static_cast<std::ptrdiff_t>(lines));
    const Diary diary = walked(cut);
    CHECK(diary.lines == whole(cut));
    const auto met = std::ranges::count_if(diary.entries, [](const std::string& entry) {
      return entry.starts_with("frame of line 3 in MyApp");
    });
    CHECK(met == (lines >= 3 ? 1 : 0));
    const bool has_id = lines >= 6;
    CHECK(std::ranges::count(diary.entries, "frame of line 3 in MyApp with id") == (has_id ? 1 : 0));
  }
}

TEST_CASE("A report too long to wait for its images passes as it came, and what follows is read") {
  Diary diary;
  Walk walk(diary);
  walk.take({"Incident Identifier: 1\n", true, true}, 1);
  const std::string long_line(std::size_t{1} << 20, 'x');
  for (int i = 0; i < 25; ++i) walk.take({long_line, i == 0, false}, 2);
  walk.take({"\n", false, true}, 2);
  walk.take({"      #00 pc 00001234  /a/libx.so\n", true, true}, 3);
  walk.finish();
  CHECK(std::ranges::count(diary.entries, "gave up") == 1);
  CHECK(diary.entries.back() == "frame of line 3 in libx.so");
  CHECK(diary.lines.size() == 25 * long_line.size() + 23 + 1 + 34);
}

TEST_CASE("A document is read when it is whole") {
  const std::vector<std::string> log{
      "before\n",
      R"({"bug_type":"309","incident_id":"5A0C1B7E"})"
      "\n",
      "{\n",
      R"("threads":[{"frames":[{"imageOffset":16,"imageIndex":0}]}],)"
      "\n",
      R"("usedImages":[{"base":4294967296,"size":65536,"name":"MyApp","path":"/MyApp",)"
      R"("arch":"arm64","uuid":"00112233-4455-6677-8899-aabbccddeeff"}])"
      "\n",
      "}\n",
      "after\n"};
  const Diary diary = walked(log);
  CHECK(diary.lines == whole(log));
  CHECK(diary.entries == Entries{"pass: before", "document", "report", "image MyApp",
                                 "document's frame in MyApp with id, placed", "end of document",
                                 "pass: after"});
  // With text between its lines, or cut off, it is none: all passes, and the log's problem is known.
  for (std::size_t lines = 2; lines < 6; ++lines) {
    CAPTURE(lines);
    std::vector<std::string> cut(log.begin(), log.begin() + static_cast<std::ptrdiff_t>(lines));
    for (const char* last : {"", "Thread 0 of another text\n"}) {
      if (*last != '\0') cut.emplace_back(last);
      const Diary without = walked(cut);
      CHECK(without.lines == whole(cut));
      CHECK(std::ranges::count(without.entries, "document") == 0);
    }
  }
}

TEST_CASE("What is wrong with a document is told, and how often") {
  Diary diary;
  Walk walk(diary);
  for (int i = 0; i < 2; ++i) {
    walk.take({"{\n", true, true}, 1);
    walk.take({"\"crashDiagnostics\" : [\n", true, true}, 1);
    walk.take({"ordinary text\n", true, true}, 1);
  }
  walk.finish();
  CHECK(walk.problems().at("a JSON report is broken or truncated") == 2);
  CHECK(diary.entries.size() == 6);
}

TEST_CASE("A second log goes on behind the first") {
  Diary diary;
  Walk walk(diary);
  walk.take({"[\n", true, true}, 1);  // might begin a document
  walk.finish();
  walk.take({"      #00 pc 00001234  /a/libx.so\n", true, true}, 12);
  walk.finish();
  CHECK(diary.entries == Entries{"pass: [", "frame of line 12 in libx.so"});
}
