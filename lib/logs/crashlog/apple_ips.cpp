// Apple's reports since iOS 15 and macOS 12 (.ips): a line of JSON, then a document with threads whose
// frames are (image, offset) and a list of images. They are rewritten as the equivalent .crash report.
// Other addresses of images (registers, codes of the exception) get lines that are read as frames.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "ground/base/address.h"
#include "logs/crashlog/document_text.h"
#include "logs/crashlog/ips_registers.h"
#include "logs/crashlog/scanner.h"

namespace symkit::crashlog {
namespace {

struct UsedImage {
  std::uint64_t base = 0;
  std::uint64_t size = 0;
  std::string name;
};

std::string with_number(std::string_view name, json::Value number) {
  return number ? say(name, " [", number.written(), "]") : std::string(name);
}

class IpsText {
 public:
  IpsText(json::Value header, const json::Document& body)
      : header_(header),
        body_(body),
        root_(body.root()),
        is_arm64_(root_["cpuType"].string() == "ARM-64"),
        threads_(root_["threads"]),
        of_exception_(root_["lastExceptionBacktrace"]) {
    take_images();
  }

  DocumentReport write() {
    head();
    exception();
    application_information();
    exception_backtrace();
    threads();
    further_stacks();
    registers();
    images();
    text_.line("EOF");
    return text_.take();
  }

 private:
  void take_images() {
    for (json::Value listed = root_["usedImages"].first(); listed; listed = listed.next()) {
      UsedImage image;
      image.base = listed["base"].number().value_or(0);
      image.size = listed["size"].number().value_or(0);
      image.name = listed["name"].string();
      if (image.name.empty()) image.name = base_name(listed["path"].string());
      if (image.name.empty()) image.name = "???";
      if (image.base != 0) by_base_.emplace(image.base, images_.size());
      images_.push_back(std::move(image));
    }
  }

  // A field from either of the two documents.
  std::string_view either(std::string_view in_root, std::string_view in_header) const {
    const std::string_view found = root_[in_root].written();
    return found.empty() ? header_[in_header].written() : found;
  }

  void head() {
    const json::Value bundle = root_["bundleInfo"];
    text_.field("Incident Identifier", either("incident", "incident_id"));
    text_.field("CrashReporter Key", root_["crashReporterKey"].written());
    text_.field("Hardware Model", root_["modelCode"].written());
    const std::string_view process = either("procName", "app_name");
    text_.field("Process", with_number(process.empty() ? "???" : process, root_["pid"]));
    text_.field("Path", root_["procPath"].written());
    const std::string_view identifier = bundle["CFBundleIdentifier"].written();
    text_.field("Identifier", identifier.empty() ? header_["bundleID"].written() : identifier);
    text_.field("Version", version(bundle));
    const bool translated = root_["translated"].is_true();
    if (const std::string_view type = root_["cpuType"].written(); !type.empty())
      text_.field("Code Type", say(type, translated ? " (Translated)" : " (Native)"));
    text_.field("Role", root_["procRole"].written());
    if (const std::string_view parent = root_["parentProc"].written(); !parent.empty())
      text_.field("Parent Process", with_number(parent, root_["parentPid"]));
    text_.field("Coalition", root_["coalitionName"].written());
    text_.line("");
    text_.field("Date/Time", either("captureTime", "timestamp"));
    text_.field("Launch Time", root_["procLaunch"].written());
    text_.field("OS Version", system_version());
    text_.field("Report Version", root_["version"].written());
    text_.line("");
  }

  std::string version(json::Value bundle) const {
    std::string_view version = bundle["CFBundleShortVersionString"].written();
    std::string_view build = bundle["CFBundleVersion"].written();
    if (version.empty()) version = header_["app_version"].written();
    if (build.empty()) build = header_["build_version"].written();
    return build.empty() ? std::string(version) : say(version, " (", build, ")");
  }

  std::string system_version() const {
    const json::Value system = root_["osVersion"];
    if (!system.is_object()) return std::string(either("osVersion", "os_version"));
    return say(system["train"].written(), " (", system["build"].written(), ")");
  }

  void exception() {
    const json::Value exception = root_["exception"];
    if (exception.is_object()) {
      std::string type(exception["type"].written());
      if (exception["signal"]) type += say(" (", exception["signal"].written(), ")");
      text_.field("Exception Type", type);
      text_.field("Exception Subtype", exception["subtype"].written());
      text_.field("Exception Codes", exception["codes"].written());
      text_.field("Exception Message", exception["message"].written());
    }
    if (const json::Value reason = root_["exceptionReason"]; reason.is_object())
      text_.field("Exception Reason", reason["composed_message"].written());
    termination(root_["termination"]);
    const json::Value region = any_case(root_, "vmRegionInfo", "vmregioninfo");
    text_.field("VM Region Info", region.written());
    addresses_of_exception(exception, region.string());
    triage();
    text_.line("");
    if (root_["faultingThread"]) {
      text_.field("Triggered by Thread", root_["faultingThread"].written());
      text_.line("");
    }
  }

