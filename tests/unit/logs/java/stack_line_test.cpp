#include "logs/java/stack_line.h"

#include <string>

#include "doctest/doctest.h"

using namespace symkit::java;

namespace {

std::string described(const StackLine& line) {
  std::string out;
  for (const Span span : {line.class_name, line.method, line.source_file, line.line_number})
    out += (span.present() ? std::string(line.at(span)) : "-") + "|";
  return out;
}

}  // namespace

TEST_CASE(
    "beyond the expression that R8 recognises lines by: class loaders and modules, circular references "
    "without a space") {
  CHECK(described(recognise("\tat app//a.b(D:1)")) == "a|b|D|:1|");
  CHECK(described(recognise("\tat app/m@1.0/a.b(D:1)")) == "a|b|D|:1|");
  CHECK(described(recognise("\tat m/a.b(D:1)")) == "a|b|D|:1|");
  CHECK(described(recognise("  [CIRCULAR REFERENCE:a.b]")) == "a.b|-|-|-|");
}

TEST_CASE("line numbers") {
  CHECK(recognise("\tat a.b(D:12)").line() == 12);
  CHECK(recognise("\tat a.b(D:0)").line() == 0);
  CHECK(recognise("\tat a.b(D)").line() == -1);
  CHECK(recognise("\tat a.b(D:99999999999)").line() == -1);
  CHECK_FALSE(recognise("a.b: x y").line());
}

TEST_CASE("a line made to take for ever does not") {
  CHECK_FALSE(recognise(std::string(4 << 20, ')')).method.present());
  CHECK_FALSE(recognise("at a.b" + std::string(4 << 20, '(')).method.present());
  std::string frames;
  for (int i = 0; i < 400000; ++i) frames += "at a.b(";
  CHECK_FALSE(recognise(frames).method.present());
  std::string names;
  for (int i = 0; i < 400000; ++i) names += ": a b";
  CHECK_FALSE(recognise(names).class_name.present());
}
