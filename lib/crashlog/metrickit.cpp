// MetricKit's diagnostics: payloads of diagnostics, each with trees of frames that name their image by UUID.
// A thread's stack (callStackPerThread) has its innermost frame at the root and each caller below; sampled
// trees are the other way round, their leaves are where the code was. Each diagnostic is a report here.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/address.h"
#include "crashlog/document_text.h"
#include "crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

// Where a frame's image was loaded. The offset is sometimes the load address itself: what lies on a page's
// beginning while the other reading does not is that.
std::optional<std::uint64_t> load_address(std::uint64_t address, std::uint64_t offset) {
  if (offset > address) return std::nullopt;
  const std::uint64_t load = address - offset;
  return load % page_size != 0 && offset % page_size == 0 ? offset : load;
}

struct KindOfDiagnostic {
  std::string_view key;
  std::string_view name;
};
constexpr std::array kinds = {KindOfDiagnostic{"crashDiagnostics", "crash"},
                              KindOfDiagnostic{"hangDiagnostics", "hang"},
                              KindOfDiagnostic{"cpuExceptionDiagnostics", "CPU exception"},
                              KindOfDiagnostic{"diskWriteExceptionDiagnostics", "disk write exception"},
                              KindOfDiagnostic{"appLaunchDiagnostics", "app launch"}};

bool has_one_child_each(JsonValue frames) {
  for (; frames.first(); frames = frames.first()["subFrames"])
    if (frames.first().next()) return false;
  return true;
}

// One diagnostic: what is known of it, its stacks, its images.
class DiagnosticText {
 public:
  DocumentReport write(std::string_view kind, JsonValue payload, JsonValue diagnostic, JsonValue tree) {
    crash_ = kind == "crash";
    text_.line(kind.empty() ? std::string("MetricKit call stacks") : say("MetricKit ", kind, " diagnostic"));
    if (const std::string_view begin = payload["timeStampBegin"].written(); !begin.empty())
      text_.field("Time", say(begin, " to ", payload["timeStampEnd"].written()));
    fields(diagnostic["diagnosticMetaData"]);
    text_.line("");
    const JsonValue stacks = tree["callStacks"];
    per_thread_ = !tree["callStackPerThread"] || tree["callStackPerThread"].is_true();
    std::size_t number = 0;
    for (JsonValue stack = stacks.first(); stack; stack = stack.next()) write_stack(number++, stack);
    text_.line("Binary Images:");
    for (const auto& [image, name] : images_)
      text_.line(image_line(image.first, std::nullopt, name, image.second, {}));
    text_.line("");
    return text_.take();
  }

 private:
  void fields(JsonValue details) {
    for (JsonValue detail = details.first(); detail; detail = detail.next()) {
      if (detail.is_object()) {
        fields(detail);
      } else {
        text_.field(std::string(detail.key()), detail.written());
      }
    }
  }

  void write_stack(std::size_t number, JsonValue stack) {
    const bool attributed = stack["threadAttributed"].is_true();
    const JsonValue roots = stack["callStackRootFrames"];
    text_.line(say(per_thread_ ? "Thread " : "Call tree ", number,
                   !attributed ? ":"
                   : crash_    ? " Crashed:"
                               : ", to which it is attributed:"));
    if (per_thread_ && has_one_child_each(roots)) {
      write_list(roots);
    } else {
      write_tree(roots, 0);
    }
    text_.line("");
  }

  struct Code {
    std::uint64_t address;
    std::uint64_t load;
    std::string name;
  };

  std::optional<Code> code_of(JsonValue frame) {
    const auto address = frame["address"].number();
    const auto offset = frame["offsetIntoBinaryTextSegment"].number();
    if (!address && !offset) {
      text_.problem("a frame has neither an address nor an offset that is a number");
      return std::nullopt;
    }
    // Without an address the image may as well have been loaded at 0.
    const auto load = !address  ? 0
                      : !offset ? std::optional<std::uint64_t>(0)
                                : load_address(*address, *offset);
    if (!load) {
      text_.problem("a frame's offset is greater than its address");
      return std::nullopt;
    }
    const std::string_view id = frame["binaryUUID"].string();
    std::string name(frame["binaryName"].string());
    if (name.empty()) name = id.empty() ? "???" : id;
    if (offset) images_.emplace(std::pair(*load, std::string(id)), name);
    return Code{address ? *address : *offset, *load, std::move(name)};
  }

