#include "dropin/llvm_words.h"

#include <doctest/doctest.h>

#include "ground/base/words.h"

using namespace symkit;
using namespace symkit::dropin;

namespace {

constexpr LlvmSpelling spellings[] = {
    {"--inlines", LlvmValue::None, 'i'},
    {"-i", LlvmValue::None, 'i'},
    {"--functions=", LlvmValue::Joined, 'F'},
    {"-f=", LlvmValue::Joined, 'F'},
    {"--functions", LlvmValue::None, 'f'},
    {"-f", LlvmValue::None, 'f'},
    {"--filter-markup", LlvmValue::None, 'm'},
    {"--obj=", LlvmValue::Joined, 'e'},
    {"--obj", LlvmValue::Next, 'e'},
    {"-e=", LlvmValue::Joined, 'e'},
    {"-e", LlvmValue::JoinedOrNext, 'e'},
    {"-demangle=true", LlvmValue::None, 'C'},
    {"-C", LlvmValue::None, 'C'},
};

// "f i e=x | 0x1 0x2"
std::string understood(const std::vector<std::string>& words) {
  std::string text;
  const auto operands = read_llvm_words(words, spellings, [&](int option, std::string_view value) {
    text += static_cast<char>(option);
    if (!value.empty()) text += say("=", value);
    text += ' ';
  });
  if (!operands) return operands.error().message;
  text += '|';
  for (const std::string& operand : *operands) text += say(" ", operand);
  return text;
}

}  // namespace

TEST_CASE("letters stand together, the last one with its value") {
  CHECK(understood({"-fi", "0x1"}) == "f i | 0x1");
  CHECK(understood({"-fiC"}) == "f i C |");
  CHECK(understood({"-fie", "x", "0x1"}) == "f i e=x | 0x1");
  CHECK(understood({"-fiex"}) == "f i e=x |");
  CHECK(understood({"-if=none"}) == "i F=none |");
}

TEST_CASE("values are joined or the next word, whatever that is") {
  CHECK(understood({"--obj=x", "--obj", "-i", "-e", "y", "-ez", "-e=w"}) == "e=x e=-i e=y e=z e=w |");
  CHECK(understood({"--functions", "none"}) == "f | none");
  CHECK(understood({"--obj="}) == "e |");
  CHECK(understood({"--obj"}) == "--obj: missing argument");
  CHECK(understood({"-ie"}) == "-e: missing argument");
}

TEST_CASE("operands and options are mixed, an empty word is nothing") {
  CHECK(understood({"0x1", "-i", "-", "", "0x2"}) == "i | 0x1 - 0x2");
}

TEST_CASE("nothing is abbreviated, and what is no option is said") {
  CHECK(understood({"--inline"}) == "unknown argument '--inline', did you mean '--inlines'?");
  CHECK(understood({"--inlines=yes"}) == "unknown argument '--inlines=yes', did you mean '--inlines'?");
  CHECK(understood({"-i=yes"}) == "unknown argument '-i=yes', did you mean '-i'?");
  CHECK(understood({"-demangle=true"}) == "C |");
  CHECK(understood({"--demangle=true"}).starts_with("unknown argument '--demangle=true'"));
  CHECK(understood({"-ix"}).starts_with("unknown argument '-ix'"));
  CHECK(understood({"--"}) == "unknown argument '--'");
  CHECK(understood({"-x"}) == "unknown argument '-x'");
}

TEST_CASE("a word of many letters takes no longer than it has letters") {
  const std::string all = understood({"-" + std::string(1 << 20, 'i')});
  CHECK(all.size() == 2 * (1 << 20) + 1);
}
