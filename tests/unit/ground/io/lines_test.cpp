#include "ground/io/lines.h"

#include <thread>
#include <vector>

#include "doctest/doctest.h"

#include "support/pipe.h"
#include "unit/ground/io/packed.h"

using namespace symkit;
using io::Input;
using io::Line;
using io::Lines;
using test::Pipe;

namespace {

struct Piece {
  std::string text;
  bool begins;
  bool ends;
};

struct Cut {
  std::vector<Piece> pieces;
  std::string error;
};

Cut cut(std::string_view content, std::size_t longest = Lines::longest_line, std::size_t piece = 1 << 20) {
  Pipe pipe;
  std::jthread writer([&] {
    for (std::size_t at = 0; at < content.size(); at += piece) pipe.write(content.substr(at, piece));
    pipe.close_writer();
  });
  const auto input = Input::from_descriptor(pipe.reader(), "log");
  Lines lines(*input, longest);
  Cut result;
  while (true) {
    const auto line = lines.next();
    if (!line) {
      result.error = line.error().message;
      pipe.drain();
      return result;
    }
    if (!*line) return result;
    result.pieces.push_back({std::string((*line)->text), (*line)->begins, (*line)->ends});
  }
}

std::string joined(const Cut& result) {
  std::string all;
  for (const Piece& piece : result.pieces) all += piece.text;
  return all;
}

std::string next_text(Lines& lines) {
  const auto line = lines.next();
  return line && *line ? std::string((*line)->text) : "nothing";
}

}  // namespace

TEST_CASE("a line keeps its end, whatever that is") {
  const Cut result = cut("one\ntwo\r\n\n\r\nth\xff\xferee\rstill three\nlast");
  REQUIRE(result.pieces.size() == 6);
  CHECK(result.pieces[0].text == "one\n");
  CHECK(result.pieces[1].text == "two\r\n");
  CHECK(result.pieces[2].text == "\n");
  CHECK(result.pieces[3].text == "\r\n");
  CHECK(result.pieces[4].text == "th\xff\xferee\rstill three\n");
  CHECK(result.pieces[5].text == "last");
  CHECK(result.pieces[5].ends);
}

TEST_CASE("an empty input has no line") {
  CHECK(cut("").pieces.empty());
  CHECK(cut("\n").pieces.size() == 1);
}

TEST_CASE("an end of input stays one") {
  Pipe pipe;
  pipe.write("x");
  pipe.close_writer();
  const auto input = Input::from_descriptor(pipe.reader(), "log");
  Lines lines(*input);
  CHECK(next_text(lines) == "x");
  CHECK(next_text(lines) == "nothing");
  CHECK(next_text(lines) == "nothing");
}

