#include "common/command_line.h"

#include "doctest/doctest.h"

using symkit::Result;
using symkit::tools::ColorChoice;
using symkit::tools::CommandLine;

namespace {

struct Options {
  std::vector<std::string> objects;
  std::string arch = "-";
  std::string slide = "-";
  std::optional<std::string> delimiter;
  std::string file = "-";
  bool full_path = false;
  bool inlines = false;
  unsigned jobs = 0;
  std::vector<std::string> operands;
  ColorChoice color = ColorChoice::Auto;
};

void declare(CommandLine& line, Options& options) {
  line.option("-o,--object", options.objects);
  line.option("-arch,--arch", options.arch);
  line.option("-s,--slide", options.slide);
  line.option("-d,--delimiter", options.delimiter);
  line.option("-f,--file", options.file);
  line.flag("-fullPath,--full-path", options.full_path);
  line.flag("-i,-inlineFrames,--inlines", options.inlines);
  line.option("-j,--jobs", options.jobs);
  line.operands(options.operands);
}

struct Parsed {
  std::optional<int> status;
  Options options;
};

Parsed parse(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "tool");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  Parsed parsed;
  CommandLine line({"tool", "tool --help\n"});
  declare(line, parsed.options);
  parsed.status = line.parse(static_cast<int>(argv.size()), argv.data());
  parsed.options.color = line.color();
  return parsed;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("options with one dash mean what atos means by them") {
  const auto [status, options] =
      parse({"-arch", "arm64", "-o", "a.dSYM", "-fullPath", "-i", "0x10", "-o", "b", "0x20"});
  REQUIRE_FALSE(status);
  CHECK(options.arch == "arm64");
  CHECK(options.objects == Words{"a.dSYM", "b"});
  CHECK(options.full_path);
  CHECK(options.inlines);
  CHECK(options.operands == Words{"0x10", "0x20"});
}

TEST_CASE("the long spellings mean the same, with a space or an equals sign") {
  const auto [status, options] =
      parse({"--arch=arm64", "--object", "a.dSYM", "--full-path", "--inlines", "-arch=x86_64"});
  REQUIRE_FALSE(status);
  CHECK(options.arch == "x86_64");
  CHECK(options.objects == Words{"a.dSYM"});
  CHECK(options.full_path);
  CHECK(options.inlines);
}

TEST_CASE("two spellings with one dash for one option") {
  const auto [status, options] = parse({"-inlineFrames"});
  REQUIRE_FALSE(status);
  CHECK(options.inlines);
  CHECK(options.file == "-");
}

TEST_CASE("values are never taken for options") {
  const auto [status, options] = parse({"-o", "-arch", "-s", "-0x4000", "-d", "--", "-f", "-"});
  REQUIRE_FALSE(status);
  CHECK(options.objects == Words{"-arch"});
  CHECK(options.arch == "-");
  CHECK(options.slide == "-0x4000");
  CHECK(options.delimiter == "--");
  CHECK(options.file == "-");
}

TEST_CASE("behind two dashes everything is an operand") {
  const auto [status, options] = parse({"0x1", "--", "-arch", "--help", "-o"});
  REQUIRE_FALSE(status);
  CHECK(options.operands == Words{"0x1", "-arch", "--help", "-o"});
  CHECK(options.arch == "-");
}

TEST_CASE("operands keep brackets, braces and lone dashes") {
  const auto [status, options] = parse({"[a,b]", "{}", "-"});
  REQUIRE_FALSE(status);
  CHECK(options.operands == Words{"[a,b]", "{}", "-"});
}

TEST_CASE("an empty value is a value") {
  const auto [status, options] = parse({"--delimiter=", "0x1"});
  REQUIRE_FALSE(status);
  CHECK(options.delimiter == "");
  CHECK(options.operands == Words{"0x1"});
}

TEST_CASE("short options may carry their value or their neighbour") {
  const auto [status, options] = parse({"-j4", "-ooutput"});
  REQUIRE_FALSE(status);
  CHECK(options.jobs == 4);
  CHECK(options.objects == Words{"output"});
}

TEST_CASE("of a single value given twice the last one counts") {
  CHECK(parse({"-arch", "arm64", "-arch", "arm64e"}).options.arch == "arm64e");
}

TEST_CASE("--color is there for every tool") {
  CHECK(parse({}).options.color == ColorChoice::Auto);
  CHECK(parse({"--color=always"}).options.color == ColorChoice::Always);
  CHECK(parse({"--color", "never"}).options.color == ColorChoice::Never);
}

TEST_CASE("help and version end well, wrong command lines with 2") {
  CHECK(parse({"--help"}).status == 0);
  CHECK(parse({"-h"}).status == 0);
  CHECK(parse({"--version"}).status == 0);
  CHECK(parse({"--bogus", "--help"}).status == 0);
  CHECK(parse({"--bogus"}).status == 2);
  CHECK(parse({"-x"}).status == 2);
  CHECK(parse({"-arch"}).status == 2);
  CHECK(parse({"--jobs", "four"}).status == 2);
  CHECK(parse({"--jobs=4k"}).status == 2);
  CHECK(parse({"--jobs=-1"}).status == 2);
  CHECK(parse({"--color=maybe"}).status == 2);
  CHECK(parse({"--full-path=maybe"}).status == 2);
}

TEST_CASE("a check after parsing makes a wrong command line") {
  std::string program = "tool";
  char* argv[] = {program.data()};
  CommandLine line({"tool", ""});
  line.check([]() -> Result<void> { return symkit::fail("--a and --b exclude each other"); });
  CHECK(line.parse(1, argv) == 2);
}

TEST_CASE("operands are refused where a tool takes none") {
  std::string program = "tool", operand = "extra";
  char* argv[] = {program.data(), operand.data()};
  CommandLine line({"tool", ""});
  CHECK(line.parse(2, argv) == 2);
}
