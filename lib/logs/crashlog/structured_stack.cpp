#include "logs/crashlog/structured_stack.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <map>
#include <unordered_map>

#include "ground/base/go_id.h"
#include "ground/base/guid.h"
#include "ground/base/one_of.h"
#include "ground/base/words.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/image_list.h"

namespace symkit::crashlog {
namespace {

constexpr FrameMembers sentry = {.function = "function",
                                 .file = "filename",
                                 .path = "abs_path",
                                 .line = "lineno",
                                 .symbol_address = "symbol_addr",
                                 .image = "package",
                                 .innermost_first = false};
constexpr FrameMembers bugsnag = {.function = "method", .file = "file", .line = "lineNumber"};
constexpr FrameMembers app_center = {.function = "methodName", .file = "fileName", .line = "lineNumber"};
constexpr FrameMembers crashlytics = {.function = "symbol", .file = "file", .line = "line"};
constexpr FrameMembers swift = {.function = "symbol",
                                .file = "file",
                                .line = "line",
                                .image = "image",
                                .symbol_offset = "offset",
                                .place = "sourceLocation",
                                .column = "column"};

// Excludes the texts that replace an unknown name.
bool is_name(std::string_view text) {
  return !text.empty() && text != "<unknown>" && text != "<redacted>" && text != "???" && text != "unknown" &&
         !text.starts_with("0x");
}

std::string_view file_name(std::string_view path) { return path.substr(last_of<"/\\">(path) + 1); }

// ELF files and WebAssembly have a build id; a debug id is its beginning as a GUID, in another order.
ImageId id_of(json::Value image) {
  const std::string_view type = image["type"].string();
  const std::string_view code_id = image["code_id"].string();
  std::string_view debug_id = image["debug_id"].string();
  if (debug_id.empty()) debug_id = image["uuid"].string();
  const bool has_build_id = type == "elf" || type == "wasm" || type == "symbolic";
  if (has_build_id && !code_id.empty()) return ImageId::parse(code_id).value_or(ImageId{});
  constexpr std::size_t guid_text = 36;
  if (has_build_id) return with_guid_order(ImageId::parse(debug_id.substr(0, guid_text)).value_or(ImageId{}));
  if (type == "macho" || type == "apple") debug_id = debug_id.substr(0, guid_text);
  return ImageId::parse(debug_id).value_or(ImageId{});
}

// An image of a list; its name and path are the document's.
struct Known {
  std::uint64_t begin = 0;
  ImageReference image;
};

// The images of a document, or of one of several events in it.
struct Images {
  ImageList list;
  std::vector<Known> by_number;
  std::unordered_map<std::uint64_t, std::size_t> by_begin;

  const Known* at(std::uint64_t begin) const {
    const auto found = by_begin.find(begin);
    return found == by_begin.end() ? nullptr : &by_number[found->second];
  }
  const Known* holding(std::uint64_t address) const {
    const ListedImage* const image = list.holding(address).image;
    return image == nullptr ? nullptr : at(image->begin);
  }
};

class StackReader {
 public:
  explicit StackReader(const json::Document& document) : document_(document) {}

  std::optional<DocumentReport> read() {
    document_.each_value([&](json::Value value) {
      if (value.is_array() && value.first().is_object()) take_array(value);
    });
    for (const json::Value stack : stacks_) read_stack(stack);
    if (made_.frames.empty()) return std::nullopt;
    for (const auto& [owner, images] : images_)
      std::ranges::copy(images.list.all(), std::back_inserter(made_.images));
    return std::move(made_);
  }

 private:
  void take_array(json::Value array) {
    const json::Value first = array.first();
    if (array.key() == "images" && array.parent().key() == "debug_meta") {
      take_images(array.parent().parent(), array, "image_addr", "image_size");
    } else if (array.key() == "images" && first["baseAddress"] && first["endOfText"]) {
      take_images(array.parent(), array, "baseAddress", {});
    } else if (array.key() == "binaries" && first["startAddress"]) {
      take_images(array.parent(), array, "startAddress", {});
    } else if (members_of(array) != nullptr) {
      stacks_.push_back(array);
    }
  }

