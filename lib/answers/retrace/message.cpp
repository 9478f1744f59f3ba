#include "answers/retrace/message.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "answers/retrace/characters.h"
#include "answers/retrace/introductions.h"
#include "ground/base/characters.h"
#include "ground/base/words.h"
#include "ground/print/visible.h"
#include "logs/crashlog/needles.h"
#include "logs/java/characters.h"

namespace symkit::retrace {
namespace {

constexpr std::string_view cast = introductions.back();

// The places of two characters in a text, in order. Most lines have neither.
class Either {
 public:
  Either(std::string_view text, char one, char other)
      : text_(text), one_(one), other_(other), at_one_(text.find(one)), at_other_(text.find(other)) {}

  // The first from here on.
  std::size_t next(std::size_t from) {
    if (at_one_ < from) at_one_ = text_.find(one_, from);
    if (at_other_ < from) at_other_ = text_.find(other_, from);
    return std::min(at_one_, at_other_);
  }

 private:
  std::string_view text_;
  char one_, other_;
  std::size_t at_one_, at_other_;
};

class MessageReader {
 public:
  MessageReader(std::string_view text, Mapping& mapping) : text_(text), mapping_(mapping) {}

  std::vector<Replacement> read() {
    find_descriptors();
    find_quoted();
    find_introduced();
    find_exceptions();
    find_native_frames();
    std::ranges::stable_sort(found_, {}, &Replacement::begin);
    return std::move(found_);
  }

  // The text as a method's name; nothing if the mapping does not have it.
  std::string read_as_method() {
    const auto method = read_method(0);
    if (!method || (method->end != text_.size() && text_.substr(method->end) != shared)) return {};
    replace_native_frame(*method);
    return found_.empty() ? std::string() : found_.front().text + std::string(text_.substr(method->end));
  }

 private:
  std::optional<std::string> original_class(std::string_view name) {
    const auto found = mapping_.find(name);
    if (!found) return std::nullopt;
    return std::string(found->original);
  }

  std::string original_type(std::string_view type) {
    const std::size_t end = std::min(type.find('['), type.size());
    const auto original = original_class(type.substr(0, end));
    return (original ? *original : std::string(type.substr(0, end))) + std::string(type.substr(end));
  }

  std::string original_arguments(std::string_view arguments) {
    std::string out;
    while (!arguments.empty()) {
      const std::size_t end = std::min(arguments.find_first_of(", "), arguments.size());
      out += original_type(arguments.substr(0, end));
      const std::size_t next = std::min(arguments.find_first_not_of(", ", end), arguments.size());
      out += arguments.substr(end, next - end);
      arguments.remove_prefix(next);
    }
    return out;
  }

  void replace(std::size_t begin, std::size_t end, std::string text) {
    if (text_.substr(begin, end - begin) != text) found_.push_back({begin, end, std::move(text)});
  }

  // Only names with a dot: a single letter is more often a word than a class.
  void replace_class(std::size_t begin, std::size_t end) {
    const std::string_view name = text_.substr(begin, end - begin);
    if (name.find('.') == std::string_view::npos) return;
    if (auto original = original_class(name)) replace(begin, end, std::move(*original));
  }

  // La/b/C;
  void find_descriptors() {
    for (std::size_t at = text_.find(';'); at != std::string_view::npos; at = text_.find(';', at + 1)) {
      std::size_t begin = at;
      while (begin > 0 && (is_mapping_name(text_[begin - 1]) || text_[begin - 1] == '/')) --begin;
      if (begin == at || text_[begin] != 'L') continue;
      std::string name(text_.substr(begin + 1, at - begin - 1));
      std::ranges::replace(name, '/', '.');
      auto original = original_class(name);
      if (!original) continue;
      std::ranges::replace(*original, '.', '/');
      replace(begin + 1, at, std::move(*original));
    }
  }

  // 'void a.b.c(int)', "a.b.c()", 'int a.b.c', "a.b.C"
  void find_quoted() {
    Either marks(text_, '\'', '"');
    for (std::size_t at = marks.next(0); at != std::string_view::npos;) {
      const std::size_t end = text_.find(text_[at], at + 1);
      // Text that is not a name may lie between two quotations.
      const bool is_name = end != std::string_view::npos && read_quotation(at + 1, end);
      at = marks.next(is_name ? end + 1 : at + 1);
    }
  }

