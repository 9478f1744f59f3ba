// What symlookup writes of frames is read again: every answered line of the golden logs names its function
// and place.
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include "doctest/doctest.h"

#include "ground/base/words.h"
#include "logs/crashlog/reader.h"

using namespace symkit;
namespace fs = std::filesystem;

namespace {

// The end of a line that was answered: "… (in image) (file:12) [inlined]".
const std::regex answered(
    R"((.*0x\S+ .*?)( \(one of \d+: .*\))? \(in ([^()]*)\)( \(([^()]*):(\d+)\)| \+ \d+)( \[inlined\])?\s*)");

std::string problem_of(const std::string& line, crashlog::Reader& reader) {
  crashlog::Frame frame;
  const crashlog::Found found = reader.read(line, frame);
  std::smatch parts;
  std::string plain = std::regex_replace(line, std::regex("\x1b\\[[0-9;]*m|\x1b\\]8;;[^\x1b]*\x1b\\\\"), "");
  if (!std::regex_match(plain, parts, answered)) return {};
  if (found != crashlog::Found::Named) return say("found ", static_cast<int>(found));
  if (!std::string(parts[1]).ends_with(frame.said.function)) return "another function";
  if (frame.said.file != std::string(parts[5])) return "another file";
  if (frame.said.line != (parts[6].matched ? std::stoul(parts[6]) : 0)) return "another line";
  if (frame.said.inlined != parts[7].matched) return "inlined?";
  return {};
}

}  // namespace

TEST_CASE("frames that symlookup has answered are read with their names and places") {
  std::size_t all = 0;
  for (const auto& folder : fs::directory_iterator(SYMKIT_TEST_DATA "/../tests/cli/symlookup")) {
    std::ifstream log(folder.path() / "stdout", std::ios::binary);
    crashlog::Reader reader;
    std::size_t bad = 0;
    for (std::string line; std::getline(log, line);) {
      ++all;
      const std::string problem = problem_of(line + "\n", reader);
      if (problem.empty() || ++bad > 3) continue;
      MESSAGE(folder.path().filename().string() << ": " << problem << ": " << line.substr(0, 150));
    }
    CHECK_MESSAGE(bad == 0, folder.path().filename().string() << " " << bad);
  }
  CHECK(all > 1000);
}
