// ClickHouse's stacks, where they have no line of the source:
//   3. DB::Block::rows() const @ 0x000000000c91b4c8 in /usr/bin/clickhouse
//   4. ? @ 0x0000000000011d5 in /usr/lib/libkiosk.so
// Addresses count as the file does. Behind a signal the first is the instruction; all others return.
#include <array>

#include "crashlog/formats.h"
#include "crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

class ClickhouseStack : public Format {
 public:
  std::span<const std::string_view> marks() const override {
    static constexpr std::array<std::string_view, 1> all = {" @ 0x"};
    return all;
  }

  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    const std::size_t mark = line.rfind(" @ 0x");
    const std::size_t number_at = mark == std::string_view::npos ? mark : find_number(line, start, mark);
    if (number_at == std::string_view::npos) return Found::Nothing;
    Scanner at(line, number_at);
    const auto number = at.decimal();
    at.literal(". ");
    frame.symbol = line.substr(at.position(), mark - at.position());
    at.seek(mark + 3);
    const auto address = at.prefixed_hex();
    frame.address_text = at.since(mark + 3);
    if (!number || !address || !at.literal(" in /")) return Found::Nothing;
    const std::string_view path = trimmed(line.substr(at.position() - 1));
    if (has_place(frame.symbol)) return Found::Context;
    if (frame.symbol == "?") frame.symbol = {};
    frame.readable = !frame.symbol.empty();
    frame.replaced = {line.size(), line.size()};
    take_number(*number, frame);
    take_mapped_path(path, frame);
    frame.file_address = usable(*address, frame);
    frame.address_of = begins_after_signal(line, *number) ? AddressOf::Instruction : AddressOf::Return;
    frame.stands_alone = true;
    return Found::Frame;
  }

 private:
  // "3. " at the text's beginning, or behind "<Fatal> BaseDaemon: ".
  static std::size_t find_number(std::string_view line, std::size_t start, std::size_t mark) {
    constexpr std::string_view level = "> ";
    const std::size_t bracket = line.substr(0, mark).find(level, start);
    if (bracket != std::string_view::npos) {
      const std::size_t colon = line.find(": ", bracket);
      if (colon < mark && begins_frame(line.substr(colon + 2))) return colon + 2;
    }
    Scanner at(line, start);
    at.blanks();
    return begins_frame(at.rest()) ? at.position() : std::string_view::npos;
  }

  // What the signal's handler put on the stack is not printed: the first number is not 0.
  bool begins_after_signal(std::string_view line, const Number& number) {
    const bool continues = number.value == next_;
    next_ = number.value + 1;
    return !continues && line.contains("<Fatal>");
  }

  static bool begins_frame(std::string_view text) {
    Scanner at(text);
    return at.decimal() && at.literal(". ");
  }

  // "/src/Common/Exception.cpp:101: DB::f()", "inlined from ./src/x.cpp:12: f"
  static bool has_place(std::string_view text) {
    for (std::size_t colon = text.find(": "); colon != std::string_view::npos;
         colon = text.find(": ", colon + 1)) {
      const std::size_t before = text.substr(0, colon).find_last_not_of("0123456789");
      if (before != std::string_view::npos && before + 1 < colon && text[before] == ':') return true;
    }
    return false;
  }

  std::uint64_t next_ = 0;  // number of the stack's next frame
};

}  // namespace

std::unique_ptr<Format> clickhouse_stack() { return std::make_unique<ClickhouseStack>(); }

}  // namespace symkit::crashlog
