// The corners of the grammars of Apple's reports, read without any symbols.
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "doctest/doctest.h"

#include "crashlog/reader.h"

using namespace symkit;
using crashlog::Found;
using crashlog::Frame;
using crashlog::Reader;

namespace {

// What a frame says, in memory of its own.
struct Told {
  std::string image, path, id, symbol, replaced, address, problem;
  std::optional<std::uint32_t> number;
  std::optional<std::uint64_t> runtime, load;
  AddressOf address_of = AddressOf::Stack;
  bool readable = false;
};

// The frames of a log whose images may come last.
class Log {
 public:
  explicit Log(std::initializer_list<std::string> lines) {
    for (const std::string& line : lines) read(line + "\n", false);
    reader.report().replay(true);
    for (const std::string& line : lines) read(line + "\n", true);
    problems_ = reader.report().problems();
  }

  const auto& problems() const { return problems_; }
  std::vector<Told> frames;

 private:
  void read(const std::string& line, bool keep) {
    Frame frame;
    const Found found = reader.read(line, frame);
    if (!keep) return;
    if (found == Found::Frame) take(line, frame);
    if (found != Found::Lines) return;
    const std::string lines = reader.report().lines();
    for (std::size_t at = 0; at < lines.size();) {
      const std::size_t next = lines.find('\n', at) + 1;
      read(lines.substr(at, next - at), true);
      at = next;
    }
  }

  void take(const std::string& line, const Frame& frame) {
    frames.push_back({std::string(frame.image.name), std::string(frame.image.path), frame.image.id.hex(),
                      std::string(frame.symbol),
                      line.substr(frame.replaced.begin, frame.replaced.end - frame.replaced.begin),
                      std::string(frame.address_text), std::string(frame.problem), frame.number,
                      frame.runtime_address, frame.load_address, frame.address_of, frame.readable});
  }

