// What symlookup writes of frames is read again: every answered line of the golden logs names its function
// and place.
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "doctest/doctest.h"

#include "ground/base/words.h"
#include "logs/crashlog/reader.h"

using namespace symkit;
namespace fs = std::filesystem;

namespace {

// The end of a line that was answered: "… (in image) (file:12) [inlined]". Of several answers it is the last.
const std::regex answered(
    R"((.*0x\S+ .*?)( \(one of \d+: .*\))? \(in ([^()]*)\)( \(([^()]*):(\d+)\)| \+ \d+)( \[inlined\])?\s*)");

std::string problem_of(const std::string& line, crashlog::Reader& reader) {
  crashlog::Frame frame;
  const crashlog::Found found = reader.read(line, frame);
  std::smatch parts;
  std::string plain = std::regex_replace(line, std::regex("\x1b\\[[0-9;]*m|\x1b\\]8;;[^\x1b]*\x1b\\\\"), "");
  if (!std::regex_match(plain, parts, answered)) return {};
  if (found != crashlog::Found::Named) return say("found ", static_cast<int>(found));
  for (crashlog::Frame next; frame.shares_line && reader.read_further(next);) frame = next;
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

TEST_CASE("each answer of a line is a frame, and what lay on the stack alone is marked") {
  crashlog::Reader reader;
  crashlog::Frame frame;
  std::string ended;  // what the frame views
  const auto functions = [&](const std::string& line) {
    std::vector<std::string> all;
    ended = line + "\n";
    if (reader.read(ended, frame) != crashlog::Found::Named) return all;
    do all.emplace_back(frame.said.function);
    while (frame.shares_line && reader.read_further(frame));
    return all;
  };
  using Names = std::vector<std::string>;
  CHECK(
      functions("@  0x558ed539923c say_stack (in kiosk) (kiosk.c:42) 0x7fa69b050bf4 0x558ed5399620 twice (in "
                "kiosk) (kiosk.c:75) [inlined] total (in kiosk) (kiosk.c:77)") ==
      Names{"say_stack", "twice", "total"});
  CHECK(functions(
            "panic: pc=0x4011b6  # 0x4011b6: price (in kiosk) (kiosk.c:24); 0x4012c2: main (in kiosk) + 3") ==
        Names{"price", "main"});
  CHECK(functions("0      0x0000560d6fc51727 Swift runtime failure: overflow (in kiosk) [inlined]") ==
        Names{"Swift runtime failure: overflow"});
  CHECK(functions("#1  0x000055d0c1a2 - 1 total (in kiosk (1)) (kiosk.c:7:3)") == Names{"total"});
  CHECK(frame.image.name == "kiosk (1)");
  CHECK(functions("            4011a7 spin (in kiosk) (kiosk.c:20)") == Names{"spin"});
  CHECK(functions("kiosk 1 3.5:   10 cpu-clock:u:            4011a7 spin (in kiosk) + 4") == Names{"spin"});
  CHECK(functions("    #0 total (in kiosk) (kiosk.c:59) (kiosk+0x1173) (BuildId: 0011223344556677)") ==
        Names{"total"});
  CHECK(functions("[    8.345706]  ? init_module+0x47/0x70 sample (in sensor) (sensor.c:33) [inlined]") ==
        Names{"sample"});
  CHECK(frame.is_left_over);
  CHECK(functions("[    8.345706]  init_module+0x47/0x70 sample (in sensor) (sensor.c:33)") ==
        Names{"sample"});
  CHECK_FALSE(frame.is_left_over);
}

TEST_CASE("sentences are no answers") {
  crashlog::Reader reader;
  crashlog::Frame frame;
  for (const std::string_view line :
       {"It was seen (in the kitchen) twice\n", "There are 3 (in all) + 12\n",
        "see a (in b) (c.c:1) for more\n", "0x1234 was found (in the kitchen) and lost\n",
        "(in kiosk) (kiosk.c:20)\n"})
    CHECK_MESSAGE(reader.read(line, frame) != crashlog::Found::Named, line);
}