  static json::Value any_case(json::Value object, std::string_view one, std::string_view other) {
    return object[one] ? object[one] : object[other];
  }

  // The address in the exception's codes, if it is in an image: "0x…, 0x…", "KERN_INVALID_ADDRESS at
  // 0x…", "0x… is in 0x…".
  void addresses_of_exception(json::Value exception, std::string_view region) {
    std::set<std::uint64_t> told;
    for (const std::string_view said : {exception["codes"].string(), exception["subtype"].string()}) {
      for (std::size_t at = said.find("0x"); at != std::string_view::npos; at = said.find("0x", at + 1)) {
        const auto number = Scanner(said, at).prefixed_hex();
        if (number && number->fits && told.insert(number->value).second)
          if (write_address("code", number->value, exception)) exception = {};
      }
    }
    const auto number = Scanner(region).prefixed_hex();
    if (number && number->fits && told.insert(number->value).second) write_address("vm", number->value, {});
  }

  void termination(json::Value termination) {
    if (!termination.is_object()) return;
    std::string reason = say(termination["namespace"].written(), " ", termination["code"].written());
    if (termination["indicator"]) reason += say(" ", termination["indicator"].written());
    text_.field("Termination Reason", reason);
    for (const char* const list : {"reasons", "details"})
      for (json::Value detail = termination[list].first(); detail; detail = detail.next())
        text_.lines(detail.string());
    if (const std::string_view by = termination["byProc"].written(); !by.empty())
      text_.field("Terminating Process", with_number(by, termination["byPid"]));
  }

  void triage() {
    if (const std::string_view triage = root_["ktriageinfo"].string(); !triage.empty()) {
      text_.line("");
      text_.line("Kernel Triage:");
      text_.lines(triage);
    }
  }

  // Messages of libraries: lists of lines, by the library's name.
  void application_information() {
    const json::Value information = root_["asi"];
    if (information.first()) text_.line("Application Specific Information:");
    for (json::Value library = information.first(); library; library = library.next())
      for (json::Value said = library.first(); said; said = said.next()) text_.lines(said.string());
    if (information.first()) text_.line("");
    std::size_t number = 0;
    for (json::Value one = root_["asiBacktraces"].first(); one; one = one.next()) {
      text_.line(say("Application Specific Backtrace ", number++, ":"));
      text_.lines(one.string());
      text_.line("");
    }
  }

  void exception_backtrace() {
    if (!of_exception_.is_array()) return;
    text_.line("Last Exception Backtrace:");
    write_frames(of_exception_);
    text_.line("");
  }

  void threads() {
    std::size_t number = 0;
    const auto faulting = root_["faultingThread"].number();
    for (json::Value thread = threads_.first(); thread; thread = thread.next(), ++number) {
      const std::string_view name = thread["name"].written();
      const std::string_view queue = thread["queue"].written();
      std::string names(name);
      if (!queue.empty()) names += say(names.empty() ? "" : " ", "Dispatch queue: ", queue);
      if (!names.empty()) text_.line(say("Thread ", number, " name:  ", names));
      const bool crashed = thread["triggered"].is_true() || faulting == number;
      text_.line(say("Thread ", number, crashed ? " Crashed:" : ":"));
      write_frames(thread["frames"]);
      text_.line("");
    }
  }

  // Arrays of frames in other places: for the kernel's side of a thread, for exclaves.
  void further_stacks() {
    body_.each_value([&](json::Value value) {
      if (!value.is_array() || !is_frame(value.first()) || is_written(value)) return;
      text_.line(say(name_of_stack(value), ":"));
      write_frames(value);
      text_.line("");
    });
  }
  static bool is_frame(json::Value value) {
    return value["imageOffset"].is_number() && value["imageIndex"].is_number();
  }
  bool is_written(json::Value stack) const {
    return stack == of_exception_ || (stack.key() == "frames" && stack.parent().parent() == threads_);
  }
  // "threads exclaves frames", without the number of the thread.
  static std::string name_of_stack(json::Value stack) {
    constexpr int most_levels = 4;
    std::string name;
    int level = 0;
    for (json::Value at = stack; at && level < most_levels; at = at.parent(), ++level)
      if (!at.key().empty()) name = name.empty() ? std::string(at.key()) : say(at.key(), " ", name);
    return say("Stack of ", name.empty() ? "frames" : name);
  }

  // All registers of the crashed thread; of other threads those whose value is in an image.
  void registers() {
    std::size_t number = 0;
    const auto faulting = root_["faultingThread"].number();
    for (json::Value thread = threads_.first(); thread; thread = thread.next(), ++number) {
      const auto all = registers_of(thread["threadState"]);
      const bool crashed = thread["triggered"].is_true() || faulting == number;
      const auto is_known = [&](const IpsRegister& one) { return image_holding(one.value).first != nullptr; };
      if (all.empty() || (!crashed && std::ranges::none_of(all, is_known))) continue;
      text_.line(say("Thread ", number, crashed ? " crashed with " : " with ",
                     name_of_thread_state(thread["threadState"]), ":"));
      if (crashed) write_table(all);
      for (const IpsRegister& one : all) write_address(one.name, one.value, one.object);
      text_.line("");
    }
  }

