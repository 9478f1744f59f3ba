// What is made of an .ips: the lines of a .crash, and the place of each frame.
#include <string>
#include <string_view>

#include "doctest/doctest.h"

#include "logs/crashlog/document.h"

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

TEST_CASE("registers and codes that are addresses of an image get lines of their own") {
  const auto text_of = [](const std::string& members) {
    const auto reports = crashlog::read_document(
        R"({"cpuType":"ARM-64",)" + members +
        R"("usedImages":[{"base":4294967296,"size":8192,"name":"Shop"},{"base":0,"size":0}]})");
    REQUIRE(reports);
    return reports->at(0).text;
  };
  const std::string name = "Shop                           \t0x0000000100000010 0x100000000 + 16\n";
  const auto threads = [](const std::string& state, const std::string& thread = "") {
    return R"("threads":[{)" + thread + R"("threadState":)" + state + "}],";
  };
  const std::string crashed = text_of(threads(
      R"({"flavor":"ARM_THREAD_STATE64","x":[{"value":4294967312},{"value":7}],"pc":{"value":4294967312}})",
      R"("triggered":true,)"));
  CHECK(
      crashed.contains("Thread 0 crashed with ARM Thread State (64-bit):\n"
                       "    x0: 0x0000000100000010    x1: 0x0000000000000007    pc: 0x0000000100000010\n"
                       "x0  " +
                       name + "pc  " + name + "\n"));
  // Of threads that did not crash only what is in an image.
  CHECK(text_of(threads(R"({"flavor":"x86_THREAD_STATE","rip":{"value":4294967312},"rax":{"value":1}})"))
            .contains("Thread 0 with X86 Thread State (64-bit):\nrip " + name + "\n"));
  CHECK_FALSE(
      text_of(threads(R"({"rip":{"value":1},"rax":{"value":4294975488}})")).contains("Thread 0 with"));
  // A signature is no part of the address.
  CHECK(text_of(threads(R"({"lr":{"value":5345491287007035408}})")).contains("\nlr  " + name));
  CHECK(text_of(threads(R"({"lr":{"value":4294967312,"symbol":"f","symbolLocation":4}})"))
            .contains("\t0x0000000100000010 f + 4\n"));
  const std::string codes = text_of(
      R"("exception":{"codes":"0x0000000000000001, 0x0000000100000010","subtype":"KERN_INVALID_ADDRESS at 0x100000010"},)"
      R"("vmregioninfo":"0x100000010 is in 0x100000000-0x100002000","threads":[],)");
  CHECK(codes.contains("\ncode " + name));
  CHECK(codes.find("code ") == codes.rfind("code "));
  CHECK_FALSE(codes.contains("\nvm  "));
  CHECK(text_of(R"("vmRegionInfo":"0x100000010 is in","threads":[],)").contains("\nvm  " + name));
}

TEST_CASE("arrays of frames are read wherever they stand") {
  const auto reports = crashlog::read_document(ips(
      R"({"imageOffset":16,"imageIndex":0}],"exclaves":{"frames":[{"imageOffset":32,"imageIndex":0}]},"none":[7)"));
  REQUIRE(reports);
  CHECK(
      reports->at(0).text.contains("\nStack of threads exclaves frames:\n"
                                   "0   Shop                           \t0x0000000000001020 0x1000 + 32\n"));
  CHECK(reports->at(0).frames.size() == 2);
}
