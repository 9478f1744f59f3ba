// A log of which plain lines are passed over many at once comes to the same as one that is read line by line.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "doctest/doctest.h"

#include "answers/rewrite/walk.h"
#include "ground/io/lines.h"
#include "support/scratch.h"

using namespace symkit;

namespace {

// What the walk says, and nothing of how the plain lines were cut.
class Notes : public rewrite::Visitor {
 public:
  std::string all;

  void pass(std::string_view bytes) override { all += bytes; }
  void context(const crashlog::LogLine& line) override {
    all += "context " + std::to_string(line.number) + ": ";
    all += line.raw;
  }
  void frames(rewrite::FramesOfLine& line) override {
    do {
      const crashlog::Frame& frame = line.frame();
      all += "frame " + std::to_string(line.line().number) + " in " + std::string(frame.image.name) + " " +
             std::string(frame.address_text) + (frame.address_of == AddressOf::Return ? " return" : "") +
             "\n";
    } while (line.next());
    all += line.line().raw;
  }
  void image(const crashlog::ListedImage& image) override { all += "image " + image.name + "\n"; }
  void document_line(const rewrite::DocumentLine& line) override {
    all += "of a document: " + std::string(line.text) + "\n";
  }
};

std::string walked(const std::string& path, bool by_line) {
  Notes notes;
  const auto input = io::Input::open(path);
  REQUIRE(input);
  rewrite::Walk walk(notes);
  walk.begin(**input);
  io::Lines lines(**input);
  std::uint64_t number = 0;
  for (;;) {
    const std::uint64_t plain = by_line ? 0 : walk.take_plain(lines);
    number += plain;
    if (plain != 0) continue;
    const auto line = lines.next();
    REQUIRE(line);
    if (!*line) break;
    walk.take(**line, ++number);
  }
  walk.finish();
  return notes.all + std::to_string(number) + " lines";
}

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> sample_logs() {
  std::vector<std::string> logs;
  for (const char* const folder : {SYMKIT_TEST_DATA "/logs", SYMKIT_TEST_DATA "/../tests/cli/symlookup"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.is_regular_file() && entry.file_size() < 200'000) logs.push_back(content_of(entry.path()));
  REQUIRE(logs.size() > 100);
  return logs;
}

// As a collector of logs has it: a line for each, or one for all of them.
std::string in_json(std::string_view log) {
  std::string text = "{\"level\":\"info\",\"message\":\"";
  std::size_t lines = 0;
  for (const char c : log) {
    if (c == '"' || c == '\\') text += '\\';
    if (c != '\n') {
      text += c;
    } else {
      text += ++lines % 7 == 0 ? "\"}\n{\"message\":\"" : "\\n";
    }
  }
  return text + "\"}\n";
}

}  // namespace

TEST_CASE(
    "Sample logs, as they are, behind a collector's prefix, in JSON, and one after the other in pieces") {
  const test::Scratch scratch;
  std::mt19937 random(11);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same each time
  std::string mixed;
  for (const std::string& log : sample_logs()) {
    std::string prefixed;
    for (const char c : log) {
      if (prefixed.empty() || prefixed.back() == '\n') prefixed += "2026-11-21T06:00:00.123Z host app[7]: ";
      prefixed += c;
    }
    mixed += log.substr(random() % (log.size() + 1));
    if (random() % 2 == 0) mixed += std::string(random() % 4000, random() % 3 == 0 ? '\n' : '=');
    for (const std::string& text : {log, prefixed, in_json(log)}) {
      const std::string path = scratch.write("log", text);
      const bool same = walked(path, true) == walked(path, false);
      CHECK_MESSAGE(same, log.substr(0, 300));
    }
  }
  const std::string path = scratch.write("log", mixed);
  const bool same = walked(path, true) == walked(path, false);
  CHECK(same);
}
