// Which of several functions ran, told by who called: in every order that logs have, through jumps, and where
// the index lies.
#include <chrono>
#include <string>

#include "doctest/doctest.h"

#include "answers/symbolize/frame_resolver.h"
#include "ground/io/blob.h"
#include "keep/index/native_writer.h"

using namespace symkit;
using index::Draft;
using index::FoldedJump;
using index::FoldedMember;
using Words = std::vector<std::string>;

namespace {

// `alpha` and `beta` share 0x100 to 0x140 and call `left` and `right`, which share 0x200 to 0x240 and call
// them back. `main` calls what it is told to.
class Program : public symbolize::ImageSource {
 public:
  Program() {
    add("alpha", 0x100, 0x140);
    call(0x110, "left");
    add("beta", 0x100, 0x140);
    call(0x110, "right");
    add("left", 0x200, 0x240);
    call(0x210, "alpha");
    add("right", 0x200, 0x240);
    call(0x210, "beta");
    ranges_ = {{0x100, 0x140, member(0), {member(0), member(1)}},
               {0x200, 0x240, member(2), {member(2), member(3)}}};
    for (const std::uint32_t function : {0U, 2U})
      pieces_.push_back({draft_.functions()[function].begin, draft_.functions()[function].end, 0, function});
    add("main", 0x300, 0x400);
    pieces_.push_back({0x300, 0x400, 0, 4});
  }

  // Of the function that was added last.
  void call(std::uint64_t returns_to, std::string_view callee) {
    draft_.add_call_site(returns_to, draft_.name(draft_.keep(std::string(callee))), 0);
  }
  void call_indirectly(std::uint64_t returns_to) { draft_.add_call_site(returns_to, 0, 0); }
  void add_function(std::string_view name, std::uint64_t begin, std::uint64_t end) {
    add(name, begin, end);
    pieces_.push_back({begin, end, 0, static_cast<std::uint32_t>(draft_.functions().size() - 1)});
  }
  void jump(std::string_view from, std::uint32_t member) {
    jumps_.push_back({.origin = draft_.name(draft_.keep(std::string(from))), .target = member});
  }
  // To the first range, under names that nothing else is known of.
  void add_names(int count) {
    for (int i = 0; i < count; ++i)
      ranges_[0].members.push_back(
          {draft_.name(draft_.keep("name" + std::to_string(i))), 0, FoldedMember::no_function});
  }

  symbolize::Match find(const ImageReference&) override {
    if (image_ == nullptr) {
      index::NativeMeta meta;
      meta.image_name = "app";
      meta.architecture = Architecture::X86_64;
      auto opened =
          symbolize::OpenImage::open(io::blob_of(index::write_native({.meta = meta,
                                                                      .drafts = std::span(&draft_, 1),
                                                                      .pieces = pieces_,
                                                                      .symbols = {},
                                                                      .folded = ranges_,
                                                                      .jumps = jumps_},
                                                                     1)),
                                     "an index");
      REQUIRE(opened);
      image_ = std::move(*opened);
    }
    return {.image = image_};
  }

 private:
  void add(std::string_view name, std::uint64_t begin, std::uint64_t end) {
    const auto order = draft_.functions().size() + 1;
    draft_.begin_function(begin, end, draft_.name(name), index::Source::DebugInfo, 0, order);
    const index::FileKey file = draft_.file("/src/app.c");
    const auto line = static_cast<std::uint32_t>(order * 10);
    draft_.add_row({begin, 0, {file, line}, {file, line}});
    draft_.end_function();
  }
  FoldedMember member(std::uint32_t function) const {
    return {draft_.functions()[function].name, 0, function};
  }