  Reader reader;
  std::map<std::string, std::size_t> problems_;
};

const std::string head = "Incident Identifier: 5A0C1B7E-2F6D-4C1A-9B0E-8D5E3A7F4C21";
const std::string uuid = "82d13d98219e3040b62a07a297007a7c";
const std::string image = "0x102230000 - 0x102237fff Shop arm64  <" + uuid + "> /private/var/Shop.app/Shop";

Log report(const std::string& frame, const std::string& listed = image) {
  return Log({head, "Thread 0 Crashed:", frame, "", "Binary Images:", listed, ""});
}

TEST_CASE("columns of a crash report") {
  SUBCASE("by blanks") {
    const Log log = report("2   Shop      0x1022364bc 0x102230000 + 25788");
    REQUIRE(log.frames.size() == 1);
    CHECK(log.frames[0].number == 2);
    CHECK(log.frames[0].runtime == 0x1022364bc);
    CHECK(log.frames[0].load == 0x102230000);
    CHECK(log.frames[0].id == uuid);
    CHECK(log.frames[0].replaced == " 0x102230000 + 25788");
  }
  SUBCASE("by tabs") {
    const Log log = report("2\tShop\t0x00000001022364bc\t0x102230000 + 25788");
    REQUIRE(log.frames.size() == 1);
    CHECK(log.frames[0].address == "0x00000001022364bc");
  }
  SUBCASE("names with blanks") {
    const Log log =
        report("0   My Shop (beta) 0x1022364bc 0x102230000 + 25788",
               "0x102230000 - 0x102237fff My Shop (beta) arm64 <" + uuid + "> /Apps/My Shop (beta)");
    REQUIRE(log.frames.size() == 1);
    CHECK(log.frames[0].image == "My Shop (beta)");
    CHECK(log.frames[0].id == uuid);
  }
  SUBCASE("an offset from the image by its name") {
    const Log log = report("2   Shop      0x1022364bc Shop + 25788");
    REQUIRE(log.frames.size() == 1);
    CHECK(log.frames[0].symbol.empty());
    CHECK(log.frames[0].id == uuid);
  }
  SUBCASE("no line of source is touched") {
    CHECK(report("2   Shop      0x1022364bc main (main.m:16)").frames.empty());
    CHECK(report("2   Shop      0x1022364bc main + 12 (main.m:16)").frames.empty());
  }
  SUBCASE("a name that is readable, and some that are not") {
    CHECK(report("2   Shop      0x1022364bc -[Cart total:] + 28").frames.at(0).readable);
    CHECK_FALSE(report("2   Shop      0x1022364bc <redacted> + 28").frames.at(0).readable);
    CHECK_FALSE(report("2   Shop      0x1022364bc __hidden#12_ + 28").frames.at(0).readable);
    CHECK_FALSE(report("2   Shop      0x1022364bc 0x102230000 + 28").frames.at(0).readable);
  }
  SUBCASE("in quotes, as an array is printed") {
    const Log log = report("    \"2   Shop      0x1022364bc -[Cart total:] + 28\",");
    REQUIRE(log.frames.size() == 1);
    CHECK(log.frames[0].symbol == "-[Cart total:]");
    CHECK(log.frames[0].replaced == " -[Cart total:] + 28");
  }
  SUBCASE("nothing is where the program jumped to") {
    const Log log = report("0   ???       0x0000000054485244 0x0 + 0");
    REQUIRE(log.frames.size() == 1);
    CHECK(log.frames[0].image.empty());
  }
}

TEST_CASE("lines of the list of images") {
  const auto id_of = [](const std::string& line) {
    return report("0   Shop  0x1022364bc 0x102230000 + 25788", line).frames.at(0).id;
  };
  CHECK(id_of("0x102230000 - 0x102237fff +Shop arm64  <" + uuid + "> /Shop") == uuid);
  CHECK(id_of("  0x102230000 -   0x102237fff  +com.example.Shop (1.4 - 128) "
              "<82D13D98-219E-3040-B62A-07A297007A7C>"
              " /Applications/Shop.app/Contents/MacOS/Shop") == uuid);
  CHECK(id_of("0x102230000 - 0x102237fff com.example.Shop (*) <" + uuid + "> /Shop") == uuid);
  CHECK(id_of("0x102230000 - 0x102237fff Shop ??? (132.13) <" + uuid + "> /Shop") == uuid);
  CHECK(id_of("0x102230000 - 0x102237fff Shop arm64e <" + uuid + ">") == uuid);
  CHECK(id_of("0x102230000 - ??? Shop (1.0) <" + uuid + "> /Shop") == uuid);
  // No id, or none that means anything.
  CHECK(id_of("0x102230000 - 0x102237fff Shop 1.4 /Shop").empty());
  CHECK(id_of("0x102230000 - 0x102237fff Shop arm64 <> /Shop").empty());
  CHECK(id_of("0x102230000 - 0x102237fff Shop arm64 <00000000-0000-0000-0000-000000000000> /Shop").empty());
}

TEST_CASE("a bundle's name in the columns gives way to the image's") {
  const Log log =
      report("0   com.example.Sh  0x1022364bc 0x102230000 + 25788",
             "0x102230000 - 0x102237fff +com.example.Shop (1.4) <" + uuid + "> /Applications/Shop");
  CHECK(log.frames.at(0).image == "Shop");
}

TEST_CASE("images that cannot be are no images") {
  SUBCASE("they end before they begin") {
    const Log log = report("0   Shop  0x1022364bc 0x102230000 + 25788",
                           "0x102230000 - 0x2237fff Shop arm64 <" + uuid + "> /Shop");
    CHECK(log.problems().contains("an image's addresses end before they begin"));
    CHECK(log.frames.at(0).id.empty());
  }
  SUBCASE("more than 64 bits, and the list goes on behind it") {
    const Log log({head, "Thread 0:", "0   Shop  0x1022364bc 0x102230000 + 25788", "", "Binary Images:",
                   "0x1ffffffffffffffff0 - 0x2ffffffffffffffff0 A arm64 <" + uuid + "> /A", image, ""});
    CHECK(log.frames.at(0).id == uuid);
    CHECK(log.problems().at("the log's address has more than 64 bits") == 1);
  }
  SUBCASE("they overlap") {
    const Log log({head, "Thread 0:", "0   Shop  0x1022364bc <redacted> + 12", "", "Binary Images:", image,
                   "0x102230000 - 0x102237fff Other arm64  <00d13d98219e3040b62a07a297007a7c> /Other", ""});
    CHECK(log.problems().contains("images of the log overlap"));
  }
  SUBCASE("what stands for the rest of memory holds nothing") {
    const Log log({head, "Thread 0:", "0   Shop  0x1022364bc <redacted> + 12", "", "Binary Images:", image,
                   "0x0 - 0xffffffffffffffff ??? (*) <00000000-0000-0000-0000-000000000000> ???", ""});
    CHECK(log.frames.at(0).id == uuid);
    CHECK(log.problems().empty());
  }
}

TEST_CASE("numbers that are none") {
  CHECK(report("0   Shop  0x11022364bc11022364bc 0x102230000 + 25788").frames.at(0).problem ==
        "the log's address has more than 64 bits");
  CHECK(report("0   Shop  0x1022364bc 0x102230000 + 99999999999999999999999").frames.at(0).problem ==
        "the log's address has more than 64 bits");
  CHECK(report("99999999999 Shop  0x1022364bc 0x102230000 + 25788").frames.at(0).problem ==
        "the log's frame number is absurd");
}

TEST_CASE("which addresses of a crash report are return addresses") {
  const std::string frame = "   Shop  0x1022364bc 0x102230000 + 25788";
  SUBCASE("all but the first") {
    const Log log({head, "Thread 0 Crashed:", "0" + frame, "1" + frame, image, ""});
    CHECK(log.frames.at(0).address_of == AddressOf::Instruction);
    CHECK(log.frames.at(1).address_of == AddressOf::Return);
  }
  SUBCASE("not what a signal interrupted") {
    const Log log({head, "Thread 0 Crashed:", "0   libsystem_platform.dylib 0x1f2a3e348 _sigtramp + 56",
                   "1" + frame, "2" + frame, image, ""});
    CHECK(log.frames.at(1).address_of == AddressOf::Instruction);
    CHECK(log.frames.at(2).address_of == AddressOf::Return);
  }
  SUBCASE("all of an exception's") {
    const Log log({head, "Last Exception Backtrace:", "0" + frame, "1" + frame, "", "Thread 0:", "0" + frame,
                   image, ""});
    CHECK(log.frames.at(0).address_of == AddressOf::Return);
    CHECK(log.frames.at(1).address_of == AddressOf::Return);
    CHECK(log.frames.at(2).address_of == AddressOf::Instruction);
  }
}

TEST_CASE("an exception's addresses become frames") {
  SUBCASE("on one line") {
    const Log log({head, "Last Exception Backtrace:", "(0x18c3f4a48 0x1022364bc)", "", image, ""});
    REQUIRE(log.frames.size() == 2);
    CHECK(log.frames[0].image.empty());
    CHECK(log.frames[1].number == 1);
    CHECK(log.frames[1].load == 0x102230000);
    CHECK(log.frames[1].id == uuid);
  }
  SUBCASE("on several, and one that is signed") {
    const Log log({head, "Code Type:       ARM-64 (Native)", "Last Exception Backtrace:", "(0x18c3f4a48",
                   "0x1022364bc", "0x12340001022364bc)", "", image, ""});
    REQUIRE(log.frames.size() == 3);
    CHECK(log.frames[2].number == 2);
    CHECK(log.frames[2].id == uuid);
    CHECK(log.frames[2].replaced == " 0x102230000 + 25788");
  }
  SUBCASE("without images nothing is known better") {
    CHECK(Log({head, "Last Exception Backtrace:", "(0x18c3f4a48 0x1022364bc)"}).frames.empty());
  }
}

TEST_CASE("a report waits for its images, however it begins") {
  const auto waits = [](std::initializer_list<std::string> lines) {
    Reader reader;
    Frame frame;
    for (const std::string& line : lines) reader.read(line + "\n", frame);
    return reader.report().waits_for_images();
  };
  CHECK(waits({head}));
  CHECK(waits({"Process:         Shop [4711]"}));
  CHECK(waits({"Thread 0 Crashed:"}));
  CHECK(waits({"Thread 0 Crashed:: main Dispatch queue: com.apple.main-thread"}));
  CHECK(waits({"Analysis of sampling Shop (pid 4711) every 1 millisecond"}));
  CHECK_FALSE(waits({"0   Shop  0x1022364bc 0x102230000 + 25788"}));
  CHECK_FALSE(waits({"Thread 0 crashed with ARM Thread State (64-bit):"}));
  CHECK_FALSE(waits({head, image, ""}));
}

TEST_CASE("the head of a report names it once, in whichever order") {
  const auto begun = [](std::initializer_list<std::string> lines) {
    Reader reader;
    Frame frame;
    for (const std::string& line : lines) reader.read(line + "\n", frame);
    return reader.report().reports_begun();
  };
  const std::string process = "Process:         Shop [4711]";
  CHECK(begun({head, process, "Thread 0:"}) == 1);
  CHECK(begun({process, head, "Thread 0:"}) == 1);
  CHECK(begun({process, process}) == 2);
  CHECK(begun({head, process, "Thread 0:", head, process}) == 2);
}

TEST_CASE("code types") {
  const auto type = [](const std::string& line) {
    Reader reader;
    Frame frame;
    reader.read(line + "\n", frame);
    return reader.report().architecture();
  };
  CHECK(type("Code Type:       ARM-64 (Native)") == Architecture::Arm64);
  CHECK(type("Code Type:       X86-64 (Translated)") == Architecture::X86_64);
  CHECK(type("Code Type:       X86 (Native)") == Architecture::X86);
  CHECK(type("Code Type:       ARM (Native)") == Architecture::Armv7);
  CHECK(type("Code Type:       PPC (Native)") == Architecture::Ppc);
}

TEST_CASE("frames of mobile monitoring carry their image") {
  const auto read = [](const std::string& line) { return Log({"stack:", line}).frames; };
  const std::string id = "[82d13d98-219e-3040-b62a-07a297007a7c]";
  const auto plain = read("Shop 0x00000001022364bc 0x102230000 + 25788 " + id);
  REQUIRE(plain.size() == 1);
  CHECK(plain[0].id == uuid);
  CHECK(plain[0].image == "Shop");
  CHECK(plain[0].replaced == " 0x102230000 + 25788 " + id);
  CHECK(plain[0].address_of == AddressOf::Instruction);
  CHECK_FALSE(plain[0].number);
  CHECK(read("3\tMy Shop\t0x1022364bc 0x102230000 + 25788 " + id).at(0).number == 3);
  CHECK(read("3\tMy Shop\t0x1022364bc 0x102230000 + 25788 " + id).at(0).image == "My Shop");
  CHECK(read("7zip 0x1022364bc 0x102230000 + 25788 " + id).at(0).image == "7zip");
  CHECK(read("Shop 0x1022364bc 0x102230000 + 25788 [not an id that anybody has, really]").empty());
  CHECK(read("0x1022364bc 0x102230000 + 25788 " + id).empty());
}

TEST_CASE("trees of calls") {
  SUBCASE("sample: leaves are where the code was") {
    const Log log({"Analysis of sampling Shop (pid 1) every 1 millisecond", "Call graph:", "    2 Thread_1",
                   "    + 2 ???  (in Shop)  load address 0x102230000 + 0x64bc  [0x1022364bc]",
                   "    +   1 ???  (in Shop)  load address 0x102230000 + 0x64c0  [0x1022364c0]",
                   "    +   1 start  (in Shop) + 8  [0x1022364c4,0x1022364c8,...]", "", image, ""});
    REQUIRE(log.frames.size() == 3);
    CHECK(log.frames[0].address_of == AddressOf::Return);
    CHECK(log.frames[1].address_of == AddressOf::Instruction);
    CHECK(log.frames[2].address_of == AddressOf::Instruction);
    CHECK(log.frames[0].replaced == "???  (in Shop)  load address 0x102230000 + 0x64bc");
    CHECK(log.frames[0].id == uuid);
    CHECK(log.frames[2].address == "0x1022364c4");
    CHECK(log.frames[2].symbol == "start");
  }
  SUBCASE("spindump") {
    const Log log({"Process:         Shop [1]", "  Thread 0x1", "  10  ??? (Shop + 25788) [0x1022364bc]",
                   "   *10  ipc_send + 12 (kernel + 88) [0xffffff8000200058]", "", image, ""});
    REQUIRE(log.frames.size() == 2);
    CHECK(log.frames[0].address_of == AddressOf::Return);
    CHECK(log.frames[0].load == 0x102230000);
    CHECK(log.frames[0].id == uuid);
    CHECK(log.frames[1].symbol == "ipc_send");
  }
  SUBCASE("the heaviest stack is a list, its last is innermost") {
    const Log log({"Heaviest stack for the main thread of the target process:",
                   "  10  ??? (Shop + 25788) [0x1022364bc]", "  10  ??? (Shop + 25792) [0x1022364c0]", "",
                   image, ""});
    CHECK(log.frames.at(0).address_of == AddressOf::Return);
    CHECK(log.frames.at(1).address_of == AddressOf::Instruction);
  }
}

}  // namespace
