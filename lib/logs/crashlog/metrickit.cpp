// MetricKit's diagnostics: payloads of diagnostics, each with trees of frames that name their image by
// UUID. A thread's stack (callStackPerThread) has its innermost frame at the root and each caller below
// it. Sampled trees are the other way round: their leaves are where the code was. Each diagnostic becomes
// a report. Trees may be as deep as an overflowed stack, so nothing here is recursive.
#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ground/base/address.h"
#include "ground/base/image_id.h"
#include "logs/crashlog/document_text.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

// Where a frame's image was loaded. The offset is sometimes the load address itself: it is if it is at
// the beginning of a page and the other reading is not.
std::optional<std::uint64_t> load_address(std::uint64_t address, std::uint64_t offset) {
  if (offset > address) return std::nullopt;
  const std::uint64_t load = address - offset;
  return load % page_size != 0 && offset % page_size == 0 ? offset : load;
}

struct KindOfDiagnostic {
  std::string_view key;
  std::string_view name;
};
constexpr std::array kinds = {
    KindOfDiagnostic{"crashDiagnostics", "crash"}, KindOfDiagnostic{"hangDiagnostics", "hang"},
    KindOfDiagnostic{"cpuExceptionDiagnostics", "CPU exception"},
    KindOfDiagnostic{"diskWriteExceptionDiagnostics", "disk write exception"},
    KindOfDiagnostic{"appLaunchDiagnostics", "app launch"},
    // since iOS 27
    KindOfDiagnostic{"crash", "crash"}, KindOfDiagnostic{"hang", "hang"},
    KindOfDiagnostic{"cpuException", "CPU exception"},
    KindOfDiagnostic{"diskWriteException", "disk write exception"},
    KindOfDiagnostic{"appLaunch", "app launch"}, KindOfDiagnostic{"memoryException", "memory exception"}};

// The stacks of a tree: MXCallStackTree's, and CallStackTree's since iOS 27.
json::Value stacks_of(json::Value tree) {
  const json::Value stacks = tree["callStackThreads"];
  return stacks.is_array() ? stacks : tree["callStacks"];
}

// Names of binaries by UUID, which frames since iOS 27 lack: an object, or an array as Swift encodes a
// dictionary whose keys are not strings: keys and values in turn.
class BinaryNames {
 public:
  explicit BinaryNames(json::Value info) {
    std::string_view key;
    for (json::Value one = info.first(); one; one = one.next()) {
      if (one.is_string() && info.is_array()) {
        key = one.string();
        continue;
      }
      if (!one.key().empty()) key = one.key();
      if (one["uuid"].is_string()) key = one["uuid"].string();
      const std::string_view name = one.is_string() ? one.string() : one["name"].string();
      if (const auto id = ImageId::parse(key); id && !name.empty()) names_.emplace(id->hex(), name);
    }
  }

  std::string_view of(std::string_view uuid) const {
    if (names_.empty()) return {};
    const auto id = ImageId::parse(uuid);
    const auto found = id ? names_.find(id->hex()) : names_.end();
    return found == names_.end() ? std::string_view() : found->second;
  }

 private:
  std::unordered_map<std::string, std::string_view> names_;
};

bool has_one_child_each(json::Value frames) {
  for (; frames.first(); frames = frames.first()["subFrames"])
    if (frames.first().next()) return false;
  return true;
}

// One diagnostic: its description, its stacks, its images.
class DiagnosticText {
 public:
  DocumentReport write(std::string_view kind, json::Value payload, json::Value diagnostic, json::Value tree) {
    crash_ = kind == "crash";
    text_.line(kind.empty() ? std::string("MetricKit call stacks") : say("MetricKit ", kind, " diagnostic"));
    if (const std::string_view begin = payload["timeStampBegin"].written(); !begin.empty())
      text_.field("Time", say(begin, " to ", payload["timeStampEnd"].written()));
    const json::Value details = diagnostic["diagnosticMetaData"];
    // Since iOS 27 these are the diagnostic's own members.
    if (details || tree["callStacks"]) {
      fields(details);
    } else if (diagnostic != tree) {
      fields(diagnostic, fields_deep);
    }
    text_.line("");
    binaries_ = BinaryNames(tree["binaryInfo"]);
    const json::Value stacks = stacks_of(tree);
    per_thread_ = !tree["callStackPerThread"] || tree["callStackPerThread"].is_true();
    std::size_t number = 0;
    for (json::Value stack = stacks.first(); stack; stack = stack.next()) write_stack(number++, stack);
    text_.line("Binary Images:");
    for (const auto& [image, name] : images_)
      text_.line(image_line(image.first, std::nullopt, name, image.second, {}));
    text_.line("");
    return text_.take();
  }

 private:
  static constexpr int fields_deep = 4;

