// Stacks of valgrind's --xml=yes, whose frames have several lines:
//     <frame>
//       <ip>0x10914A</ip>
//       <obj>/opt/kiosk/kiosk</obj>
//       <fn>total</fn>
//     </frame>
// The result is written before a frame's last line. Addresses are as in valgrind's text output.

#include "ground/base/markup.h"
#include "ground/base/one_of.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/valgrind_program.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view frame_opening = "<frame>", frame_closing = "</frame>";

// The text between "<name>" and "</name>", if the line contains nothing else.
std::optional<std::string_view> xml_element(std::string_view text, std::string_view name) {
  Scanner at(text);
  if (!at.literal('<') || !at.literal(name) || !at.literal('>')) return std::nullopt;
  const auto content = at.until("</");
  if (!content || !at.literal("</") || !at.literal(name) || at.rest() != ">") return std::nullopt;
  return content;
}

class ValgrindXml : public Format {
 public:
  Marks headings() const override {
    return {"<valgrindoutput>", "<stack>", frame_opening, "<ip>0x", "<obj>", "<fn>", "<dir>",
            "<file>",           "<line>",  frame_closing};
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    const std::string_view text = trimmed(line.substr(start));
    if (text == "<valgrindoutput>") {
      report.begin();  // earlier mappings are those of another process
      return Found::Context;
    }
    if (text == "<stack>") {
      is_innermost_ = true;
      return Found::Context;
    }
    if (text == frame_opening) {
      begin();
      return Found::Context;
    }
    if (text == frame_closing && !address_text_.empty())
      return finish(line.find(frame_closing, start), report, frame);
    is_open_ = is_open_ && read_member(line, text);
    return is_open_ ? Found::Context : Found::Nothing;
  }

 private:
  void begin() {
    is_open_ = true;
    has_place_ = false;
    address_of_ = std::exchange(is_innermost_, false) ? AddressOf::Instruction : AddressOf::Call;
    for (std::string* text : {&address_text_, &head_, &path_, &function_}) text->clear();
  }

  // A line within a frame; false if it is something else.
  bool read_member(std::string_view line, std::string_view text) {
    if (const auto ip = xml_element(text, "ip")) {
      Scanner at(*ip);
      const auto address = at.prefixed_hex();
      if (!address || !at.at_end() || !address_text_.empty()) return false;
      address_ = *address;
      address_text_ = *ip;
    } else if (const auto object = xml_element(text, "obj"); object && path_.empty()) {
      path_ = from_markup(*object);
    } else if (const auto function = xml_element(text, "fn")) {
      function_ = from_markup(*function);
      return true;
    } else {
      has_place_ = has_place_ || xml_element(text, "line");
      return has_place_ || xml_element(text, "dir") || xml_element(text, "file");
    }
    (head_ += line.substr(0, last_not_of<"\r\n">(line) + 1)) += '\n';
    return true;
  }

  // The same line may be read again.
  Found finish(std::size_t closing, Report& report, Frame& frame) {
    is_open_ = false;
    if (has_place_) return Found::Context;
    frame.address_of = address_of_;
    frame.address_text = address_text_;
    frame.runtime_address = usable(address_, frame);
    frame.replaced = {closing, closing};
    frame.elements = head_;
    if (path_.empty()) {
      if (frame.problem.empty()) frame.problem = no_image_file;
      return Found::Frame;
    }
    take_mapped_path(path_, frame);
    frame.symbol = function_;
    frame.readable = !function_.empty();
    frame.unmoved_if_fixed = true;
    frame.loaded_by_valgrind = is_program_of_valgrind(frame);
    report.take_mapping(frame);
    return Found::Frame;
  }

  bool is_open_ = false;
  bool is_innermost_ = false;
  // Of the frame whose lines are being read.
  Number address_;
  AddressOf address_of_ = AddressOf::Call;
  std::string address_text_;
  std::string head_;  // the lines that a frame of an inlined call needs, too
  std::string path_;
  std::string function_;
  bool has_place_ = false;
};

}  // namespace

std::unique_ptr<Format> valgrind_xml() { return std::make_unique<ValgrindXml>(); }

}  // namespace symkit::crashlog