  void write_table(const std::vector<IpsRegister>& all) {
    constexpr std::size_t in_a_line = 4;
    std::string line;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string& name = all[i].name;
      line +=
          std::string(name.size() < 6 ? 6 - name.size() : 1, ' ') + say(name, ": ", padded_hex(all[i].value));
      if (i % in_a_line + 1 != in_a_line && i + 1 != all.size()) continue;
      text_.line(line);
      line.clear();
    }
  }

  // The image, and the address without a signature.
  std::pair<const UsedImage*, std::uint64_t> image_holding(std::uint64_t address) const {
    const std::uint64_t plain = without_signature({address}, Architecture::Arm64e).value;
    for (const std::uint64_t one : {address, is_arm64_ ? plain : address}) {
      const auto above = by_base_.upper_bound(one);
      if (above == by_base_.begin()) continue;
      const UsedImage& image = images_[std::prev(above)->second];
      if (one - image.base < image.size) return {&image, one};
    }
    return {nullptr, address};
  }

  // "lr  Kitchen    0x00000001022303f4 0x102230000 + 1012"; false if the address is not in an image.
  bool write_address(std::string_view name, std::uint64_t address, json::Value object) {
    const auto [image, plain] = image_holding(address);
    if (image == nullptr) return false;
    std::string line =
        column(std::string(name), 4) + column(image->name, 31) + '\t' + padded_hex(plain) + " ";
    const std::string_view symbol = object["symbol"].string();
    line += symbol.empty() ? say(hex(image->base), " + ", plain - image->base)
                           : say(symbol, " + ", object["symbolLocation"].number().value_or(0));
    if (!object) {
      text_.line(line);
      return true;
    }
    DocumentFrame place;
    place.has_symbol = !symbol.empty();
    place.has_place = object["sourceFile"] && object["sourceLine"];
    text_.frame(line, object, std::move(place));
    return true;
  }

  void write_frames(json::Value frames) {
    std::size_t number = 0;
    for (json::Value frame = frames.first(); frame; frame = frame.next(), ++number)
      if (frame.is_object()) write_frame(number, frame);
  }

  void write_frame(std::size_t number, json::Value frame) {
    const auto index = frame["imageIndex"].number();
    const auto offset = frame["imageOffset"].number();
    const UsedImage* image = index && *index < images_.size() ? &images_[*index] : nullptr;
    const std::uint64_t base = image != nullptr ? image->base : 0;
    std::string line = column(std::to_string(number), 4) + column(image ? image->name : "???", 31) + '\t';
    if (!offset) {
      text_.problem("a frame's imageOffset is missing or not a number");
      return text_.line(line + "???");
    }
    if (image == nullptr) text_.problem("a frame's imageIndex is not in the list of images");
    const std::uint64_t address = base + *offset;
    // If the address has more than 64 bits, so does the line: the reader of the line then reports the
    // problem.
    line += address < base ? "0x1" + padded_hex(address).substr(2) : padded_hex(address);
    DocumentFrame place;
    const std::string_view symbol = frame["symbol"].string();
    place.has_symbol = !symbol.empty();
    place.has_place = frame["sourceFile"] && frame["sourceLine"];
    if (symbol.empty()) {
      line += say(" ", hex(base), " + ", frame["imageOffset"].written());
    } else {
      line += say(" ", symbol, " + ", frame["symbolLocation"].number().value_or(0));
    }
    if (place.has_place)
      line += say(" (", frame["sourceFile"].written(), ":", frame["sourceLine"].written(), ")");
    place.shared_members = say("\"imageOffset\":", frame["imageOffset"].written(),
                               ",\"imageIndex\":", frame["imageIndex"].written());
    text_.frame(line, frame, std::move(place));
  }

  void images() {
    text_.line("Binary Images:");
    std::size_t index = 0;
    for (json::Value listed = root_["usedImages"].first(); listed; listed = listed.next()) {
      const UsedImage& image = images_[index++];
      if (image.base == 0) continue;
      const std::uint64_t last = image.size == 0 ? image.base : image.base + (image.size - 1);
      const std::string_view arch = listed["arch"].string();
      const std::string_view path = listed["path"].string();
      const std::string description = say(image.name, " ", arch.empty() ? "(*)" : arch);
      text_.line(image_line(image.base, last, description, listed["uuid"].string(), path));
    }
    text_.line("");
  }

  json::Value header_;
  const json::Document& body_;
  json::Value root_;
  bool is_arm64_;
  json::Value threads_;
  json::Value of_exception_;
  std::vector<UsedImage> images_;
  std::map<std::uint64_t, std::size_t> by_base_;  // in images_
  DocumentText text_;
};

}  // namespace

bool is_ips(json::Value root) { return root["usedImages"].is_array() && root["threads"].is_array(); }

DocumentReport convert_ips(json::Value header, const json::Document& body) {
  return IpsText(header, body).write();
}

}  // namespace symkit::crashlog