  void take_images(json::Value owner, json::Value array, std::string_view begin, std::string_view size) {
    Images& images = images_[owner.where().begin];
    for (json::Value image = array.first(); image; image = image.next()) {
      ListedImage listed;
      listed.begin = number_in(image[begin]).value_or(0);
      const auto bytes = number_in(image[size]);
      if (bytes) listed.end = listed.begin + *bytes;
      if (const auto last = number_in(image["endAddress"])) listed.end = *last + 1;
      if (const auto end = number_in(image["endOfText"])) listed.end = *end;
      if (listed.end < listed.begin) listed.end = 0;
      Known known{listed.begin, image_of(image)};
      listed.path = known.image.path;
      listed.name = known.image.name;
      listed.id = known.image.id;
      if (is_go_id(known.image.code_id)) listed.code_id = known.image.code_id;
      images.by_begin.emplace(listed.begin, images.by_number.size());
      images.by_number.push_back(known);
      if (listed.begin != 0) images.list.add(std::move(listed));
    }
  }

  static ImageReference image_of(json::Value object) {
    ImageReference image;
    const std::string_view path =
        any_of(object, std::array<std::string_view, 4>{"code_file", "path", "name", "debug_file"}).string();
    image.name = file_name(path);
    if (path.contains('/')) image.path = path;
    image.id = id_of(object);
    image.debug_name = pdb_name(object["debug_file"].string());
    if (object["type"].string() == "pe") image.code_id = object["code_id"].string();
    for (const std::string_view id : {"id", "buildId"})
      if (image.id.empty()) image.id = ImageId::parse(object[id].string()).value_or(ImageId{});
    for (const std::string_view id : {"code_id", "buildId"})
      if (image.id.empty() && is_go_id(object[id].string())) image.code_id = object[id].string();
    return image;
  }

  // Decided by the first frame that has such members.
  static const FrameMembers* members_of(json::Value array) {
    constexpr std::size_t most_looked_at = 8;
    std::size_t looked_at = 0;
    if (array.parent().key() == "raw_stacktrace") return nullptr;
    for (json::Value frame = array.first(); frame && looked_at < most_looked_at;
         frame = frame.next(), ++looked_at) {
      if (frame["instruction_addr"]) return &sentry;
      if (frame["frameAddress"]) return &bugsnag;
      if (frame["address"].written().empty()) continue;
      if (frame["blamed"] || (frame["library"] && frame["owner"])) return &crashlytics;
      if (kind_of(frame)) return &swift;
      if (array.key() == "frames" || frame["code"]) return &app_center;
    }
    return nullptr;
  }

  // The kind of a frame's address in swift-backtrace's reports; nothing in other documents.
  static std::optional<AddressOf> kind_of(json::Value frame) {
    const std::string_view kind = frame["kind"].string();
    if (kind == "returnAddress") return AddressOf::Return;
    if (kind == "programCounter" || kind == "asyncResumePoint") return AddressOf::Instruction;
    return std::nullopt;
  }

  // The images of the event that contains the stack.
  const Images* images_of(json::Value stack) const {
    constexpr int most_levels = 32;
    int level = 0;
    for (json::Value at = stack.parent(); at && level < most_levels; at = at.parent(), ++level) {
      if (!at.is_object()) continue;
      if (const auto found = images_.find(at.where().begin); found != images_.end()) return &found->second;
    }
    return images_.size() == 1 ? &images_.begin()->second : nullptr;
  }

  void read_stack(json::Value array) {
    const FrameMembers* members = members_of(array);
    const Images* images = images_of(array);
    std::vector<json::Value> frames;
    for (json::Value frame = array.first(); frame; frame = frame.next())
      if (frame.is_object()) frames.push_back(frame);
    if (!members->innermost_first) std::ranges::reverse(frames);
    const std::string_view adjusted = array.parent()["instruction_addr_adjustment"].string();
    std::uint32_t number = 0;
    std::string_view looked_up;
    for (const json::Value frame : frames) {
      DocumentFrame made;
      made.members = members;
      made.value = frame;
      made.object = frame.where();
      made.end_of_members = frame.end_of_members();
      take_names(frame, *members, made);
      const bool is_instruction = is_program_counter(frame).value_or(number == 0 && adjusted != "all");
      made.frame.address_of =
          is_instruction || adjusted == "none" ? AddressOf::Instruction : AddressOf::Return;
      if (const auto kind = kind_of(frame)) made.frame.address_of = *kind;
      made.frame.begins_stack = number == 0;
      made.frame.number = number++;
      // A frame with inlined calls has been looked up already.
      if (members == &swift && frame["inlined"].is_true()) looked_up = frame["address"].string();
      if (!looked_up.empty() && frame["address"].string() == looked_up) continue;
      if (take_address(frame, images, made.frame)) made_.frames.push_back(std::move(made));
    }
  }

