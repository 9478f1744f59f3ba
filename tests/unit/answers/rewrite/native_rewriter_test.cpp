// A log in, the rewritten log out: what is answered, in which order, and that all else stays as it came.
#include "answers/rewrite/native_rewriter.h"

#include <algorithm>

#include "doctest/doctest.h"

#include "ground/stream/log_pass.h"
#include "support/pipe.h"
#include "support/small_image.h"

using namespace symkit;
using rewrite::NativeRewriter;

namespace {

// Believes in its image when a second frame was heard, as evidence does.
class Images : public symbolize::ImageSource {
 public:
  symbolize::Match find(const ImageReference& image) override {
    if (image.name != "libmarket.so") return {.image = nullptr, .reason = "none of this name"};
    if (needs_two && heard < 2) return {.image = nullptr, .reason = "one frame alone", .may_change = true};
    return {.image = market, .may_change = needs_two};
  }
  unsigned revision(const ImageReference& /*image*/) const override { return heard < 2 ? 0 : 1; }
  bool hear(const FrameReference& /*frame*/) override {
    ++heard;
    return needs_two;
  }
  void begin_log() override { ++logs; }

  std::shared_ptr<const symbolize::OpenImage> market =
      test::image_of(Architecture::Arm64, {"first", "second"});
  bool needs_two = false;
  int heard = 0;
  int logs = 0;
};

class Count : public rewrite::Tally {
 public:
  void count(const print::Located& located, const crashlog::Frame& /*frame*/,
             const symbolize::FrameAnswer& /*answer*/) override {
    ++(located.frames.empty() ? missed : resolved);
  }
  void gave_up_waiting() override { ++gave_up; }
  int resolved = 0, missed = 0, gave_up = 0;
};

// The logs of these tests fit into a pipe.
class Rewriting {
 public:
  std::string operator()(std::string_view log) {
    test::Pipe in, out;
    in.write(log);
    in.close_writer();
    symbolize::FrameResolver resolver(images, symbolize::Dialect::Atos);
    print::Output output(out.writer());
    NativeRewriter rewriter({.resolver = resolver, .output = output, .tally = count, .json = json}, {},
                            addresses, also);
    const auto input = io::Input::from_descriptor(in.reader(), "the test's log");
    stream::LogPass pass(rewriter, &output);
    REQUIRE(pass.read(*input));
    REQUIRE(output.flush());
    lines = pass.lines();
    std::string written(std::size_t{1} << 16, '\0');
    ::fcntl(out.reader(), F_SETFL, O_NONBLOCK);
    const ssize_t size = ::read(out.reader(), written.data(), written.size());
    written.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return written;
  }