  bool read_quotation(std::size_t begin, std::size_t end) {
    std::size_t name = begin;
    const std::size_t space = text_.substr(0, end).find(' ', begin);
    const std::size_t open = std::min(text_.substr(0, end).find('(', begin), end);
    if (space < open) name = space + 1;
    const std::size_t name_end = java::dotted_name_end(text_.substr(0, end), name);
    if (name_end == name) return false;
    const bool is_call = name_end == open && open < end && text_[end - 1] == ')';
    if (!is_call && name_end != end) return false;
    const std::string_view type = name == begin ? std::string_view() : text_.substr(begin, name - begin - 1);
    if (!is_call && type.empty() && mapping_.find(text_.substr(name, end - name))) {
      replace(name, end, *original_class(text_.substr(name, end - name)));
      return true;
    }
    const std::size_t dot = java::last_dot(text_, name, name_end);
    if (dot == std::string_view::npos || type == "at") return false;
    const auto owner = mapping_.find(text_.substr(name, dot - name));
    if (!owner) return true;
    const std::uint32_t number = owner->number;
    std::string text = std::string(owner->original);
    const std::string member(text_.substr(dot + 1, name_end - dot - 1));
    if (is_call) {
      const std::string arguments = original_arguments(text_.substr(open + 1, end - open - 2));
      text = say(method_name(number, text, member, &arguments), '(', arguments, ')');
    } else {
      text = field_name(number, text, member);
    }
    if (!type.empty()) text = say(original_type(type), ' ', text);
    replace(begin, end, std::move(text));
    return true;
  }

  // The method with its class; the obfuscated name if the mapping is ambiguous. `arguments` distinguish
  // overloads.
  std::string method_name(std::uint32_t class_number, const std::string& owner, const std::string& name,
                          const std::string* arguments) {
    const auto group = mapping_.methods(class_number, name);
    std::string unclear = say(owner, '.', name);
    if (!group || *group == nullptr) return unclear;
    std::vector<std::string> all, fitting;
    for (const Member& member : (*group)->members) {
      const Signature& signature = (*group)->signatures->signature(member.signature, Detail::Types);
      std::string full =
          say(signature.holder.empty() ? owner : std::string(signature.holder), '.', signature.name);
      if (arguments != nullptr && same_arguments(signature.arguments, *arguments)) fitting.push_back(full);
      if (std::ranges::find(all, full) == all.end()) all.push_back(std::move(full));
    }
    const std::vector<std::string>& candidates = fitting.empty() ? all : fitting;
    return candidates.size() == 1 ? candidates.front() : unclear;
  }

  static bool same_arguments(std::string_view a, std::string_view b) {
    std::string without_blanks(b);
    std::erase(without_blanks, ' ');
    return a == without_blanks;
  }

  std::string field_name(std::uint32_t class_number, const std::string& owner, const std::string& name) {
    const auto fields = mapping_.fields(class_number, name);
    if (!fields || fields->size() != 1) return say(owner, '.', name);
    const Signature& field = fields->front();
    return say(field.holder.empty() ? owner : std::string(field.holder), '.', field.name);
  }

  void find_introduced() {
    bool has_cast = false;
    introduction_needles().find(text_, [&](std::size_t number, std::size_t at) {
      const std::string_view introduction = introductions[number];
      std::size_t begin = at + introduction.size();
      if (introduction == cast) {
        if (!std::exchange(has_cast, true)) replace_cast(at);
        return false;
      }
      // ComponentInfo{com.example.app/a.b}
      if (introduction.back() == '{') begin = behind_package(begin);
      replace_class(begin, java::dotted_name_end(text_, std::min(begin, text_.size())));
      return false;
    });
  }

  std::size_t behind_package(std::size_t begin) const {
    const std::size_t end = text_.find_first_of("/{}\"' \t", begin);
    return end != std::string_view::npos && text_[end] == '/' ? end + 1 : begin;
  }

  // "a.b cannot be cast to c.d", and Java's explanation in brackets after it.
  void replace_cast(std::size_t at) {
    const std::string_view before = text_.substr(0, at);
    const std::size_t begin = before.find_last_of(" :\"'") + 1;
    replace_any_class(begin, at);
    for (std::size_t name = at + cast.size(); name < text_.size();) {
      const std::size_t end = java::dotted_name_end(text_, name);
      if (end != name) replace_any_class(name, end);
      name = std::max(end, name) + 1;
    }
  }

  void replace_any_class(std::size_t begin, std::size_t end) {
    if (end <= begin || java::dotted_name_end(text_, begin) != end) return;
    const std::string_view name = text_.substr(begin, end - begin);
    if (auto original = original_class(name)) replace(begin, end, std::move(*original));
  }

  // Names after ':' or a quotation mark that are followed only by a message or the end.
  void find_exceptions() {
    Either marks(text_, ':', '"');
    for (std::size_t at = marks.next(0); at != std::string_view::npos; at = marks.next(at + 1)) {
      std::size_t begin = at + 1;
      while (begin < text_.size() && java::white_space(text_, begin) != 0) ++begin;
      if (begin == at + 1 || begin == text_.size()) continue;
      const std::size_t end = java::dotted_name_end(text_, begin);
      if (end == text_.size() || text_[end] == ':' || text_[end] == ']') replace_class(begin, end);
      if (end != text_.size() && text_[end] == '/') replace_binary(begin);
    }
  }

  // java.lang.NoClassDefFoundError: a/b/C
  void replace_binary(std::size_t begin) {
    std::size_t end = begin;
    while (end < text_.size() && (is_mapping_name(text_[end]) || text_[end] == '/')) ++end;
    if (end != text_.size()) return;
    std::string name(text_.substr(begin));
    std::ranges::replace(name, '/', '.');
    auto original = original_class(name);
    if (!original) return;
    std::ranges::replace(*original, '.', '/');
    replace(begin, end, std::move(*original));
  }