  Draft draft_{1};
  std::vector<index::Piece> pieces_;
  std::vector<index::FoldedRange> ranges_;
  std::vector<FoldedJump> jumps_;
  std::shared_ptr<const symbolize::OpenImage> image_;
};

FrameReference frame_at(std::uint64_t offset, AddressOf what = AddressOf::Return) {
  FrameReference frame;
  frame.image.name = "app";
  frame.image_offset = offset;
  frame.address_of = what;
  frame.begins_stack = what == AddressOf::Instruction;
  return frame;
}

// "alpha:10", or "alpha? WHY" where it may be another one.
Words answers(Program& program, std::vector<FrameReference>& frames) {
  symbolize::FrameResolver resolver(program, symbolize::Dialect::Atos);
  std::vector<const FrameReference*> stack;
  for (const FrameReference& frame : frames) stack.push_back(&frame);
  resolver.see_stack(stack);
  Words words;
  for (const FrameReference& frame : frames) {
    const symbolize::FrameAnswer answer = resolver.resolve(frame);
    REQUIRE(answer.resolution != nullptr);
    const auto& found = answer.resolution->frames.back();
    std::string word(found.function);
    if (answer.folded != nullptr && !answer.folded->is_resolved) {
      words.push_back(word.append("? ").append(answer.folded->why));
    } else {
      words.push_back(word.append(":").append(std::to_string(found.line)));
    }
  }
  return words;
}

// From the innermost frame on, as most logs have them.
Words stack_of(Program& program, const std::vector<std::uint64_t>& returns) {
  std::vector<FrameReference> frames;
  for (std::uint32_t number = 0; const std::uint64_t offset : returns) {
    frames.push_back(frame_at(offset));
    frames.back().number = number++;
  }
  return answers(program, frames);
}

constexpr std::uint64_t in_left = 0x210, in_alpha = 0x110;

}  // namespace

TEST_CASE("The caller names the one that ran, which names what it called") {
  Program program;
  program.call(0x310, "beta");
  CHECK(stack_of(program, {in_left, in_alpha, 0x310}) == Words{"right:40", "beta:20", "main:50"});
}

TEST_CASE("Where the outermost frame is written first, the frame before is the caller") {
  Program program;
  program.call(0x310, "beta");
  std::vector<FrameReference> frames{frame_at(0x310), frame_at(in_alpha), frame_at(in_left)};
  for (std::uint32_t i = 0; i < 3; ++i) frames[i].depth = i;
  CHECK(answers(program, frames) == Words{"main:50", "beta:20", "right:40"});
  for (std::uint32_t i = 0; i < 3; ++i) {  // and where only numbers tell
    frames[i].depth.reset();
    frames[i].number = 2 - i;
  }
  CHECK(answers(program, frames) == Words{"main:50", "beta:20", "right:40"});
}

TEST_CASE("In a tree of calls a frame was called by the last one that is less deep") {
  Program program;
  program.call(0x310, "beta");
  program.call(0x320, "alpha");
  std::vector<FrameReference> frames{frame_at(0x310),  frame_at(in_alpha), frame_at(in_left),
                                     frame_at(0x320),  frame_at(in_alpha), frame_at(in_left),
                                     frame_at(in_left)};
  const std::vector<std::uint32_t> depths{4, 6, 8, 4, 6, 8, 8};
  for (std::size_t i = 0; i < frames.size(); ++i) frames[i].depth = depths[i];
  CHECK(answers(program, frames) ==
        Words{"main:50", "beta:20", "right:40", "main:50", "alpha:10", "left:30", "left:30"});
  frames[4].stack = 1;  // another tree
  CHECK(answers(program, frames)[4] == "alpha? the calling frame is missing");
}

TEST_CASE("What comes behind in a tree did not call") {
  // As of `sample`, without numbers: the frame behind is the one that was called, and itself calls the name
  // of one of these.
  Program program;
  program.call_indirectly(0x310);
  program.add_function("again", 0x400, 0x480);
  program.call(0x410, "beta");
  std::vector<FrameReference> frames{frame_at(0x310), frame_at(in_alpha), frame_at(0x410)};
  for (std::uint32_t i = 0; i < 3; ++i) frames[i].depth = i;
  CHECK(answers(program, frames) == Words{"main:50", "alpha? the call is indirect", "again:60"});
}

