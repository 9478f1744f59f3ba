// Call trees of sample and spindump: each line begins with a count of samples, and the column of the
// count is the depth.
//   +   7847 ???  (in Target)  load address 0x106637000 + 0x3e80  [0x10663ae80]     sample
//     1000  ??? (Target + 16000) [0x10663ae80]                                      spindump, hang
// A process's images come after its tree. The leaves are where the code was; all other lines are return
// addresses. So a line can only be interpreted when the next is known, which is why reading waits for the
// images.

#include "ground/base/one_of.h"
#include "logs/crashlog/apple_images.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

// A line of a tree, split into its parts.
struct Node {
  std::size_t depth = 0;  // the column of the count
  Span described;         // "???  (in Target)  load address 0x106637000 + 0x3e80"
  Span address_text;
  Number address;
};

// "[0x10663ae80]", or several as in "[0x10663ae80,0x10663ae84,...]": the first counts.
bool find_address(std::string_view line, std::size_t from, Node& node) {
  const std::size_t open = line.rfind("[0x");
  if (open == std::string_view::npos || open <= from) return false;
  Scanner at(line, open + 1);
  const auto address = at.prefixed_hex();
  if (!address || (at.peek() != ']' && at.peek() != ',')) return false;
  node.address = *address;
  node.address_text = {open + 1, at.position()};
  node.described.end = last_not_of<" \t">(line, open - 1) + 1;
  return node.described.end > node.described.begin;
}

// "+ ! : | 1000 …", or " *1000 …" for code in the kernel.
std::optional<Node> read_node(std::string_view line, std::size_t start) {
  Scanner at(line, start);
  while (!at.at_end() && std::string_view(" \t+!:|*").contains(at.peek())) at.seek(at.position() + 1);
  Node node;
  node.depth = at.position();
  if (!at.decimal() || at.blanks() == 0) return std::nullopt;
  node.described.begin = at.position();
  if (!find_address(line, at.position(), node)) return std::nullopt;
  return node;
}

// "name  (in Target)  load address 0x106637000 + 0x3e80" or "name  (in Target) + 123".
bool read_sample(std::string_view text, Frame& frame) {
  const std::size_t in = text.find(" (in ");
  if (in == std::string_view::npos) return false;
  Scanner at(text, in + 5);
  const auto image = at.until(')');
  if (!image || !at.literal(')')) return false;
  frame.symbol = trimmed(text.substr(0, in));
  frame.image.name = *image;
  at.blanks();
  if (at.literal("load address ")) {
    const auto load = at.prefixed_hex();
    if (!load || !at.literal(" + ") || !at.prefixed_hex()) return false;
    frame.load_address = usable(*load, frame);
    frame.symbol = {};
  } else if (at.literal("+ ")) {
    const auto offset = at.decimal();
    if (!offset || !offset->fits) return false;
    frame.symbol_offset = offset->value;
  }
  return true;
}

// "??? (Target + 16000)" or "main + 12 (Target + 16000)".
bool read_spindump(std::string_view text, std::uint64_t address, Frame& frame) {
  const std::size_t open = text.rfind(" (");
  const std::size_t plus = text.rfind(" + ");
  if (open == std::string_view::npos || plus == std::string_view::npos || plus < open) return false;
  Scanner at(text, plus + 3);
  const auto offset = at.decimal();
  if (!offset || !offset->fits || !at.literal(')') || !at.at_end()) return false;
  frame.image.name = text.substr(open + 2, plus - open - 2);
  if (offset->value <= address) frame.load_address = address - offset->value;
  frame.symbol = trimmed(text.substr(0, open));
  const std::size_t in_function = frame.symbol.rfind(" + ");
  if (in_function != std::string_view::npos) {
    Scanner number(frame.symbol, in_function + 3);
    if (const auto value = number.decimal(); value && value->fits) frame.symbol_offset = value->value;
    frame.symbol = frame.symbol.substr(0, in_function);
  }
  return true;
}

class AppleSample : public Format {
 public:
  Marks marks() const override { return {"[0x"}; }
  Marks headings() const override {
    return {"Analysis of sampling ", "Heaviest stack ", "Process:", "Architecture:"};
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const auto node = read_node(line, start);
    if (!node) return read_heading(trimmed(line.substr(start)), report) ? Found::Context : Found::Nothing;
    const std::string_view text =
        line.substr(node->described.begin, node->described.end - node->described.begin);
    if (!read_sample(text, frame) && !read_spindump(text, node->address.value, frame)) return Found::Nothing;
    frame.replaced = node->described;
    frame.address_text =
        line.substr(node->address_text.begin, node->address_text.end - node->address_text.begin);
    frame.runtime_address = usable(node->address, frame);
    frame.address_of = is_leaf(*node, report) ? AddressOf::Instruction : AddressOf::Return;
    frame.depth = flat_ ? ++flat_depth_ : static_cast<std::uint32_t>(node->depth);
    frame.readable = is_readable_symbol(frame.symbol);
    if (!frame.readable) frame.symbol = {};
    take_image(report, frame);
    return Found::Frame;
  }

 private:
  bool read_heading(std::string_view text, Report& report) {
    if (text.starts_with("Process:")) {
      flat_ = false;  // a crash report has such a line, too, so it does not identify this format
    } else if (text.starts_with("Analysis of sampling ") || text.starts_with("Heaviest stack ")) {
      flat_ = text.starts_with("Heaviest");
      flat_depth_ = 0;
      if (!report.waits_for_images()) report.begin_with_images_last();
      return true;
    } else if (text.starts_with("Architecture:") && report.waits_for_images()) {
      report.set_architecture(apple_code_type(trimmed(text.substr(13))));
      return true;
    }
    return false;
  }

  // Decides for the line before, once the next is known; the second reading repeats the result.
  bool is_leaf(const Node& node, const Report& report) {
    if (report.replaying()) {
      ++told_;
      return told_ <= leaves_.size() && leaves_[told_ - 1];
    }
    if (report_ != report.reports_begun()) {
      report_ = report.reports_begun();
      leaves_.clear();
    }
    told_ = 0;
    if (!leaves_.empty()) leaves_.back() = node.depth <= depth_ && !flat_;
    depth_ = node.depth;
    leaves_.push_back(true);
    return false;
  }

  static void take_image(Report& report, Frame& frame) {
    const ListedImage* image = frame.load_address ? report.image_at(*frame.load_address) : nullptr;
    if (image == nullptr && frame.runtime_address)
      image = apple_image_holding(*frame.runtime_address, report);
    if (image == nullptr && !frame.image.name.empty()) image = report.image_named(frame.image.name);
    if (image == nullptr) return;
    frame.image.name = {};
    Report::fill_in(*image, frame);
  }

  std::vector<bool> leaves_;  // of the nodes of the report, in their order
  std::size_t told_ = 0;
  std::size_t depth_ = 0;
  std::uint64_t report_ = 0;
  bool flat_ = false;  // within the list of one stack, outermost first, without indentation
  std::uint32_t flat_depth_ = 0;
};

}  // namespace

std::unique_ptr<Format> apple_sample() { return std::make_unique<AppleSample>(); }

}  // namespace symkit::crashlog
