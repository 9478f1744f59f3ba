// The output of AddressSanitizer and its relatives if they find no symbolizer, or no lines:
//   #0 0x574f04be26bc  (/path/suite+0xd3e6bc) (BuildId: 159d3193…)
//   #1 0x574f04be26bc in main (/path/suite+0xd3e6bc)
//   #2 main <null> (suite+0xd3e6bc) (BuildId: 159d3193…)          ThreadSanitizer
// The addresses are within the call already. The offset is an address of the file; Apple's counts from
// the beginning of the image.
#include <array>
#include <utility>

#include "ground/base/characters.h"
#include "ground/base/one_of.h"
#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

// "(path+0xoffset)" in a line; Apple's have the processor after the path: "(libx.dylib:arm64+0x12)".
struct Module {
  Span where;
  std::string_view path;
  std::string_view offset_text;
  Number offset;
  Architecture architecture = Architecture::Unknown;
};

void take_architecture_off(Module& module) {
  const std::size_t colon = module.path.rfind(':');
  if (colon == std::string_view::npos) return;
  const auto architecture = parse_architecture(module.path.substr(colon + 1));
  if (!architecture) return;
  module.architecture = *architecture;
  module.path = module.path.substr(0, colon);
}

std::optional<Module> find_module(std::string_view line, std::size_t from) {
  const std::size_t plus = line.rfind("+0x");
  if (plus == std::string_view::npos || plus < from) return std::nullopt;
  Scanner at(line, plus + 1);
  const auto offset = at.prefixed_hex();
  if (!offset) return std::nullopt;
  const std::string_view offset_text = at.since(plus + 1);
  if (!at.literal(')')) return std::nullopt;
  const std::string_view group = last_group(line.substr(0, at.position()));
  const std::size_t open = at.position() - group.size();
  if (group.empty() || open < from || open == 0 || !is_blank(line[open - 1])) return std::nullopt;
  Module module{{open, at.position()}, line.substr(open + 1, plus - open - 1), offset_text, *offset};
  take_architecture_off(module);
  return module;
}

// With the colon and the following blank or bracket.
bool take_address_of_shadow(std::string_view& text) {
  std::size_t end = 2;
  while (end < text.size() && is_hex_digit(text[end])) ++end;
  if (end < 8 || !text.substr(end).starts_with(":") || text.size() < end + 7) return false;
  text.remove_prefix(end + 2);
  return true;
}

// "Heap left redzone:       fa": the meaning of a byte in the shadow; all such bytes are in one column.
bool is_of_legend(std::string_view text) {
  constexpr std::size_t bytes_at = 23;
  if (text.size() < bytes_at + 2 || text[bytes_at - 1] != ' ' || !is_hex_digit(text[bytes_at]) ||
      !is_hex_digit(text[bytes_at + 1]))
    return false;
  const std::size_t colon = text.find(':');
  return colon < bytes_at && text.find_first_not_of(' ', colon + 1) == bytes_at &&
         first_not_of<"0123456789abcdef ">(text, bytes_at) == std::string_view::npos;
}

// "0x0c047fff7fb0: 00 00 fa fa …", "=>0x0c047fff8000: fa fa[fd]fa …": the shadow memory that
// AddressSanitizer shows, which takes, with its legend, some forty lines of each report.
bool is_of_shadow(std::string_view text) {
  constexpr std::size_t shortest = 30;
  if (is_of_legend(text)) return true;
  take_word(text, "=>");
  if (text.size() < shortest || !text.starts_with("0x") || !take_address_of_shadow(text)) return false;
  return is_hex_digit(text[0]) && is_hex_digit(text[1]) &&
         (text[2] == ' ' || text[2] == '[' || text[2] == ']') && is_hex_digit(text[3]) &&
         is_hex_digit(text[4]);
}

// "0x000000000008 (pc 0x561a3c0e1b2d bp 0x7ffd…"
Cause fault(std::string_view signal, std::string_view told) {
  Cause made = signalled(signal, take_address(told));
  if (take_before(told, "(pc ")) made.jumped = made.accessed && address_at(told) == made.accessed;
  return made;
}