  // (a.b.c+40): a Java method in a native stack, written by ART for compiled or interpreted code.
  void find_native_frames() {
    std::size_t at = text_.find('(');
    const std::size_t pc = at == std::string_view::npos ? at : std::min(text_.find(" pc "), text_.size());
    for (; at != std::string_view::npos; at = text_.find('(', at + 1))
      if (const auto method = read_native_frame(at + 1, pc < at)) replace_native_frame(*method);
  }

  static constexpr std::string_view shared = " [DEDUPED]";  // behind methods with the same code

  struct NativeFrame {
    std::size_t type = 0;  // "void a.b.c(int)", in older versions of Android
    std::size_t name = 0;
    std::size_t dot = 0;
    std::size_t name_end = 0;
    std::size_t end = 0;  // after the arguments
  };

  // "void a.b.c(int)" at `at`.
  std::optional<NativeFrame> read_method(std::size_t at) const {
    NativeFrame frame{.type = at, .name = at};
    std::size_t end = java::dotted_name_end(text_, at);
    if (const std::size_t type_end = std::min(text_.find_first_not_of("[]", end), text_.size());
        end != at && text_.substr(type_end).starts_with(' ') && !text_.substr(type_end).starts_with(shared)) {
      frame.name = type_end + 1;
      end = java::dotted_name_end(text_, frame.name);
    }
    frame.dot = end;
    if (text_.substr(end).starts_with(".<init>") || text_.substr(end).starts_with(".<clinit>")) {
      end = text_.find('>', end) + 1;
    } else {
      frame.dot = java::last_dot(text_, frame.name, end);
    }
    if (end == frame.name || frame.dot == std::string_view::npos) return std::nullopt;
    frame.name_end = end;
    if (text_.substr(end).starts_with('(')) end = std::min(text_.find(')', end), text_.size() - 1) + 1;
    frame.end = end;
    return frame;
  }

  // `at`: after the '('. The first instruction of a method has no "+0"; `in_frame`: such a name is
  // accepted, too.
  std::optional<NativeFrame> read_native_frame(std::size_t at, bool in_frame) const {
    const auto frame = read_method(at);
    if (!frame) return std::nullopt;
    std::string_view rest = text_.substr(frame->end);
    if (rest.starts_with(shared)) rest.remove_prefix(shared.size());
    return ends_native_frame(rest, in_frame) ? frame : std::nullopt;
  }

  static bool ends_native_frame(std::string_view rest, bool in_frame) {
    if (rest.starts_with(')')) return in_frame;
    if (!rest.starts_with('+')) return false;
    const std::size_t digits_end = rest.find_first_not_of("0123456789", 1);
    return digits_end != 1 && digits_end != std::string_view::npos && rest[digits_end] == ')';
  }

  void replace_native_frame(const NativeFrame& frame) {
    const auto owner = mapping_.find(text_.substr(frame.name, frame.dot - frame.name));
    if (!owner) return;
    const std::uint32_t number = owner->number;
    const std::string original(owner->original);
    const std::string name(text_.substr(frame.dot + 1, frame.name_end - frame.dot - 1));
    std::string text;
    if (frame.name_end == frame.end) {
      text = method_name(number, original, name, nullptr);
    } else {
      const std::string arguments =
          original_arguments(text_.substr(frame.name_end + 1, frame.end - frame.name_end - 2));
      text = say(method_name(number, original, name, &arguments), '(', arguments, ')');
    }
    if (frame.type != frame.name)
      text = say(original_type(text_.substr(frame.type, frame.name - frame.type - 1)), ' ', text);
    replace(frame.type, frame.end, std::move(text));
  }

  std::string_view text_;
  Mapping& mapping_;
  std::vector<Replacement> found_;
};

}  // namespace

std::string original_method(std::string_view name, Mapping& mapping) {
  return print::visible(MessageReader(name, mapping).read_as_method());
}

std::string original_symbol(std::string_view image, std::string_view symbol, Mapping& mapping) {
  const bool is_of_art = image.ends_with(".odex") || image.ends_with(".oat");
  return is_of_art ? original_method(symbol, mapping) : std::string();
}

void append_message(std::string& out, std::string_view text, Mapping& mapping,
                    const std::optional<Replacement>& settled) {
  std::vector<Replacement> found = MessageReader(text, mapping).read();
  for (Replacement& one : found) {
    const std::string name = std::exchange(one.text, {});
    print::append_visible(one.text, name);
  }
  if (settled) {
    std::erase_if(
        found, [&](const Replacement& one) { return one.begin < settled->end && settled->begin < one.end; });
    found.insert(std::ranges::upper_bound(found, settled->begin, {}, &Replacement::begin), *settled);
  }
  std::size_t at = 0;
  for (const Replacement& one : found) {
    if (one.begin < at) continue;
    out += text.substr(at, one.begin - at);
    out += one.text;
    at = one.end;
  }
  out += text.substr(at);
}

}  // namespace symkit::retrace
