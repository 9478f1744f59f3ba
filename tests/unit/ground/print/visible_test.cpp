#include "ground/print/visible.h"

#include "doctest/doctest.h"

#include "ground/print/frames.h"
#include "ground/print/json.h"
#include "ground/print/log_frames.h"
#include "ground/print/progress.h"

using namespace symkit::print;

namespace {

std::string as_source(std::string_view text) {
  std::string out;
  append_visible(out, text, Escapes::Source);
  return out;
}

std::string as_json(std::string_view text) {
  std::string out;
  JsonWriter(out).value(text);
  return out;
}

// A character by its number, encoded here and not by what is tested.
std::string encoded(unsigned code) {
  const auto byte = [](unsigned value) { return static_cast<char>(value); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xc0 | code >> 6), byte(0x80 | (code & 63))};
  if (code < 0x10000)
    return {byte(0xe0 | code >> 12), byte(0x80 | (code >> 6 & 63)), byte(0x80 | (code & 63))};
  return {byte(0xf0 | code >> 18), byte(0x80 | (code >> 12 & 63)), byte(0x80 | (code >> 6 & 63)),
          byte(0x80 | (code & 63))};
}

}  // namespace

TEST_CASE("names of all scripts stay as they are") {
  for (const std::string_view name :
       {"", "main", "operator<=>(a const&, b&&)", "C:\\new\\table.c", "é", "日本語::関数(int)", "größe", "Ж",
        "🎉", "नमस्ते", "العربية", "a b", "\u00a0"})
    CHECK(visible(name) == name);
}

TEST_CASE("what steers a terminal, ends a line or a column is an escape") {
  using namespace std::string_view_literals;
  CHECK(visible("a\x1b[2Jb") == "a\\x1b[2Jb");
  CHECK(visible("a\nb\rc\td") == "a\\nb\\rc\\td");
  CHECK(visible("\0\a\b\x7f"sv) == "\\x00\\x07\\x08\\x7f");
  CHECK(visible("\u009b31m\u0085") == "\\u009b31m\\u0085");
  CHECK(as_source("\tif (a)\x1b") == "\tif (a)\\x1b");
}

TEST_CASE("what reorders text or hides in it is an escape") {
  for (const unsigned code : {0xadU, 0x61cU, 0x115fU, 0x200bU, 0x200eU, 0x200fU, 0x2028U, 0x2029U, 0x202aU,
                              0x202eU, 0x2060U, 0x2066U, 0x2069U, 0x3164U, 0xfe0fU, 0xfeffU, 0xfff9U})
    CHECK(visible("a" + encoded(code) + "b").starts_with("a\\u"));
  CHECK(visible("a\u202eb\u2069") == "a\\u202eb\\u2069");
  CHECK(visible(encoded(0xe0001) + encoded(0xe0041)) == "\\U000e0001\\U000e0041");
  CHECK(visible("a\ufeff") == "a\\ufeff");
}

TEST_CASE("an emoji of several parts stays whole; elsewhere its joiner hides") {
  CHECK(visible("👩\u200d👧 ❤\ufe0f 👍🏽") == "👩\u200d👧 ❤\ufe0f 👍🏽");
  CHECK(visible("❤\ufe0f\u200d🔥") == "❤\ufe0f\u200d🔥");
  CHECK(visible("ad\u200dmin") == "ad\\u200dmin");
  CHECK(visible("🎉\xff\u200d") == "🎉\\xff\\u200d");
}

TEST_CASE("bytes that are no UTF-8 are shown one by one") {
  CHECK(visible("a\x9b"
                "b") == "a\\x9bb");
  CHECK(visible("\xc3") == "\\xc3");
  CHECK(visible("\xe2\x82") == "\\xe2\\x82");
  CHECK(visible("\xed\xa0\x80") == "\\xed\\xa0\\x80");
  CHECK(visible("\xc0\x9b") == "\\xc0\\x9b");
}

TEST_CASE("wherever in a text of whatever size, no byte slips through the scan of words") {
  for (std::size_t size = 1; size < 40; ++size)
    for (std::size_t at = 0; at < size; ++at)
      for (unsigned byte = 0; byte < 256; ++byte) {
        std::string text(size, 'a');
        text[at] = static_cast<char>(byte);
        REQUIRE(is_plain(text) == (byte >= 0x20 && byte < 0x7f));
      }
}

TEST_CASE("every character that is hidden from the eye is, in text and in JSON, and no other") {
  for (unsigned code = 0; code < 0x110000; ++code) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const std::string character = encoded(code);
    CHECK_MESSAGE((visible(character) == character) == !is_hidden(code), code);
    if (code != '"' && code != '\\')
      CHECK_MESSAGE((as_json(character) == '"' + character + '"') == !is_hidden(code), code);
  }
}

TEST_CASE("JSON has its own escapes for the same characters") {
  CHECK(as_json("a\u202e\"\u2066\\\u009b") == R"("a\u202e\"\u2066\\\u009b")");
  CHECK(as_json(encoded(0xe0041)) == R"("\udb40\udc41")");
  CHECK(as_json("日本語 é") == "\"日本語 é\"");
}

TEST_CASE("a link holds no byte that could end it") {
  std::string out;
  append_link(out, "/src/a b\x1b\\é%#?;x.c");
  CHECK(out == "/src/a%20b%1b%5c%c3%a9%25%23%3f;x.c");
}

TEST_CASE("every form of an answer shows function, file and image so") {
  const Frame frame{.function = "f\x1b[2J\u202e", .file = "/src/a\nb.c", .line = 7};
  const Located located{.address = 16, .image = "lib\tx", .frames = {&frame, 1}};
  std::string out;
  append_atos(out, located, {.full_path = true});
  CHECK(out == "f\\x1b[2J\\u202e (in lib\\tx) (/src/a\\nb.c:7)\n");
  out.clear();
  append_llvm(out, located);
  CHECK(out == "f\\x1b[2J\\u202e\n/src/a\\nb.c:7:0\n\n");
  out.clear();
  append_frame_line(out, {.before = "#0 \x1b[1m", .after = "\x1b[0m", .line_end = "\n"}, located, {});
  CHECK(out == "#0 \x1b[1m f\\x1b[2J\\u202e (in lib\\tx) (a\\nb.c:7)\x1b[0m\n");
  out.clear();
  append_json(out, located);
  CHECK(out.find("\"f\\u001b[2J\\u202e\"") != std::string::npos);
  CHECK(shortened("f\x1b[2J", 10) == "f\\x1b[2J");
}

TEST_CASE("a text of any size is added as it is, whatever stood before it, up to what must be shown") {
  std::string out, wanted;
  for (std::size_t size = 0; size < 100; ++size) {
    std::string text;
    while (text.size() < size) text += static_cast<char>('a' + text.size() % 26);
    append_visible(out, text);
    wanted += text;
    REQUIRE(out == wanted);
    for (std::size_t at = 0; at < size; ++at) {
      std::string hidden = text;
      hidden[at] = '\x1b';
      append_visible(out, hidden);
      REQUIRE(out == wanted + text.substr(0, at) + "\\x1b" + text.substr(at + 1));
      out.resize(wanted.size());
    }
  }
}
