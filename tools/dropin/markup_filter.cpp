#include "dropin/markup_filter.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>
#include <vector>

#include "dropin/llvm_lookup.h"
#include "dropin/markup_modules.h"
#include "dropin/question_lines.h"
#include "ground/base/words.h"
#include "ground/io/lines.h"
#include "ground/print/visible.h"
#include "names/demangle/demangle.h"

namespace symkit::dropin {
namespace {

// Colours of the filter's output within those of the log.
class MarkupPaint {
 public:
  MarkupPaint(bool is_colored, std::string& out) : is_colored_(is_colored), out_(out) {}

  void highlight() { change(color_ == blue ? cyan : blue); }
  void value(std::string_view text) {
    change(green);
    print::append_visible(out_, text);
    highlight();
  }
  void restore() {
    if (color_ != none) return change(color_);
    reset_terminal();
    if (is_bold_ && is_colored_) out_ += "\033[1m";
  }
  void reset() {
    if (color_ == none && !is_bold_) return;
    color_ = none;
    is_bold_ = false;
    reset_terminal();
  }
  // Returns whether it is a colour in the log.
  bool take(std::string_view sequence) {
    if (!sequence.starts_with("\033[") || sequence.size() > 5 || !sequence.ends_with('m')) return false;
    if (sequence == "\033[0m") return reset(), true;
    if (sequence == "\033[1m") {
      is_bold_ = true;
      if (is_colored_) out_ += sequence;
      return true;
    }
    if (sequence.size() != 5 || sequence[2] != '3') return false;
    color_ = sequence[3];
    if (is_colored_) out_ += say("\033[0;3", std::string_view(&color_, 1), "m");
    return true;
  }

 private:
  static constexpr char none = 0, green = '2', blue = '4', cyan = '6';

  void change(char color) {
    if (is_colored_) out_ += say("\033[", is_bold_ ? "1" : "0", ";3", std::string_view(&color, 1), "m");
  }
  void reset_terminal() {
    if (is_colored_) out_ += "\033[0m";
  }

  bool is_colored_;
  std::string& out_;
  char color_ = none;  // of the log, as in its sequence
  bool is_bold_ = false;
};

class MarkupFilter {
 public:
  MarkupFilter(ObjectFiles& files, bool is_colored, std::string& out)
      : files_(files), out_(out), paint_(is_colored, out) {}

  void line(std::string_view text) {
    line_ = text;
    complaints_.enter(text);
    paint_.reset();
    const std::vector<MarkupNode> nodes = markup_nodes(text);
    const auto contextual = std::ranges::find_if(nodes, [](const MarkupNode& node) {
      return node.tag == "reset" || node.tag == "module" || node.tag == "mmap";
    });
    if (contextual != nodes.end()) return context(*contextual, {nodes.begin(), contextual});
    end_module_line();
    for (const MarkupNode& node : nodes) write(node);
  }

  void finish() {
    end_module_line();
    paint_.reset();
  }

 private:
  using Nodes = std::span<const MarkupNode>;

  std::string_view line_end() const { return line_.ends_with("\r\n") ? "\r\n" : "\n"; }

  // An element about memory: the rest of its line is omitted.
  void context(const MarkupNode& node, Nodes before) {
    if (node.tag == "reset") return reset(node, before);
    if (node.tag == "module") {
      if (const MarkupModule* module = modules_.add_module(node)) {
        begin_module_line(*module, before);
        out_ += "; BuildID=";
        paint_.value(module->build_id);
      }
      return;
    }
    const MarkupMapping* mapping = modules_.add_mapping(node);
    if (mapping == nullptr) return;
    if (shown_ != mapping->module) {
      begin_module_line(*mapping->module, before);
      out_ += "; adds";
    }
    shown_mappings_.push_back(mapping);
  }

  void reset(const MarkupNode& node, Nodes before) {
    if (!complaints_.has_fields(node, 0) || modules_.empty()) return;
    end_module_line();
    for (const MarkupNode& one : before) write(one);
    write_raw(node);
    out_ += line_end();
    modules_.clear();
  }