  Images images;
  Count count;
  bool json = false;
  rewrite::AddressLines* addresses = nullptr;
  rewrite::Listener* also = nullptr;
  std::uint64_t lines = 0;
};

// Notes the names that it hears, of the log's own frames and of answers.
class Heard final : public rewrite::Listener {
 public:
  void pass(std::string_view /*bytes*/) override {}
  void between(const crashlog::LogLine& /*line*/) override {}
  void named(const crashlog::LogLine& /*line*/, const crashlog::Frame& frame) override {
    names.emplace_back(frame.said.function);
  }
  void frame(const crashlog::LogLine& /*line*/, const crashlog::Frame& /*frame*/,
             std::string_view /*colours*/, const symbolize::FrameAnswer& answer) override {
    names.emplace_back(answer.resolution == nullptr ? "?" : answer.resolution->frames.back().function);
  }
  std::vector<std::string> names;
};

// Whose lines are "0x…" alone.
class Addresses : public rewrite::AddressLines {
 public:
  bool is_address(std::string_view line) const override { return line.starts_with("0x"); }
  bool answer_line(std::string_view line) override {
    if (is_address(line)) answered.emplace_back(line);
    return is_address(line);
  }
  Result<rewrite::AddressRun> answer_waiting(io::Lines& lines) override {
    rewrite::AddressRun run;
    if (!takes_next || !lines.buffered()) return run;
    const auto line = lines.next();
    if (!line || !*line) return run;
    if (answer_line((*line)->text)) {
      run.lines = 1;
    } else {
      run.next = **line;
    }
    return run;
  }
  std::vector<std::string> answered;
  bool takes_next = false;
};

// The same for a log of any size.
std::string of_memory(Images& images, const std::string& log) {
  std::string written;
  symbolize::FrameResolver resolver(images, symbolize::Dialect::Atos);
  print::Output output([&](std::string_view text) {
    written += text;
    return true;
  });
  Count count;
  NativeRewriter rewriter({.resolver = resolver, .output = output, .tally = count});
  stream::LogPass pass(rewriter, &output);
  REQUIRE(pass.read(*io::Input::of_memory(log, "the test's log")));
  REQUIRE(output.flush());
  return written;
}

constexpr std::string_view first = "      #00 pc 0000000000000004  /data/libmarket.so\n";
constexpr std::string_view second = "      #01 pc 0000000000000014  /data/libmarket.so\n";
constexpr std::string_view unknown = "      #02 pc 0000000000000014  /data/libother.so\n";
constexpr std::string_view first_answered = "      #00 pc 0000000000000004 first (in libmarket.so) + 4\n";
constexpr std::string_view second_answered = "      #01 pc 0000000000000014 second (in libmarket.so) + 4\n";

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string all;
  for (const std::string_view part : parts) all += part;
  return all;
}

}  // namespace

TEST_CASE("Frames are answered, all else passes as it came") {
  Rewriting rewrite;
  CHECK(rewrite(joined({"text\r\n", first, second, unknown, "no end"})) ==
        joined({"text\r\n", first_answered, second_answered, unknown, "no end"}));
  CHECK(rewrite.count.resolved == 2);
  CHECK(rewrite.count.missed == 1);
  CHECK(rewrite.lines == 5);
  CHECK(rewrite.images.logs == 1);
}

TEST_CASE("A stack waits for what its other frames say of the image, and stays in order") {
  Rewriting rewrite;
  rewrite.images.needs_two = true;
  CHECK(rewrite(joined({first, second, "after\n"})) == joined({first_answered, second_answered, "after\n"}));
  CHECK(rewrite.count.missed == 0);

  Rewriting alone;
  alone.images.needs_two = true;
  CHECK(alone(joined({first, "after\n"})) == joined({first, "after\n"}));
  CHECK(alone.count.missed == 1);
}

TEST_CASE("As JSON: an object for each frame with its line's number, and nothing else of the log") {
  Rewriting rewrite;
  rewrite.json = true;
  const std::string written = rewrite(joined({"text\n", first, "text\n", second}));
  CHECK(std::ranges::count(written, '\n') == 2);
  CHECK_FALSE(written.contains("text"));
  CHECK(written.contains("\"first\""));
  CHECK(written.starts_with("{\"line\":2,"));
  CHECK(written.contains("\n{\"line\":4,"));
}

TEST_CASE("Lines that are addresses go to who answers them, behind the stack that waited before them") {
  Addresses addresses;
  Rewriting rewrite;
  rewrite.addresses = &addresses;
  rewrite.images.needs_two = true;
  CHECK(rewrite(joined({first, second, "0x10\n", "0x20\n", "text\n"})) ==
        joined({first_answered, second_answered, "text\n"}));
  CHECK(addresses.answered == std::vector<std::string>{"0x10\n", "0x20\n"});
  CHECK(rewrite.lines == 5);

  // Those that were answered together count, and what stands behind them is a line of the log.
  addresses.takes_next = true;
  CHECK(rewrite(joined({"0x10\n", "0x20\n", first, "0x30\n", second})) ==
        joined({first_answered, second_answered}));
  CHECK(rewrite.lines == 5);
}

