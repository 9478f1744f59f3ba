// Frames of WebAssembly in the stacks that browsers and Node print:
//   at checkout (https://example.com/app.wasm:wasm-function[12]:0x1a2b)       V8
//   at wasm://wasm/app.wasm-5f3a9c1e:wasm-function[12]:0x1a2b
//   checkout@https://example.com/app.wasm:wasm-function[12]:0x1a2b            Firefox
//   app.wasm:0x1a2b
// The number counts from the beginning of the module, and is within the call already. The description is
// written after the line.

#include "ground/base/one_of.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view function_mark = ":wasm-function[";
constexpr std::string_view module_mark = ".wasm:0x";

// "https://example.com/app.wasm?v=3" is "app.wasm". V8 adds a hash to names that it makes up itself, and
// uses only the hash for a module without a name.
std::string_view module_name(std::string_view url) {
  constexpr std::string_view made_up = "wasm://wasm/";
  const bool has_hash = url.starts_with(made_up);
  url = url.substr(0, first_of<"?#">(url));
  std::string_view name = url.substr(url.find_last_of('/') + 1);
  if (!has_hash) return name;
  const std::size_t dash = name.rfind('-');
  return dash == std::string_view::npos ? std::string_view() : name.substr(0, dash);
}

// "checkout" in "at checkout (https:…", "checkout@https:…"; empty if the URL is alone.
std::string_view function_before(std::string_view line, std::size_t url) {
  if (url == 0 || (line[url - 1] != '@' && line[url - 1] != '(')) return {};
  std::string_view text = trimmed(line.substr(0, url - 1));
  if (const std::size_t at = text.rfind("at "); line[url - 1] == '(' && at != std::string_view::npos)
    return text.substr(at + 3);
  return text.substr(last_of<" \t">(text) + 1);
}

// Where the word begins that ends at `end`.
std::size_t word_begin(std::string_view line, std::size_t end) {
  const std::size_t before = last_of<" \t(@">(line.substr(0, end));
  return before == std::string_view::npos ? 0 : before + 1;
}

class WasmStack : public Format {
 public:
  Marks marks() const override { return {function_mark, module_mark}; }

  Found read(std::string_view line, std::size_t /*start*/, Report& /*report*/, Frame& frame) override {
    if (const std::size_t mark = line.find(function_mark); mark != std::string_view::npos) {
      Scanner at(line, mark + function_mark.size());
      if (!at.decimal() || !at.literal("]:")) return Found::Nothing;
      return take(line, mark, at, frame);
    }
    const std::size_t mark = line.find(module_mark);
    if (mark == std::string_view::npos) return Found::Nothing;
    const std::size_t end = mark + module_mark.size() - 3;  // before ":0x"
    Scanner at(line, end + 1);
    return take(line, end, at, frame);
  }

 private:
  // `end`: the end of the module's URL; the offset follows.
  static Found take(std::string_view line, std::size_t end, Scanner& at, Frame& frame) {
    const std::size_t from = at.position();
    const auto offset = at.prefixed_hex();
    if (!offset) return Found::Nothing;
    const std::string_view text = at.since(from);
    if (const std::string_view rest = at.rest(); !rest.empty() && !is_blank(rest[0]) && rest[0] != ')')
      return Found::Nothing;
    frame.address_text = text;
    frame.file_offset = usable(*offset, frame);
    frame.address_of = AddressOf::Call;
    frame.stands_alone = true;
    frame.image.architecture = Architecture::Wasm32;
    const std::size_t url = word_begin(line, end);
    frame.image.name = module_name(line.substr(url, end - url));
    frame.said.function = function_before(line, url);
    frame.replaced = {line.size(), line.size()};
    return Found::Frame;
  }
};

}  // namespace

std::unique_ptr<Format> wasm_stack() { return std::make_unique<WasmStack>(); }

}  // namespace symkit::crashlog