  void fields(json::Value details, int levels = fields_deep) {
    for (json::Value detail = details.first(); detail; detail = detail.next()) {
      if (detail.key() == "callStackTree") continue;
      if (detail.is_object()) {
        if (levels > 0) fields(detail, levels - 1);
      } else {
        text_.field(std::string(detail.key()), detail.written());
      }
    }
  }

  void write_stack(std::size_t number, json::Value stack) {
    const bool attributed = stack["threadAttributed"].is_true();
    const json::Value roots = stack["rootFrames"] ? stack["rootFrames"] : stack["callStackRootFrames"];
    text_.line(say(per_thread_ ? "Thread " : "Call tree ", number,
                   !attributed ? ":"
                   : crash_    ? " Crashed:"
                               : ", to which it is attributed:"));
    if (per_thread_ && has_one_child_each(roots)) {
      write_list(roots);
    } else {
      write_tree(roots);
    }
    text_.line("");
  }

  struct Code {
    std::uint64_t address;
    std::uint64_t load;
    std::string name;
  };

  std::optional<Code> code_of(json::Value frame) {
    const auto address = frame["address"].number();
    const auto offset = frame["offsetIntoBinaryTextSegment"].number();
    if (!address && !offset) {
      text_.problem("a frame has neither a numeric address nor a numeric offset");
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
    if (name.empty()) name = binaries_.of(id);
    if (name.empty()) name = id.empty() ? "???" : id;
    if (offset) images_.emplace(std::pair(*load, std::string(id)), name);
    return Code{address ? *address : *offset, *load, std::move(name)};
  }

  static DocumentFrame place_of(json::Value frame, AddressOf address_of) {
    DocumentFrame place;
    place.address_of = address_of;
    place.has_symbol = !frame["symbol"].string().empty();
    place.has_place = frame["sourceFile"] && frame["sourceLine"];
    return place;
  }

  // "2   Kitchen    0x00000001022364bc 0x102230000 + 25788"
  void write_list(json::Value frames) {
    std::size_t number = 0;
    for (json::Value frame = frames.first(); frame; frame = frame["subFrames"].first(), ++number) {
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

  void write_tree(json::Value roots) {
    std::vector<json::Value> open = {roots.first()};  // on each level the next frame
    while (!open.empty()) {
      const json::Value frame = open.back();
      if (!frame) {
        open.pop_back();
        continue;
      }
      open.back() = frame.next();
      write_node(frame, open.size() - 1);
      open.push_back(frame["subFrames"].first());
    }
  }

  // "    12  ??? (Kitchen + 25788) [0x1022364bc]"
  void write_node(json::Value frame, std::size_t depth) {
    constexpr std::size_t deepest_indented = 128;  // deeper indentation is of no use to a reader
    const std::string start = say(std::string(2 * std::min(depth, deepest_indented) + 2, ' '),
                                  frame["sampleCount"].number().value_or(1), "  ");
    const auto code = code_of(frame);
    if (!code) return text_.line(start + "???");
    const bool innermost = per_thread_ ? depth == 0 : !frame["subFrames"].first();
    const std::string line =
        say(start, "??? (", code->name, " + ", code->address - code->load, ") [", hex(code->address), "]");
    text_.frame(line, frame, place_of(frame, innermost ? AddressOf::Instruction : AddressOf::Return));
  }

  DocumentText text_;
  BinaryNames binaries_{json::Value()};
  std::map<std::pair<std::uint64_t, std::string>, std::string> images_;  // names by load address and UUID
  bool per_thread_ = true;
  bool crash_ = false;
};

// Finds the diagnostics in a payload, in an array of payloads, or in an object that wraps them.
class Diagnostics {
 public:
  void search(json::Value value, std::string_view kind, json::Value payload, int levels) {
    if (levels == 0) return;
    const json::Value tree = value["callStackTree"].is_object() ? value["callStackTree"] : value;
    if (stacks_of(tree).is_array()) {
      found.push_back(DiagnosticText().write(kind, payload, value, tree));
      return;
    }
    if (!value.is_object() && !value.is_array()) return;
    if (value["timeStampBegin"]) payload = value;
    for (json::Value child = value.first(); child; child = child.next())
      search(child, kind_of(child, kind), payload, levels - 1);
  }

  std::vector<DocumentReport> found;

 private:
  static std::string_view kind_of(json::Value member, std::string_view otherwise) {
    for (const KindOfDiagnostic& one : kinds)
      if (member.key() == one.key) return one.name;
    return otherwise;
  }
};

}  // namespace

std::vector<DocumentReport> convert_metrickit(json::Value root) {
  constexpr int most_levels = 8;
  Diagnostics diagnostics;
  diagnostics.search(root, {}, {}, most_levels);
  return std::move(diagnostics.found);
}

}  // namespace symkit::crashlog
