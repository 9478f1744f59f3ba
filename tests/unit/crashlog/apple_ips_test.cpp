// What is made of an .ips: the lines of a .crash, and the place of each frame.
#include <string>
#include <string_view>

#include "doctest/doctest.h"

#include "crashlog/document.h"

using namespace symkit;

namespace {

constexpr std::string_view header = R"({"bug_type":"309","incident_id":"5A0C1B7E"})";

std::string ips(const std::string& frame) {
  return std::string(header) + "\n" + R"({"procName":"Shop","pid":1,"threads":[{"frames":[)" + frame +
         R"(]}],"usedImages":[{"base":4096,"size":8192,"name":"Shop","uuid":"82d13d98219e3040b62a07a297007a7c"}]})";
}

}  // namespace

TEST_CASE("frames of an .ips become those of a .crash") {
  const auto line_of = [](const std::string& frame) {
    const auto reports = crashlog::read_document(ips(frame));
    REQUIRE(reports);
    const std::string& text = reports->at(0).text;
    const std::size_t at = text.find("\n0   ") + 1;
    return text.substr(at, text.find('\n', at) - at);
  };
  const std::string name = "0   Shop                           \t";
  CHECK(line_of(R"({"imageOffset":16,"imageIndex":0})") == name + "0x0000000000001010 0x1000 + 16");
  CHECK(line_of(R"({"imageOffset":16,"imageIndex":0,"symbol":"main","symbolLocation":4})") ==
        name + "0x0000000000001010 main + 4");
  CHECK(
      line_of(
          R"({"imageOffset":16,"imageIndex":0,"symbol":"main","symbolLocation":4,"sourceFile":"a.c","sourceLine":7})") ==
      name + "0x0000000000001010 main + 4 (a.c:7)");
  CHECK(line_of(R"({"imageOffset":18446744073709551615,"imageIndex":0})") ==
        name + "0x10000000000000fff 0x1000 + 18446744073709551615");
  CHECK(line_of(R"({"imageOffset":16,"imageIndex":9})").starts_with("0   ???  "));
  CHECK(line_of(R"({"imageOffset":"x","imageIndex":0})") == name + "???");
}

TEST_CASE("what a frame of an .ips lacks is told with its place") {
  const std::string bytes = ips(R"({ "imageOffset":16, "imageIndex":0 })");
  const auto reports = crashlog::read_document(bytes);
  REQUIRE(reports);
  const auto& frame = reports->at(0).frames.at(0);
  CHECK(bytes.substr(frame.end_of_members).starts_with(" }]}],\"usedImages\""));
  CHECK(bytes.substr(frame.object.begin).starts_with("{ \"imageOffset\""));
  CHECK(frame.separator == ", ");
  CHECK_FALSE(frame.has_symbol);
}