// "heap-use-after-free on address …", "SEGV on unknown address 0x8 (pc …)", "attempting free on …"
Cause sanitizer_error(std::string_view rest) {
  constexpr auto sentences = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"attempting double-free", "double-free"},
      {"attempting free", "invalid-free"},
      {"attempting to call malloc_usable_size", "bad-malloc_usable_size"},
      {"requested allocation size", "allocation-size-too-big"},
      {"calloc parameters", "allocation-size-too-big"},
      {"out of memory", "out of memory"},
  });
  if (rest.starts_with("detected memory leaks")) return cause(Knows::Nothing, "leak");
  for (const auto& [words, kind] : sentences)
    if (begins(rest, words)) return cause(Knows::Error, kind);
  const std::string_view word = rest.substr(0, first_of<" :;(">(rest));
  if (std::string_view address = rest; take_before(address, "unknown address ")) {
    const std::string_view signal = word == "access-violation" ? "SIGSEGV" : signal_in(word);
    Cause made = signal.empty() ? cause(Knows::Error, word) : fault(signal, address);
    made.at_crash = true;
    return made;
  }
  if (const std::size_t of_thread = rest.find(" (pid="); of_thread != std::string_view::npos) {
    Cause race = cause(Knows::Error, rest.substr(0, of_thread));  // ThreadSanitizer's "data race"
    race.apart = true;
    return race;
  }
  if (rest.contains("rss limit")) return cause(Knows::Error, "out of memory");
  return cause(Knows::Error, word.empty() ? "sanitizer error" : word);
}

// "AddressSanitizer: …" after "ERROR: " or "WARNING: "
std::optional<Cause> sanitizers_headline(std::string_view text) {
  if (!take_word(text, "ERROR: ") && !take_word(text, "WARNING: ")) return std::nullopt;
  if (text.contains("Sanitizer failed to allocate ")) return cause(Knows::Error, "out of memory");
  const std::size_t mark = text.find("Sanitizer: ");
  if (mark == std::string_view::npos || text.substr(0, mark).contains(' ')) {
    if (!take_word(text, "libFuzzer: ")) return std::nullopt;
    if (text.starts_with("out-of-memory")) return cause(Knows::Error, "out of memory");
    if (text.starts_with("timeout")) return cause(Knows::Error, "timeout");
    return cause(Knows::Stopped, text.starts_with("deadly signal") ? "SIGABRT" : "exit");
  }
  return sanitizer_error(trimmed(text.substr(mark + 11)));
}

// An error of the sanitizer itself: 'AddressSanitizer CHECK failed: a.cpp:12 "((x)) != (0)" (0x1, 0x0)'
std::optional<Cause> failed_check_within(std::string_view text) {
  if (!take_before(text, "Sanitizer: CHECK failed: ") && !take_before(text, "Sanitizer CHECK failed: "))
    return std::nullopt;
  const std::size_t open = text.find('"'), close = text.rfind('"');
  if (open == close) return std::nullopt;
  return reason("sanitizer check failed", text.substr(open + 1, close - open - 1));
}

// "READ of size 8 at …", "Write of size 4 at 0x… by thread T1", "The signal is caused by a READ memory
// access."
std::string access_in(std::string_view text) {
  if (std::string_view what = text; take_before(what, "caused by a "))
    return what.starts_with("READ") ? "READ" : what.starts_with("WRITE") ? "WRITE" : "";
  for (const std::string_view word : {"READ", "WRITE", "Read", "Write", "Atomic write", "Atomic read"}) {
    std::string_view rest = text;
    if (!take_word(rest, word) || !take_word(rest, " of size ")) continue;
    if (const auto size = take_number(rest)) return say(in_upper_case(word), ' ', *size);
  }
  return {};
}

// UndefinedBehaviorSanitizer's sentences, by words that they contain.
constexpr auto undefined_behaviour = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"division by zero", "division by zero"},
    {"out of bounds", "index out of bounds"},
    {"unsigned integer overflow", "unsigned integer overflow"},
    {"signed integer overflow", "integer overflow"},
    {"cannot be represented", "integer overflow"},
    {"control flow integrity check for type", "bad cast"},
    {"control flow integrity", "control flow integrity"},
    {"downcast of", "bad cast"},
    {"upcast of null", "null upcast"},
    {"null pointer", "null dereference"},
    {"does not point to an object", "bad cast"},
    {"not a valid value", "invalid value"},
    {"incorrect function", "incorrect function type"},
    {"insufficient space", "object size"},
    {"misaligned address", "misaligned address"},
    {"pointer index expression", "pointer overflow"},
    {"applying", "pointer overflow"},
    {"non-positive value", "non-positive array bound"},
    {"implicit conversion", "implicit conversion"},
    {"shift exponent", "shift exponent"},
    {"left shift of", "left shift"},
    {"unreachable", "unreachable"},
    {"reached the end of a value-returning", "missing return"},
});