  void begin_module_line(const MarkupModule& module, Nodes before) {
    end_module_line();
    for (const MarkupNode& one : before) write(one);
    paint_.highlight();
    out_ += "[[[ELF module";
    paint_.value(say(" #", hex(module.id), " "));
    out_ += '"';
    paint_.value(module.name);
    out_ += '"';
    shown_ = &module;
  }

  void end_module_line() {
    if (shown_ == nullptr) return;
    std::ranges::stable_sort(shown_mappings_, {}, &MarkupMapping::address);
    for (const MarkupMapping* mapping : shown_mappings_) {
      out_ += mapping == shown_mappings_.front() ? " [" : ",[";
      paint_.value(hex(mapping->address));
      out_ += '-';
      paint_.value(hex(mapping->address + mapping->size - 1));
      out_ += "](";
      paint_.value(mapping->mode);
      out_ += ')';
    }
    out_ += say("]]]", line_end());
    paint_.restore();
    shown_ = nullptr;
    shown_mappings_.clear();
  }

  void write(const MarkupNode& node) {
    if (node.tag.empty()) {
      if (!paint_.take(node.text)) out_ += node.text;
    } else if (std::ranges::any_of(node.tag, [](char c) { return c < 'a' || c > 'z'; })) {
      complaints_.error("tags must be all lowercase characters", node.tag);
    } else if (node.tag == "symbol") {
      symbol(node);
    } else if (node.tag == "pc") {
      pc(node);
    } else if (node.tag == "bt") {
      backtrace(node);
    } else if (node.tag == "data") {
      data(node);
    } else {
      out_ += node.text;
    }
  }

  void write_raw(const MarkupNode& node) {
    paint_.highlight();
    out_ += "[[[";
    paint_.value(node.tag);
    for (const std::string_view field : node.fields) {
      out_ += ':';
      paint_.value(field);
    }
    out_ += "]]]";
    paint_.restore();
  }

  void symbol(const MarkupNode& node) {
    if (!complaints_.has_fields(node, 1)) return;
    paint_.highlight();
    print::append_visible(out_, demangle::demangle(node.fields[0], {.as_llvm_symbolizer = true}));
    paint_.restore();
  }

  // The module of an address, the address in it, and the module's file. Without these the element is
  // printed unchanged.
  struct Spot {
    const MarkupMapping* mapping = nullptr;
    std::uint64_t address = 0;  // in the module
    ObjectFile* file = nullptr;
  };
  std::optional<Spot> spot(const MarkupNode& node, std::string_view field, std::uint64_t address) {
    const MarkupMapping* const mapping = modules_.at(address);
    if (mapping == nullptr) {
      complaints_.error("no mmap covers address", field);
      return write_raw(node), std::nullopt;
    }
    const auto file = files_.find_id(mapping->module->build_id);
    if (!file || *file == nullptr) {
      std::fputs(say("error: ", file ? "could not find build ID" : file.error().message, "\n").c_str(),
                 stderr);
      return write_raw(node), std::nullopt;
    }
    return Spot{mapping, address - mapping->address + mapping->module_address, *file};
  }

  static bool is_known(const LlvmFrame& frame) { return !frame.function.empty() || !frame.file.empty(); }

  void value_or_invalid(std::string_view text) { paint_.value(text.empty() ? "<invalid>" : text); }

  // A place in code: its function, without inlined calls.
  void pc(const MarkupNode& node) {
    if (!complaints_.has_at_least(node, 1)) return;
    complaints_.warn_of_more(node, 2);
    const auto address = complaints_.address(node.fields[0]);
    const auto returns = address ? complaints_.is_return(node, 1, false) : std::nullopt;
    if (!returns) return;
    const auto found = spot(node, node.fields[0], *address - (*returns ? 1 : 0));
    if (!found) return;
    const LlvmCode code = functions_.code_at(found->address, *found->file);
    if (code.empty() || !is_known(code.front())) return write_raw(node);
    paint_.highlight();
    value_or_invalid(code.front().function);
    out_ += '[';
    value_or_invalid(code.front().file);
    out_ += ':';
    paint_.value(std::to_string(code.front().line));
    out_ += ']';
    paint_.restore();
  }