TEST_CASE("A report's frames are answered when its images are known, a document's in the document") {
  Rewriting rewrite;
  const std::string report =
      "Incident Identifier: 1\nThread 0:\n"
      "0   libmarket.so  \t0x0000000100000014 0x100000000 + 20\n\n"
      "Binary Images:\n"
      "0x100000000 - 0x10000ffff libmarket.so arm64  <00112233445566778899aabbccddeeff> /libmarket.so\n";
  const std::string answered = rewrite(report);
  CHECK(answered.contains("0x0000000100000014 second (in libmarket.so) + 4\n"));
  CHECK(answered.ends_with(report.substr(report.find("\n\n"))));

  Rewriting document;
  document.json = true;
  const std::string before = R"({"bug_type":"309","incident_id":"5A0C1B7E"})"
                             "\n"
                             R"({"threads":[{"frames":[{"imageOffset":20,"imageIndex":0)";
  const std::string after = R"(}]}],"usedImages":[{"base":4294967296,"size":65536,"name":"libmarket.so",)"
                            R"("path":"/libmarket.so","arch":"arm64",)"
                            R"("uuid":"00112233-4455-6677-8899-aabbccddeeff"}]})"
                            "\n";
  CHECK(document(before + after) == before + R"(,"symbol":"second","symbolLocation":4)" + after);
  CHECK(document.count.resolved == 1);
}

TEST_CASE("Lines behind a stack that waits stay behind it, however many there are") {
  Rewriting rewrite;
  rewrite.images.needs_two = true;
  const std::string mapping = "7f0011220000-7f0011230000 r-xp 00000000 08:01 4711    /lib/libother.so\n";
  std::string many, log(first);
  for (int i = 0; i < 600; ++i) many += mapping;
  log += many;
  CHECK(rewrite(log) == log);
  // A text of more than a stack may hold, within the line of the stack.
  const std::string blob(std::size_t{1100} << 10, 'A');
  const std::string line =
      R"({"stack":"#00 pc 0000000000000004  /data/libmarket.so\n#01 pc 0000000000000014  )"
      R"(/data/libmarket.so\n","blob":")" +
      blob + "\",\"end\":1}\n";
  CHECK(of_memory(rewrite.images, line).ends_with("A\",\"end\":1}\n"));
  CHECK(of_memory(rewrite.images, line).starts_with(R"({"stack":"#00 pc 0000000000000004 first)"));
}

TEST_CASE("What is written does not depend on who else hears the log") {
  const std::string texts = R"({"e":"x\n   at Kiosk!\u003CBaseAddress\u003E\u002B0x7b1fc6\n"})"
                            "\n";
  const std::vector<std::string> logs = {
      joined({first, second}),
      joined({"fffff880`009f6578 fffff800`02bc76d2 : 0 : nt!DbgBreakPointWithStatus\n",
              "fffff880`009f6580 fffff800`02bc84be : 0 : ledger!total+0x46\n"}),
      joined({first, "  File \"shop.py\", line 3, in total\n", second}),
      joined({first, "\tat shop.Till.open(Till.java:12)\n", second}),
      texts,
      joined({first, texts, second}),
      R"({"a":"    at f (https://x.org/a.js:1:1)\n#00 pc 0000000000000004  /data/libmarket.so\n"})"
      "\n",
  };
  for (const std::string& log : logs)
    for (const bool needs_two : {false, true})
      for (const bool json : {false, true}) {
        Rewriting alone, heard;
        Heard also;
        heard.also = &also;
        alone.json = heard.json = json;
        alone.images.needs_two = heard.images.needs_two = needs_two;
        CAPTURE(log);
        CHECK(heard(log) == alone(log));
        CHECK(heard.count.resolved == alone.count.resolved);
      }
}

TEST_CASE("Who hears a log beside the output hears answers and the log's own names, in order") {
  Rewriting rewrite;
  Heard also;
  rewrite.also = &also;
  rewrite(joined({first, second, "\tat shop.Till.open(Till.java:12)\n", unknown}));
  CHECK(also.names == std::vector<std::string>{"first", "second", "shop.Till.open", "?"});
}