// "a.cc:12:3: runtime error: signed integer overflow: …"
std::optional<Cause> runtime_error(std::string_view said) {
  const auto place = take_before(said, ": runtime error: ");
  Said read;
  if (!place || place->contains(' ') || !read_place(*place, read)) return std::nullopt;
  Cause made = cause(Knows::Error, "undefined behaviour");
  for (const auto& [words, kind] : undefined_behaviour)
    if (said.contains(words)) {
      made.kind = kind;
      break;
    }
  made.message = said;
  take_place_of(*place, made);
  if (take_before(said, "type '") && made.kind == "bad cast") {
    made.message = say("to ", said.substr(0, said.find('\'')));
    made.message_tells = true;
  }
  made.begins = made.apart = true;
  return made;
}

// "0x422710: note: vtable is of type 'A'", "… note: object is of type 'A'", "… note: invalid vtable"
std::optional<Cause> note_of_cast(std::string_view text) {
  if (!text.starts_with("0x") || !take_before(text, ": note: ")) return std::nullopt;
  Cause made = cause(Knows::Nothing, "");
  made.message = "from invalid vtable";
  if (take_before(text, " is of type '"))
    made.message = say("from ", text.substr(0, text.find('\'')));
  else if (!text.starts_with("invalid vtable") && !text.starts_with("object has invalid vptr"))
    return std::nullopt;
  made.appends = made.continues = true;
  return made;
}

std::optional<Cause> sanitizers_leak(std::string_view text) {
  if (!text.contains(" leak of ") || !text.contains("allocated from")) return std::nullopt;
  Cause made = cause(Knows::Error, text.starts_with("Indirect") ? "indirect leak" : "leak");
  made.begins = true;
  return made;
}

// Whose stacks follow, by the first words of their headings.
constexpr auto sanitizers_stacks = std::to_array<std::pair<std::string_view, Role>>({
    {"freed by thread", Role::FreedBy},
    {"deallocated by thread", Role::FreedBy},
    {"deallocated here", Role::FreedBy},
    {"previously allocated by", Role::AllocatedBy},
    {"allocated by thread", Role::AllocatedBy},
    {"allocated here", Role::AllocatedBy},
    {"Location is heap block", Role::AllocatedBy},
    {"Uninitialized value was ", Role::AllocatedBy},
    {"Memory was marked", Role::AllocatedBy},
    {"Mutex M", Role::LockHolder},
    {"Thread T", Role::OtherThread},
    {"Previous ", Role::OtherThread},
    {"This conflicts with a previous", Role::OtherThread},
    {"Task trace:", Role::OtherThread},
});

std::optional<Cause> sanitizers_stack(std::string_view text) {
  for (const auto& [words, role] : sanitizers_stacks)
    if (begins(text, words)) return stack_follows(role);
  if (text.starts_with("Address ") && text.contains(" is located in stack"))
    return stack_follows(Role::AllocatedBy);
  if (text.starts_with("SUMMARY: ")) return Cause{.what = Cause::What::End};
  return std::nullopt;
}

// Centipede's "========= Per-input timeout exceeded: 61 > 60 (sec); exiting"
std::optional<Cause> centipedes_limit(std::string_view text) {
  if (!take_word(text, "========= ")) return std::nullopt;
  if (text.starts_with("RSS limit exceeded: ")) return cause(Knows::Error, "out of memory");
  const bool is_time = text.contains(" timeout exceeded: ");
  return is_time ? std::optional(cause(Knows::Error, "timeout")) : std::nullopt;
}

std::optional<Cause> sanitizers_cause(std::string_view text) {
  if (is_of_shadow(text)) return Cause{};
  if (auto limit = centipedes_limit(text)) return limit;
  const std::string_view process = take_marked_process(text);
  if (text.starts_with("==")) return std::nullopt;
  if (auto found = sanitizers_headline(text)) {
    found->process = process;
    found->begins = found->knows >= Knows::Fault;
    return found;
  }
  if (auto check = process.empty() ? std::nullopt : failed_check_within(text)) {
    check->process = process;
    check->begins = true;
    return check;
  }
  if (std::string access = access_in(text); !access.empty()) {
    Cause made = cause(Knows::Nothing, "");
    made.access = std::move(access);
    made.continues = true;
    return made;
  }
  for (const ReadCause reader : {runtime_error, sanitizers_stack, sanitizers_leak, note_of_cast})
    if (auto found = reader(text)) return found;
  return std::nullopt;
}