TEST_CASE("lines longer than every buffer come whole, up to the limit") {
  const std::string content =
      "short\n" + std::string(3'000'000, 'x') + "\nshort\n" + std::string(200'000, 'y');
  const Cut result = cut(content);
  REQUIRE(result.pieces.size() == 4);
  CHECK(result.pieces[1].text.size() == 3'000'001);
  CHECK(joined(result) == content);
}

TEST_CASE("a line over the limit comes in pieces that say so") {
  const Cut result = cut("ab\n0123456789abc\nxyz\n", 5);
  REQUIRE(result.pieces.size() == 5);
  CHECK(result.pieces[0].ends);
  CHECK(result.pieces[1].text == "01234");
  CHECK(result.pieces[1].begins);
  CHECK_FALSE(result.pieces[1].ends);
  CHECK(result.pieces[2].text == "56789");
  CHECK_FALSE(result.pieces[2].begins);
  CHECK_FALSE(result.pieces[2].ends);
  CHECK(result.pieces[3].text == "abc\n");
  CHECK_FALSE(result.pieces[3].begins);
  CHECK(result.pieces[3].ends);
  CHECK(result.pieces[4].begins);
  CHECK(result.pieces[4].text == "xyz\n");
}

TEST_CASE("whatever the limit and the pieces on the way, nothing is lost") {
  std::string content;
  for (std::size_t i = 0; i < 400; ++i)
    content += std::string(i * 7 % 41, static_cast<char>('a' + i % 26)) + "\n";
  for (const std::size_t longest : {1UL, 2UL, 7UL, 40UL, 1000UL})
    for (const std::size_t piece : {1UL, 13UL, 4096UL}) {
      const Cut result = cut(content, longest, piece);
      CHECK(joined(result) == content);
      for (const Piece& one : result.pieces) REQUIRE(one.text.size() <= longest);
    }
}

TEST_CASE("many lines through a small number of reads") {
  std::string content;
  for (int i = 0; i < 200'000; ++i) content += std::to_string(i) + "\n";
  const Cut result = cut(content);
  CHECK(result.pieces.size() == 200'000);
  CHECK(joined(result) == content);
}

TEST_CASE("a line is given as soon as it is there, and buffered() tells when the next would wait") {
  Pipe pipe;
  const auto input = Input::from_descriptor(pipe.reader(), "log");
  Lines lines(*input);
  CHECK_FALSE(lines.buffered());
  pipe.write("one\ntwo\nthr");
  CHECK(next_text(lines) == "one\n");
  CHECK(lines.buffered());
  CHECK(next_text(lines) == "two\n");
  CHECK_FALSE(lines.buffered());
  pipe.write("ee\n");
  CHECK(next_text(lines) == "three\n");
  CHECK_FALSE(lines.buffered());
}

TEST_CASE("what came before an error is given before it, once") {
  const std::string packed = test::gzip("one\ntwo\nhalf a li");
  const Cut result = cut(packed.substr(0, packed.size() - 4));
  REQUIRE(result.pieces.size() == 3);
  CHECK(result.pieces[2].text == "half a li");
  CHECK(result.error == "log: the gzip data is damaged or truncated");
}

TEST_CASE("lines at hand come together, as many as fit") {
  Pipe pipe;
  pipe.write("one\ntwo\nthree\nfour");
  pipe.close_writer();
  const auto input = Input::from_descriptor(pipe.reader(), "log");
  Lines lines(*input);
  CHECK(lines.whole_lines(100).empty());  // nothing was read yet
  REQUIRE((*lines.next())->text == "one\n");
  CHECK(lines.at_hand() == "two\nthree\nfour");
  CHECK(lines.whole_lines(2) == "two\n");  // at least one
  CHECK(lines.whole_lines(100) == "three\n");
  CHECK(lines.whole_lines(100).empty());  // the last has no end yet
  CHECK((*lines.next())->text == "four");
  CHECK_FALSE(lines.next()->has_value());
}

TEST_CASE("a line too long to be given at once is none of those that come together") {
  Pipe pipe;
  pipe.write("a\n0123456789\nb\n");
  pipe.close_writer();
  const auto input = Input::from_descriptor(pipe.reader(), "log");
  Lines lines(*input, 8);
  REQUIRE((*lines.next())->text == "a\n");
  CHECK(lines.whole_lines(4).empty());
  CHECK((*lines.next())->text == "01234567");
  CHECK(lines.whole_lines(100).empty());
  CHECK((*lines.next())->text == "89\n");
  CHECK(lines.whole_lines(100) == "b\n");
}

TEST_CASE("ready() reads what is there and waits for nothing longer than it may") {
  using std::chrono::milliseconds;
  Pipe pipe;
  const auto input = Input::from_descriptor(pipe.reader(), "log");
  Lines lines(*input);
  CHECK_FALSE(lines.ready());
  CHECK(lines.whole_line().empty());
  pipe.write("one\ntw");
  CHECK(lines.ready());
  CHECK(lines.whole_line() == "one\n");  // it is not taken
  CHECK(next_text(lines) == "one\n");
  CHECK_FALSE(lines.ready());  // half a line is none
  CHECK_FALSE(lines.ready(milliseconds(1)));
  std::jthread writer([&] {
    std::this_thread::sleep_for(milliseconds(20));
    pipe.write("o\n");
  });
  CHECK(lines.ready(milliseconds(60'000)));
  CHECK(next_text(lines) == "two\n");
  writer.join();
  pipe.write("last");
  pipe.close_writer();
  CHECK(lines.ready());
  CHECK(lines.whole_line().empty());  // it has no end
  CHECK(next_text(lines) == "last");
  CHECK(lines.ready());  // the end does not keep anybody waiting
  CHECK(next_text(lines) == "nothing");
}

TEST_CASE("more() reads beside a line that is at hand, and waits for nothing") {
  Pipe pipe;
  const auto input = Input::from_descriptor(pipe.reader(), "log");
  Lines lines(*input);
  CHECK_FALSE(lines.more());
  pipe.write("one\ntw");
  CHECK(lines.more());
  CHECK(lines.at_hand() == "one\ntw");
  CHECK(lines.whole_line() == "one\n");
  CHECK_FALSE(lines.more());
  pipe.write("o\nthree");
  CHECK(lines.more());
  CHECK(lines.at_hand() == "one\ntwo\nthree");
  CHECK((*lines.next())->text == "one\n");
  // Whatever has to be moved to make room: what is at hand stays in its order, and the line is still there.
  std::string expected = "two\nthree";
  for (int i = 0; i < 100; ++i) {
    const std::string piece(4000, static_cast<char>('a' + i % 26));
    pipe.write(piece + "\n");
    REQUIRE(lines.more());
    expected += piece + "\n";
    if (i % 3 != 0) continue;
    CHECK((*lines.next())->text == expected.substr(0, expected.find('\n') + 1));
    expected.erase(0, expected.find('\n') + 1);
  }
  CHECK(lines.at_hand() == expected);
  pipe.close_writer();
  CHECK_FALSE(lines.more());
  CHECK(lines.at_hand() == expected);
}

TEST_CASE("a line that comes in pieces is ready, but not whole") {
  Pipe pipe;
  pipe.write("0123456789\nb\n");
  const auto input = Input::from_descriptor(pipe.reader(), "log");
  Lines lines(*input, 8);
  CHECK(lines.ready());
  CHECK(lines.whole_line().empty());
  CHECK(next_text(lines) == "01234567");
  CHECK(lines.ready());
  CHECK(lines.whole_line().empty());
  CHECK(next_text(lines) == "89\n");
  CHECK(lines.whole_line() == "b\n");
}
