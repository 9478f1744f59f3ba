// ClickHouse's stacks, frames without a line of the source:
//   3. DB::Block::rows() const @ 0x000000000c91b4c8 in /usr/bin/clickhouse
//   4. ? @ 0x00000000000011d5 in /usr/lib/libkiosk.so
//   5. main @ 0x0000000007ea4eee                 newer releases
//   3. 0x5624850f3c7c DB::Block::rows() const    older ones
// With a path, addresses are those of the file; without one, of the process. The first frame after a
// crash's "Stack trace: 0x…" is the instruction; all others are return addresses.
#include <utility>

#include "ground/base/one_of.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view crash_heading = "Stack trace: 0x";
constexpr unsigned bits_of_file = 40;  // more than any file's addresses have

class ClickhouseStack : public Format {
 public:
  Marks marks() const override { return {" @ 0x", crash_heading, "BaseDaemon: "}; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (read_heading(line.substr(start))) return Found::Context;
    const std::size_t mark = line.rfind(" @ 0x");
    if (mark == std::string_view::npos) return read_old(line, start, report, frame);
    const std::size_t number_at = find_number(line, start, mark);
    if (number_at == std::string_view::npos) return Found::Nothing;
    Scanner at(line, number_at);
    const auto number = at.decimal();
    at.literal(". ");
    frame.symbol = line.substr(at.position(), mark - at.position());
    at.seek(mark + 3);
    const auto address = prefixed_address(at, frame);
    if (!number || !address || !take_image(trimmed(at.rest()), *address, report, frame))
      return Found::Nothing;
    frame.address_of = is_interrupted(*number) ? AddressOf::Instruction : AddressOf::Return;
    if (take_place_off(frame)) {
      take_number(*number, frame);
      return Found::Named;
    }
    if (frame.symbol == "?") frame.symbol = {};
    frame.readable = !frame.symbol.empty();
    const std::size_t end = at.position() + last_not_of<" \t">(at.rest()) + 1;
    frame.replaced = {end, end};
    take_number(*number, frame);
    return Found::Frame;
  }

 private:
  // "<Fatal> BaseDaemon: Stack trace: 0x00007fbb92166ebe 0x…". A single address is where the signal came.
  bool read_heading(std::string_view text) {
    const std::size_t heading = text.find(crash_heading);
    if (heading == std::string_view::npos) return false;
    is_first_ = true;
    only_one_ = trimmed(text.substr(heading + crash_heading.size())).find(' ') == std::string_view::npos;
    return true;
  }

  // "<Fatal> BaseDaemon: 3. 0x5624850f3c7c DB::Block::rows() const"
  Found read_old(std::string_view line, std::size_t start, Report& report, Frame& frame) {
    const std::size_t number_at = find_number(line, start, line.size());
    if (number_at == std::string_view::npos) return Found::Nothing;
    Scanner at(line, number_at);
    const auto number = at.decimal();
    at.literal(". ");
    const auto address = prefixed_address(at, frame);
    const bool is_frame = number && address && address->digits >= 6 && at.literal(' ');
    if (!is_frame || at.rest().empty() || at.rest().ends_with(']')) return Found::Nothing;
    take_number(*number, frame);
    frame.symbol = trimmed(at.rest());
    frame.readable = true;
    frame.runtime_address = usable(*address, frame);
    frame.address_of = is_interrupted(*number) ? AddressOf::Instruction : AddressOf::Return;
    frame.unmoved_if_fixed = true;
    frame.replaced = {at.position() - 1, line.size()};
    report.take_holder(frame);
    return Found::Frame;
  }

  // The frames of the signal handler are not printed, so the first number is not 0.
  bool is_interrupted(const Number& number) {
    return std::exchange(is_first_, false) && (number.value != 0 || only_one_);
  }

  // "in /usr/bin/clickhouse", "in ?", "".
  static bool take_image(std::string_view behind, const Number& address, Report& report, Frame& frame) {
    const bool has_path = behind.starts_with("in /");
    const bool is_bare = behind.empty() && address.digits == digits_of_address;
    if (!has_path && !is_bare && behind != "in ?") return false;
    if (has_path) take_mapped_path(behind.substr(3), frame);
    const auto value = usable(address, frame);
    if (has_path && address.value >> bits_of_file == 0) {
      frame.file_address = value;
      frame.stands_alone = true;
      return true;
    }
    frame.runtime_address = value;
    frame.unmoved_if_fixed = true;
    has_path ? report.take_mapping(frame) : report.take_holder(frame);
    return true;
  }

  // "3. " at the text's beginning, or after "<Fatal> BaseDaemon: ".
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

  static bool begins_frame(std::string_view text) {
    Scanner at(text);
    return at.decimal() && at.literal(". ");
  }

  // "/src/Common/Exception.cpp:101: DB::f()", "inlined from ./src/x.cpp:12: f"
  static bool take_place_off(Frame& frame) {
    const std::string_view text = frame.symbol;
    for (std::size_t colon = text.find(": "); colon != std::string_view::npos;
         colon = text.find(": ", colon + 1)) {
      const std::size_t before = last_not_of<"0123456789">(text.substr(0, colon));
      if (before == std::string_view::npos || before + 1 == colon || text[before] != ':') continue;
      frame.said.function = trimmed(text.substr(colon + 2));
      read_place(text.substr(0, colon), frame.said);
      return true;
    }
    return false;
  }

  bool is_first_ = false;  // the next frame
  bool only_one_ = false;  // … of a stack of one
};

}  // namespace

std::unique_ptr<Format> clickhouse_stack() { return std::make_unique<ClickhouseStack>(); }

}  // namespace symkit::crashlog