class Sanitizer : public Format {
 public:
  ReadCause causes() const override { return sanitizers_cause; }
  Marks marks() const override { return {"+0x", "0x"}; }
  Marks headings() const override {
    return {"Thread T",  "==",         "WARNING: ", "READ of ", "WRITE of ",
            "freed by ", "previously", "Write of ", "Read of ", "Previous "};
  }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (read_heading(trimmed(line.substr(start)), report)) return Found::Context;
    const auto at = find_numbered_frame(line, start);
    if (!at) return Found::Nothing;
    return read_frame(line, *at, frame);
  }

 private:
  static bool read_heading(std::string_view text, Report& report) {
    const bool begins = (text.starts_with("==") && text.contains("Sanitizer")) ||
                        text.starts_with("WARNING: ThreadSanitizer") ||
                        text.starts_with("WARNING: MemorySanitizer");
    if (begins && !text.contains("ABORTING")) report.begin();
    // "Thread T1 created by T0 here:", "freed by thread T2 here:", "Write of size 4 at 0x7b by main thread:"
    std::size_t name = text.starts_with("Thread T") ? 7 : text.find(" thread T");
    if (name != 7 && name != std::string_view::npos) name += 8;
    if (name != std::string_view::npos && name + 1 < text.size() && is_digit(text[name + 1]) &&
        is_heading(text)) {
      Scanner at(text, name + 1);
      at.decimal();
      report.set_thread(at.since(name));
      return true;
    }
    if (text.contains("main thread") && is_heading(text)) report.set_thread("main");
    return begins;
  }

  static bool is_heading(std::string_view text) {
    constexpr std::array<std::string_view, 9> all = {"Thread T",  "READ of ",   "WRITE of ",
                                                     "freed by ", "previously", "Write of ",
                                                     "Read of ",  "Previous ",  "=="};
    for (const std::string_view heading : all)
      if (begins(text, heading)) return true;
    return false;
  }

  static Found read_frame(std::string_view line, std::size_t from, Frame& frame) {
    Scanner at(line, from);
    const auto number = numbered_frame(at);
    if (!number) return Found::Nothing;
    const std::size_t pc_from = at.position();
    const auto pc = at.prefixed_hex();
    const std::size_t told = pc ? at.position() : pc_from;
    if (pc && told < line.size() && !is_blank(line[told])) return Found::Nothing;
    const auto module = find_module(line, told);
    if (!module) return pc ? read_unknown_module(line, {pc_from, told}, *number, frame) : Found::Nothing;
    const std::string_view description = trimmed(line.substr(told, module->where.begin - told));
    const std::size_t last = description.rfind(' ');
    const std::string_view file = last == std::string_view::npos ? description : description.substr(last + 1);
    if (!pc && file != "<null>" && !is_file(file))
      return ends_with_place(description) ? Found::Context : Found::Nothing;
    if (pc && !description.empty() && !description.starts_with("in ")) return Found::Nothing;
    if (ends_with_place(description)) return Found::Context;
    take_number(*number, frame);
    frame.address_of = AddressOf::Call;
    const auto id = take_build_id(line, module->where.end, frame);
    if (pc) {
      if (!description.empty()) frame.symbol = without_offset(trimmed(description.substr(2)));
      frame.replaced = {told, id ? id->end : module->where.end};
      frame.address_text = line.substr(pc_from, told - pc_from);
    } else {
      frame.symbol = trimmed(description.substr(0, description.size() - file.size()));
      if (frame.symbol == "<null>") frame.symbol = {};
      frame.readable = file != "<null>" && !frame.symbol.empty();
      frame.replaced = {pc_from, pc_from + description.size()};
      frame.address_text = module->offset_text;
    }
    take_module(*module, frame);
    return Found::Frame;
  }

  // ThreadSanitizer's "a.cpp", if the line is not known.
  static bool is_file(std::string_view word) {
    return word.contains('.') && first_of<"():<>+">(word) == std::string_view::npos;
  }

  static void take_module(const Module& module, Frame& frame) {
    take_mapped_path(module.path, frame);
    frame.image.architecture = module.architecture;
    auto& offset = module.architecture == Architecture::Unknown ? frame.file_address : frame.image_offset;
    offset = usable(module.offset, frame);
  }

  // "#3 0x7f1c9a0b7d2e  (<unknown module>)"
  static Found read_unknown_module(std::string_view line, Span pc, const Number& number, Frame& frame) {
    if (!trimmed(line.substr(pc.end)).ends_with("(<unknown module>)")) return Found::Nothing;
    take_number(number, frame);
    frame.address_text = line.substr(pc.begin, pc.end - pc.begin);
    frame.replaced = {pc.end, line.size()};
    frame.image.name = "<unknown module>";
    frame.problem = no_image_file;
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> sanitizer() { return std::make_unique<Sanitizer>(); }

}  // namespace symkit::crashlog