  static DocumentFrame place_of(JsonValue frame, AddressOf address_of) {
    DocumentFrame place;
    place.address_of = address_of;
    place.has_symbol = !frame["symbol"].string().empty();
    place.has_place = frame["sourceFile"] && frame["sourceLine"];
    return place;
  }

  // "2   Kitchen    0x00000001022364bc 0x102230000 + 25788"
  void write_list(JsonValue frames) {
    std::size_t number = 0;
    for (JsonValue frame = frames.first(); frame; frame = frame["subFrames"].first(), ++number) {
      const std::string start = column(std::to_string(number), 4);
      const auto code = code_of(frame);
      if (!code) {
        text_.line(start + "???");
        continue;
      }
      const std::string line = say(start, column(code->name, 31), '\t', padded_hex(code->address), " ",
                                   hex(code->load), " + ", code->address - code->load);
      text_.frame(line, frame, place_of(frame, number == 0 ? AddressOf::Instruction : AddressOf::Return));
    }
  }

  // "    12  ??? (Kitchen + 25788) [0x1022364bc]"
  void write_tree(JsonValue frames, std::size_t depth) {
    constexpr std::size_t most_levels = 1000;
    constexpr std::size_t deepest_indented = 128;  // nobody's eye follows further
    if (frames.first() && depth == most_levels) return text_.problem("a tree of calls is too deep");
    for (JsonValue frame = frames.first(); frame; frame = frame.next()) {
      const std::string start = say(std::string(2 * std::min(depth, deepest_indented) + 2, ' '),
                                    frame["sampleCount"].number().value_or(1), "  ");
      const auto code = code_of(frame);
      const bool innermost = per_thread_ ? depth == 0 : !frame["subFrames"].first();
      if (code) {
        const std::string line = say(start, "??? (", code->name, " + ", code->address - code->load, ") [",
                                     hex(code->address), "]");
        text_.frame(line, frame, place_of(frame, innermost ? AddressOf::Instruction : AddressOf::Return));
      } else {
        text_.line(start + "???");
      }
      write_tree(frame["subFrames"], depth + 1);
    }
  }

  DocumentText text_;
  std::map<std::pair<std::uint64_t, std::string>, std::string> images_;  // by load address and UUID: names
  bool per_thread_ = true;
  bool crash_ = false;
};

// Finds the diagnostics, in a payload, in an array of payloads, or in what somebody wrapped them into.
class Diagnostics {
 public:
  void search(JsonValue value, std::string_view kind, JsonValue payload, int levels) {
    if (levels == 0) return;
    const JsonValue tree = value["callStackTree"].is_object() ? value["callStackTree"] : value;
    if (tree["callStacks"].is_array()) {
      found.push_back(DiagnosticText().write(kind, payload, value, tree));
      return;
    }
    if (!value.is_object() && !value.is_array()) return;
    if (value["timeStampBegin"]) payload = value;
    for (JsonValue child = value.first(); child; child = child.next())
      search(child, kind_of(child, kind), payload, levels - 1);
  }

  std::vector<DocumentReport> found;

 private:
  static std::string_view kind_of(JsonValue member, std::string_view otherwise) {
    for (const KindOfDiagnostic& one : kinds)
      if (member.key() == one.key) return one.name;
    return otherwise;
  }
};

}  // namespace

std::vector<DocumentReport> convert_metrickit(JsonValue root) {
  constexpr int most_levels = 8;
  Diagnostics diagnostics;
  diagnostics.search(root, {}, {}, most_levels);
  return std::move(diagnostics.found);
}

}  // namespace symkit::crashlog