  // Bugsnag marks the frame; in its reports from Apple's own functions all are return addresses.
  static std::optional<bool> is_program_counter(json::Value frame) {
    if (frame["isPC"]) return frame["isPC"].is_true();
    if (frame["machoLoadAddress"] || frame["machoFile"]) return false;
    return std::nullopt;
  }

  static void take_names(json::Value frame, const FrameMembers& members, DocumentFrame& made) {
    const std::string_view function = frame[members.function].string();
    made.has_symbol = is_name(function);
    if (made.has_symbol) made.frame.symbol = function;
    made.frame.readable = made.has_symbol;
    const json::Value place = members.place.empty() ? frame : frame[members.place];
    made.has_place = number_in(place[members.line]).value_or(0) != 0;
  }

  // False if the frame is not native code.
  bool take_address(json::Value object, const Images* images, Frame& frame) {
    const json::Value written =
        any_of(object, std::array<std::string_view, 3>{"instruction_addr", "frameAddress", "address"});
    if (!written) return false;
    frame.address_text = written.written();
    const auto address = number_in(written);
    if (!address) {
      frame.problem = "the frame's address is not a 64-bit number";
      return true;
    }
    // Crashlytics' Dart frames have zeros.
    if (*address == 0 && number_in(object["offset"]).value_or(0) == 0) return false;
    frame.runtime_address = address;
    if (take_relative(object, images, frame)) return true;
    const Known* known = nullptr;
    if (images != nullptr) {
      if (const auto begin = number_in(object["image_addr"])) known = images->at(*begin);
      if (known == nullptr) known = images->holding(*address);
    }
    if (known != nullptr) {
      frame.image = known->image;
      frame.load_address = known->begin;
    } else {
      take_own_image(object, frame);
    }
    return true;
  }

  // "rel:2": relative to the beginning of the third image.
  static bool take_relative(json::Value object, const Images* images, Frame& frame) {
    std::string_view mode = object["addr_mode"].string();
    if (!mode.starts_with("rel:")) return false;
    mode.remove_prefix(4);
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(mode.data(), mode.data() + mode.size(), number);
    const bool is_number = error == std::errc() && end == mode.data() + mode.size();
    frame.image_offset = frame.runtime_address;
    frame.runtime_address.reset();
    if (!is_number || images == nullptr || number >= images->by_number.size()) {
      frame.problem = "the frame's image is not listed";
    } else {
      frame.image = images->by_number[number].image;
    }
    return true;
  }

  // The frame's own members about its image.
  static void take_own_image(json::Value object, Frame& frame) {
    const json::Value path =
        any_of(object, std::array<std::string_view, 4>{"package", "machoFile", "library", "codeFile"});
    frame.image.path = path.string();
    if (frame.image.path.empty() && object["loadAddress"]) frame.image.path = object["file"].string();
    frame.image.name = file_name(frame.image.path);
    if (!frame.image.path.contains('/')) frame.image.path = {};
    const json::Value id = any_of(object, std::array<std::string_view, 2>{"machoUUID", "codeIdentifier"});
    frame.image.id = ImageId::parse(id.string()).value_or(ImageId{});
    frame.load_address = number_in(
        any_of(object, std::array<std::string_view, 3>{"machoLoadAddress", "loadAddress", "image_addr"}));
    // Crashlytics counts from the beginning of the library.
    if (const auto offset = number_in(object["offset"]); offset && *offset != 0 && !frame.load_address)
      frame.image_offset = offset;
  }

  const json::Document& document_;
  std::map<std::size_t, Images> images_;  // by where the object with the list begins
  std::vector<json::Value> stacks_;
  DocumentReport made_;
};

}  // namespace

json::Value any_of(json::Value object, std::span<const std::string_view> names) {
  for (const std::string_view name : names)
    if (const json::Value value = object[name]; value && !value.written().empty()) return value;
  return {};
}

std::optional<std::uint64_t> number_in(json::Value value) {
  if (value.is_number()) return value.number();
  std::string_view text = value.string();
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (is_hex) text.remove_prefix(2);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, is_hex ? 16 : 10);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<DocumentReport> read_structured_stacks(const json::Document& document) {
  return StackReader(document).read();
}

}  // namespace symkit::crashlog
