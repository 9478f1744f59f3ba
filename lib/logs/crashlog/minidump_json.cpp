// The document's form:
//   {"crashing_thread":{"frames":[…]},"modules":[{"base_addr":"0x…","code_id":"…","filename":"kiosk"}],
//    "system_info":{"os":"Linux"},"threads":[{"frames":[
//      {"frame":0,"module":"kiosk","module_offset":"0x…","offset":"0x…","function":null,"trust":"context"}]}]}
// "offset" is an address of the process. It is the instruction in a thread's own context; in frames that
// were unwound it points into the call.
#include "logs/crashlog/minidump_json.h"

#include <unordered_map>
#include <utility>

#include "ground/base/words.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/structured_stack.h"

namespace symkit::crashlog {
namespace {

constexpr FrameMembers minidump_members = {.function = "function",
                                           .path = "file",
                                           .line = "line",
                                           .function_offset = "function_offset",
                                           .inlined_calls = "inlines",
                                           .lacks_symbols = "missing_symbols"};

class MinidumpReader {
 public:
  explicit MinidumpReader(json::Value root) : root_(root) {}

  std::optional<DocumentReport> read() {
    architecture_ =
        parse_architecture(root_["system_info"]["cpu_arch"].string()).value_or(Architecture::Unknown);
    read_modules();
    for (json::Value thread = root_["threads"].first(); thread; thread = thread.next()) read_thread(thread);
    read_thread(root_["crashing_thread"]);
    if (made_.frames.empty()) return std::nullopt;
    return std::move(made_);
  }

 private:
  void read_modules() {
    const bool is_windows = root_["system_info"]["os"].string().starts_with("Windows");
    for (json::Value module = root_["modules"].first(); module; module = module.next()) {
      ListedImage image;
      const auto begin = number_in(module["base_addr"]);
      if (!begin) continue;
      image.begin = *begin;
      image.end = number_in(module["end_addr"]).value_or(0);
      if (image.end < image.begin) image.end = 0;
      image.name = base_name(module["filename"].string());
      image.id = id_of(module, is_windows);
      ImageReference known;
      known.name = base_name(module["filename"].string());
      known.id = image.id;
      known.debug_name = pdb_name(module["debug_file"].string());
      if (is_windows) known.code_id = module["code_id"].string();
      known.architecture = architecture_;
      modules_.emplace(image.begin, known);
      made_.images.push_back(std::move(image));
    }
  }

  // The code id is the build id of ELF and the UUID of Mach-O, but only a time and a size on Windows.
  static ImageId id_of(json::Value module, bool is_windows) {
    const std::string_view code_id = module["code_id"].string();
    if (!is_windows && !code_id.empty())
      if (const auto id = ImageId::parse(code_id)) return *id;
    return breakpad_id(module["debug_id"].string(), module["debug_file"].string());
  }

  void read_thread(json::Value thread) {
    const json::Value name = thread["thread_name"];
    bool begins_stack = true;
    for (json::Value object = thread["frames"].first(); object; object = object.next()) {
      if (!object["trust"].is_string() || !object["offset"].is_string()) continue;
      DocumentFrame made;
      made.members = &minidump_members;
      made.value = object;
      made.object = object.where();
      made.end_of_members = object.end_of_members();
      made.has_place = number_in(object["line"]).value_or(0) != 0;
      read_frame(object, made.frame);
      made.has_symbol = !made.frame.symbol.empty();
      made.frame.thread = name.string();
      made.frame.begins_stack = std::exchange(begins_stack, false);
      made_.frames.push_back(std::move(made));
    }
  }

  void read_frame(json::Value object, Frame& frame) {
    if (const auto number = object["frame"].number(); number && *number <= UINT32_MAX)
      frame.number = static_cast<std::uint32_t>(*number);
    frame.symbol = object["function"].string();
    frame.readable = !frame.symbol.empty();
    frame.address_of = object["trust"].string() == "context" ? AddressOf::Instruction : AddressOf::Call;
    frame.address_text = object["offset"].string();
    frame.runtime_address = number_in(object["offset"]);
    if (!frame.runtime_address) {
      frame.problem = "the frame's address is not a 64-bit number";
      return;
    }
    const std::string_view module = object["module"].string();
    if (module.empty()) {
      frame.problem = no_image_file;
      return;
    }
    frame.image.name = base_name(module);
    frame.image.architecture = architecture_;
    frame.image_offset = number_in(object["module_offset"]);
    const std::uint64_t begin = *frame.runtime_address - frame.image_offset.value_or(0);
    if (const auto known = modules_.find(begin); known != modules_.end()) {
      frame.image = known->second;
      frame.load_address = begin;
    }
  }

  json::Value root_;
  Architecture architecture_ = Architecture::Unknown;
  std::unordered_map<std::uint64_t, ImageReference> modules_;  // by their beginning
  DocumentReport made_;
};

}  // namespace

std::optional<DocumentReport> read_minidump_json(const json::Document& document) {
  const json::Value root = document.root();
  if (!root["modules"].is_array() || !root["threads"].is_array()) return std::nullopt;
  return MinidumpReader(root).read();
}

}  // namespace symkit::crashlog