TEST_CASE("A caller names what jumped on to one of them") {
  Program program;
  program.call(0x310, "jumps_to_beta");
  program.call(0x320, "jumps_to_either");
  program.call(0x330, "jumps_where_nobody_knows");
  program.jump("jumps_to_beta", 1);
  program.jump("jumps_to_either", 0);
  program.jump("jumps_to_either", 1);
  CHECK(stack_of(program, {in_left, in_alpha, 0x310}) == Words{"right:40", "beta:20", "main:50"});
  CHECK(stack_of(program, {in_left, in_alpha, 0x320}) ==
        Words{"left? its caller is also one of several functions, and these call different ones",
              "alpha? the called function may have jumped to several of the functions that share the code",
              "main:50"});
  CHECK(stack_of(program, {in_left, in_alpha, 0x330}) ==
        Words{"left? its caller is also one of several functions, and these call different ones",
              "alpha? the call was to another function, which jumped to this one", "main:50"});
}

TEST_CASE(
    "A function that was not called by its own name tells nothing: it may be another, or a jump came "
    "between") {
  Program program;
  program.call(0x310, "somebody");
  program.add_function("middle", 0x400, 0x480);
  program.call(0x410, "beta");
  CHECK(stack_of(program, {in_alpha, 0x410, 0x310}) ==
        Words{"alpha? its caller may be another function than the one found at that address", "middle:60",
              "main:50"});
  // As it is if nobody says who called that.
  CHECK(stack_of(program, {in_alpha, 0x410}) == Words{"beta:20", "middle:60"});
}

TEST_CASE("Call sites that lie name nobody who is not there") {
  Program program;
  program.call(0x310, "nobody");
  program.call(0x320, "right");  // of the other range
  program.call(0x330, "alpha");
  program.call(0x330, "beta");  // two that contradict each other
  program.call(0x340, "main");
  for (const std::uint64_t at : {0x310U, 0x320U, 0x340U})
    CHECK(stack_of(program, {in_alpha, at})[0] ==
          "alpha? the call was to another function, which jumped to this one");
  CHECK(stack_of(program, {in_alpha, 0x330})[0] == "alpha? the call is indirect");
  CHECK(stack_of(program, {in_alpha, 0x350})[0] ==
        "alpha? debug information does not say what is called there");
}

TEST_CASE("Functions that share code and call each other in a circle come to an end") {
  Program program;
  program.call(0x310, "beta");
  std::vector<std::uint64_t> returns;
  for (int i = 0; i < 4000; ++i) returns.push_back(i % 2 == 0 ? in_left : in_alpha);
  const Words open = stack_of(program, returns);
  CHECK(open.front() == "left? its caller is also one of several functions, and these call different ones");
  CHECK(open.back() == "alpha? the calling frame is missing");
  returns.push_back(0x310);
  const Words known = stack_of(program, returns);
  CHECK(known.front() == "right:40");
  CHECK(known[1] == "beta:20");
}

TEST_CASE("Thousands of frames of a range with a hundred thousand names are answered in seconds") {
  Program program;
  program.call(0x310, "name99999");
  program.add_names(100'000);
  std::vector<FrameReference> frames;
  for (std::size_t i = 0; i < 4000; ++i) {
    frames.push_back(frame_at(i % 2 == 0 ? in_alpha : 0x310));
    frames.back().stack = i / 2;
  }
  const auto begin = std::chrono::steady_clock::now();
  const Words words = answers(program, frames);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));  // also under a sanitizer
  CHECK(words[0] == "name99999:10");
  CHECK(stack_of(program, {in_left, in_alpha})[0] ==
        "left? its caller is also one of several functions, and these call different ones");
  symbolize::FrameResolver resolver(program, symbolize::Dialect::Atos, symbolize::NameStyle::Readable,
                                    symbolize::FoldedNames::All, symbolize::FoldedSet::most_names);
  const symbolize::FrameAnswer answer = resolver.resolve(frame_at(in_alpha));
  REQUIRE(answer.folded != nullptr);
  CHECK(answer.folded->count == 100'002);
  CHECK(answer.folded->names.size() == symbolize::FoldedSet::most_names);
}
