// The corners of MongoDB's stacks.
#include "logs/crashlog/mongodb_document.h"

#include "doctest/doctest.h"

#include "describe.h"

using symkit::crashlog::DocumentReport;
using symkit::crashlog::read_mongodb;
using symkit::json::Document;

namespace {

// The frames, then the images.
std::string read(std::string_view text) {
  const auto document = symkit::json::Document::parse(text);
  REQUIRE(document);
  const auto report = read_mongodb(*document);
  if (!report) return "nothing";
  std::string said;
  for (const auto& frame : report->frames) said += symkit::test::describe(frame.frame) + ", ";
  for (const auto& image : report->images)
    said += image.name + "@" + symkit::test::hex(image.begin) + " <" + image.id.hex() + ">, ";
  return said;
}

}  // namespace

TEST_CASE("MongoDB: a line for a frame") {
  CHECK(
      read(
          R"({"msg":"Frame","attr":{"frame":{"a":"55D0C0A2BA2B","b":"55D0C0A00000","o":"2BA2B","s":"_ZN5mongo1fEv","s+":"1D"}}})") ==
      "returns to - runtime 55d0c0a2ba2b load 55d0c0a00000 _ZN5mongo1fEv+1d, ");
  CHECK(read(R"({"frame":{"a":"7F","b":"0","o":"7F"}})") ==
        "returns to - runtime 7f load 0 (code that is in no image file), ");
  for (const std::string_view line :
       {R"({"frame":{"a":"7F"}})", R"({"frame":{"a":"xyz","b":"70"}})", R"({"frame":[]})",
        R"({"b":"1","o":"2"})", R"({"frame":{"b":"12345678901234567","o":"1"}})"}) {
    CAPTURE(line);
    CHECK(read(line) == "nothing");
  }
}

TEST_CASE("MongoDB: all of a stack, and its images") {
  CHECK(
      read(R"({"backtrace":[{"b":"5561B6CD8000","o":"203B4CA","s":"f"},{"x":1}],"processInfo":{ "somap" : [
             { "b" : "5561B6CD8000", "elfType" : 3, "buildId" : "0123ABCD" }, { "path" : "x" },
             { "b" : "7F00", "path" : "/lib/libc.so.6" } ] }})") ==
      "returns to - runtime 5561b8d134ca load 5561b6cd8000 f, @5561b6cd8000 <0123abcd>, libc.so.6@7f00 <>, ");
}
