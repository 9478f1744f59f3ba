#include "rewrite/documents_in_strings.h"

#include "crashlog/document_capture.h"
#include "crashlog/json_document.h"
#include "print/nested_text.h"

namespace symkit::rewrite {
namespace {

using crashlog::DocumentCapture;

// Each level of escapes makes a text longer.
constexpr unsigned most_levels = 4;

class StringsWalk {
 public:
  explicit StringsWalk(const std::function<Edits(std::string_view)>& answer) : answer_(answer) {}

  Edits edits_of(std::string_view text, unsigned level) const {
    Edits edits;
    const auto document = crashlog::JsonDocument::parse(text);
    if (!document) return edits;
    document->each_value([&](crashlog::JsonValue value) {
      if (!value.is_string() || !begins_document(value.string())) return;
      const std::size_t end = value.value_where().end - 1;
      const std::size_t begin = begin_of_string(text, end);
      const std::string_view raw = text.substr(begin, end - begin);
      const print::Unescaped inner(raw, {.times = 1});
      for (const auto& edit : edits_within(inner.text(), level + 1)) {
        std::string added;
        print::append_nested(added, edit.text, {.times = 1});
        edits.push_back({begin + inner.in_raw(edit.begin), begin + inner.in_raw(edit.end), std::move(added)});
      }
    });
    return edits;
  }

 private:
  // Of what stands before the quotation mark at `end`. An array's element does not know where it begins; a
  // quotation mark within it has an odd number of backslashes before it.
  static std::size_t begin_of_string(std::string_view text, std::size_t end) {
    std::size_t quote = end;
    for (;;) {
      quote = text.rfind('"', quote - 1);
      if (quote == 0) return 1;
      const std::size_t before = text.find_last_not_of('\\', quote - 1);
      if ((quote - 1 - before) % 2 == 0) return quote + 1;
    }
  }

  static bool begins_document(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
  }

  Edits edits_within(std::string_view text, unsigned level) const {
    if (DocumentCapture::names_document(text)) return answer_(text);
    const bool is_deeper = level < most_levels && DocumentCapture::may_hold_documents(text);
    return is_deeper ? edits_of(text, level) : Edits();
  }

  const std::function<Edits(std::string_view)>& answer_;
};

}  // namespace

Edits documents_in_strings(std::string_view text, const std::function<Edits(std::string_view)>& answer) {
  return StringsWalk(answer).edits_of(text, 0);
}

}  // namespace symkit::rewrite
