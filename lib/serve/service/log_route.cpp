#include "serve/service/log_route.h"

#include "ground/base/words.h"

namespace symkit::service {
namespace {

constexpr std::string_view json_lines = "application/x-ndjson";

Result<void> read_choice(const http::Head& head, std::string_view name, bool& value) {
  const auto word = head.parameter(name);
  if (!word) return {};
  if (*word != "yes" && *word != "no") return fail(say("?", name, "= must be yes or no, not '", *word, "'"));
  value = *word == "yes";
  return {};
}

}  // namespace

Result<Wish> wish_of(const http::Head& head) {
  Wish wish;
  bool readable = true;
  if (head.field("accept") == json_lines) wish.form = Form::Json;
  const std::string format = head.parameter("format").value_or(wish.form == Form::Json ? "json" : "text");
  if (format != "text" && format != "json")
    return fail(say("?format= must be text or json, not '", format, "'"));
  wish.form = format == "json" ? Form::Json : Form::Text;
  for (const auto& [name, value] : {std::pair<std::string_view, bool*>("inlines", &wish.inlined_frames),
                                    {"full-path", &wish.full_path},
                                    {"demangle", &readable}})
    if (const auto read = read_choice(head, name, *value); !read) return fail(read.error());
  wish.mangled_names = !readable;
  return wish;
}

std::string too_long(std::uint64_t most) {
  return say("the log has more than ", most, " bytes after decompression; send a part of it");
}

std::string_view type_of(Form form) {
  return form == Form::Json ? json_lines : std::string_view("text/plain; charset=utf-8");
}

}  // namespace symkit::service