  void backtrace(const MarkupNode& node) {
    if (!complaints_.has_at_least(node, 2)) return;
    complaints_.warn_of_more(node, 3);
    const auto number = complaints_.number(node.fields[0], "frame number", true);
    const auto address = number ? complaints_.address(node.fields[1]) : std::nullopt;
    const auto returns = address ? complaints_.is_return(node, 2, true) : std::nullopt;
    if (!returns) return;
    const std::uint64_t exact = *address - (*returns ? 1 : 0);
    const auto found = spot(node, node.fields[0], exact);
    if (!found) return;
    const LlvmCode code = frames_.code_at(found->address, *found->file);
    paint_.highlight();
    const std::size_t count = std::max<std::size_t>(1, code.size());
    for (std::size_t i = 0; i < count; ++i) {
      frame_head(*number, i + 1 < count ? i + 1 : 0, exact);
      if (!code.empty()) frame_place(code[i]);
      out_ += '(';
      paint_.value(found->mapping->module->name);
      out_ += '+';
      paint_.value(hex(found->address));
      out_ += ')';
      if (i + 1 < count) out_ += line_end();
    }
    paint_.restore();
  }

  // "    #7.2  0x00007f0000000c47 "; `inlined` counts from 1, 0 is the function itself.
  void frame_head(std::uint64_t number, std::size_t inlined, std::uint64_t address) {
    const std::string digits = std::to_string(number);
    out_.append(digits.size() < 5 ? 5 - digits.size() : 0, ' ');
    out_ += '#';
    paint_.value(digits);
    if (inlined == 0) {
      out_ += "   ";
    } else {
      out_ += '.';
      std::string which = std::to_string(inlined);
      if (which.size() < 2) which += ' ';
      paint_.value(which);
    }
    const std::string shown = hex(address).substr(2);
    paint_.value(say(" 0x", std::string(shown.size() < 16 ? 16 - shown.size() : 0, '0'), shown, " "));
  }

  void frame_place(const LlvmFrame& frame) {
    if (!is_known(frame)) return;
    value_or_invalid(frame.function);
    out_ += ' ';
    value_or_invalid(frame.file);
    out_ += ':';
    paint_.value(std::to_string(frame.line));
    out_ += ':';
    paint_.value(std::to_string(frame.column));
    out_ += ' ';
  }

  void data(const MarkupNode& node) {
    if (!complaints_.has_fields(node, 1)) return;
    const auto address = complaints_.address(node.fields[0]);
    if (!address) return;
    const auto found = spot(node, node.fields[0], *address);
    if (!found) return;
    const auto variable = found->file->data_at(found->address);
    paint_.highlight();
    print::append_visible(out_, !variable || variable->name.empty() ? "<invalid>" : variable->name);
    paint_.restore();
  }

  ObjectFiles& files_;
  std::string& out_;
  MarkupPaint paint_;
  std::string_view line_;
  MarkupComplaints complaints_;
  MarkupModules modules_{complaints_};
  const MarkupModule* shown_ = nullptr;  // the module whose line has not ended yet
  std::vector<const MarkupMapping*> shown_mappings_;
  LlvmFormat inlined_format_;
  LlvmFormat function_format_{.inlines = false};
  LlvmLookup frames_{inlined_format_};
  LlvmLookup functions_{function_format_};
};

}  // namespace

Result<void> filter_markup(ObjectFiles& files, MarkupColor color, print::Output& output) {
  const bool is_colored =
      color == MarkupColor::Always || (color == MarkupColor::Auto && ::isatty(STDOUT_FILENO) == 1);
  std::string written;
  MarkupFilter filter(files, is_colored, written);
  std::string whole;
  const auto answered =
      answer_lines(output, io::Lines::longest_line, [&](std::string_view line, std::string& out) {
        whole = line;
        if (!whole.ends_with('\n')) whole += '\n';
        written.clear();
        filter.line(whole);
        out += written;
      });
  if (!answered) return answered;
  written.clear();
  filter.finish();
  output.write(written);
  return output.flush();
}

}  // namespace symkit::dropin
