// Lua's stacks, and LuaJIT's:
//   stack traceback:
//   	[C]: in function 'error'
//   	shop.lua:12: in upvalue 'take'
//   	...till/serve.lua:20: in function <...till/serve.lua:17>
//   	shop.lua:30: in main chunk
// A function without a name has the place where it begins, and some scripts have no lines. Seen in logs
// of Nmap, Neovim, game servers and NGINX.
#include <algorithm>
#include <array>

#include "ground/base/words.h"
#include "logs/crashlog/formats.h"
#include "logs/crashlog/text_parts.h"

namespace symkit::crashlog {
namespace {

Cause error_of_lua(std::string_view said) {
  Cause made = reason("Lua error", said);
  made.waits = true;
  return made;
}

// "lua: shop.lua:12: closed", "PANIC: unprotected error in call to Lua API (till.lua:12: attempt to index …)"
std::optional<Cause> error_at_line(std::string_view text) {
  constexpr std::string_view script = ".lua:";
  const std::size_t at = text.find(script);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view said = text.substr(at + script.size());
  if (!take_number(said) || !take_word(said, ": ") || said.empty()) return std::nullopt;
  if (said.starts_with("in ")) return std::nullopt;  // a frame
  std::string_view path = text.substr(0, at);
  for (const std::string_view words : {"lua: ", "luajit: ", "Error: ", "ERROR: ", "error: ", "API ("})
    if (const std::size_t before = path.rfind(words); before != std::string_view::npos)
      path = path.substr(before + words.size());
  const bool is_runtimes = said.starts_with("attempt to ");
  return path.contains(' ') && !is_runtimes ? std::nullopt : std::optional(error_of_lua(said));
}

// nginx: "… *3 lua entry thread aborted: runtime error: content_by_lua(till.conf:35):2: closed"
std::optional<Cause> luas_error(std::string_view text) {
  if (auto found = error_at_line(text)) return found;
  if (!begins(text, "lua ")) text = text.substr(std::min(text.find('*'), text.size()));
  if (!text.contains("lua ") || !take_before(text, " aborted: runtime error: ")) return std::nullopt;
  if (text.contains("_by_lua(")) take_before(text, ": ");
  return error_of_lua(text);
}

// "function 'take'", "local 'take'", "function <shop.lua:12>", "main chunk".
std::optional<std::string_view> function_in(std::string_view text) {
  if (text == "main chunk" || text.starts_with("main chunk, ")) return text.substr(0, text.find(' '));
  constexpr std::array<std::string_view, 8> kinds = {"function ", "local ",  "upvalue ",    "method ",
                                                     "field ",    "global ", "metamethod ", "for iterator "};
  for (const std::string_view kind : kinds)
    if (take_word(text, kind)) break;
  if (text.size() < 3) return std::nullopt;
  const char open = text.front();
  if (open != '\'' && open != '`' && open != '<') return std::nullopt;
  const std::size_t end = text.find(open == '<' ? '>' : '\'', 1);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view name = text.substr(1, end - 1);
  return open == '<' ? last_of_path(name) : name;
}

// "[C]", "shop.lua:12", "[string \"return 1\"]:3", "/etc/shop.lua"
bool take_script(std::string_view place, Frame& frame) {
  if (place == "[C]") {
    frame.image.name = place;
    return true;
  }
  if (place.starts_with("[string \"")) return place.contains("\"]:");
  if (read_place(place, frame.said)) return frame.said.line != 0;
  frame.said.file = place;
  return place.ends_with(".lua");
}

// What only raises an error.
bool is_raising(std::string_view function, std::string_view place) {
  return place == "[C]" && (function == "error" || function == "assert");
}

class LuaStack : public Format {
 public:
  ReadCause causes() const override { return luas_error; }
  Found read(std::string_view line, std::size_t start, Report& /*report*/, Frame& frame) override {
    std::string_view text = trimmed(line.substr(start));
    const auto place = take_before(text, ": in ");
    if (!place || place->empty()) return Found::Nothing;
    const auto function = function_in(text);
    if (!function || is_raising(*function, *place) || !take_script(*place, frame)) return Found::Nothing;
    frame.said.function = *function;
    return Found::Named;
  }
};

}  // namespace

std::unique_ptr<Format> lua_stack() { return std::make_unique<LuaStack>(); }

}  // namespace symkit::crashlog
