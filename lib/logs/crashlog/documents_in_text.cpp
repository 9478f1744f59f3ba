#include "logs/crashlog/documents_in_text.h"

#include <algorithm>

#include "ground/base/one_of.h"
#include "ground/json/document.h"
#include "logs/crashlog/escaped_text.h"
#include "logs/crashlog/without_colours.h"

namespace symkit::crashlog {
namespace {

// Each level of escapes makes a text longer.
constexpr unsigned most_levels = 4;
constexpr std::size_t not_there = std::string_view::npos;

// The documents of a text, one after another: text in balanced brackets.
class Documents {
 public:
  explicit Documents(std::string_view text) : text_(text) {}

  // The next one; empty at the end, or at a truncated document, whose end is not known.
  std::string_view next() {
    while (at_ < text_.size() && !opens_document(at_))
      at_ = std::min(first_of<"{[">(text_, at_ + 1), text_.size());
    const std::size_t begin = at_;
    const std::size_t end = end_of(begin);
    at_ = std::min(end, text_.size());
    return end == not_there ? std::string_view() : text_.substr(begin, end - begin);
  }

 private:
  bool opens_document(std::size_t at) const {
    if (text_[at] != '{' && text_[at] != '[') return false;
    const std::size_t second = first_not_of<" \t\r\n">(text_, at + 1);
    if (second == not_there) return false;
    return text_[second] == '"' || (text_[at] == '[' && (text_[second] == '{' || text_[second] == '['));
  }

  std::size_t end_of(std::size_t begin) const {
    std::size_t depth = 0;
    for (std::size_t at = first_of<"{}[]\"">(text_, begin); at != not_there;
         at = first_of<"{}[]\"">(text_, at + 1)) {
      const char c = text_[at];
      if (c == '"') {
        at = end_of_string(at + 1);
        if (at == not_there) return not_there;
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if (--depth == 0) {
        return at + 1;
      }
    }
    return not_there;
  }

  // The position of the quotation mark that ends the string.
  std::size_t end_of_string(std::size_t at) const {
    for (at = first_of<"\"\\">(text_, at); at != not_there; at = first_of<"\"\\">(text_, at + 2))
      if (text_[at] == '"') return at;
    return not_there;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

class DocumentsWalk {
 public:
  DocumentsWalk(const WantedDocuments& wanted, const AnswerDocument& answer)
      : wanted_(wanted), answer_(answer) {}

  // Whether there was any wanted document.
  bool has_answered() const { return has_answered_; }

  Edits edits_of(std::string_view raw, unsigned level) {
    const WithoutColours plain(raw);
    Edits edits;
    const auto add = [&](Edits&& more, std::size_t begin) {
      for (auto& edit : more)
        edits.push_back(plain.in_raw({begin + edit.begin, begin + edit.end, std::move(edit.text)}));
    };
    if (auto whole = edits_of_whole(plain.text())) {
      add(std::move(*whole), 0);
      return edits;
    }
    Documents documents(plain.text());
    for (std::string_view one = documents.next(); !one.empty(); one = documents.next())
      add(edits_of_one(one, level), static_cast<std::size_t>(one.data() - plain.text().data()));
    return edits;
  }

 private:
  // A report may be two documents, of which the first is its header.
  std::optional<Edits> edits_of_whole(std::string_view text) {
    const std::size_t first = first_not_of<" \t\r\n">(text);
    const bool is_document = first != not_there && (text[first] == '{' || text[first] == '[');
    return is_document ? answer(text) : std::nullopt;
  }

  std::optional<Edits> answer(std::string_view document) {
    auto edits = wanted_.is_one(document) ? answer_(document) : std::nullopt;
    has_answered_ = has_answered_ || edits;
    return edits;
  }

  Edits edits_of_one(std::string_view document, unsigned level) {
    if (auto edits = answer(document)) return std::move(*edits);
    const bool is_deeper = level < most_levels && wanted_.may_hold_one(document);
    return is_deeper ? edits_of_strings(document, level + 1) : Edits();
  }

  Edits edits_of_strings(std::string_view text, unsigned level) {
    Edits edits;
    const auto document = json::Document::parse(text);
    if (!document) return edits;
    document->each_value([&](json::Value value) {
      if (!value.is_string() || first_of<"{[">(value.string()) == not_there) return;
      const std::size_t end = value.value_where().end - 1;
      const std::size_t begin = begin_of_string(text, end);
      const Unescaped inner(text.substr(begin, end - begin), {.times = 1});
      for (const auto& edit : edits_of(inner.text(), level)) {
        std::string added;
        append_nested(added, edit.text, {.times = 1});
        edits.push_back({begin + inner.in_raw(edit.begin), begin + inner.in_raw(edit.end), std::move(added)});
      }
    });
    return edits;
  }

  // The beginning of the string whose closing quotation mark is at `end`. An array's element does not
  // know where it begins; a quotation mark within it has an odd number of backslashes before it.
  static std::size_t begin_of_string(std::string_view text, std::size_t end) {
    std::size_t quote = end;
    for (;;) {
      quote = text.rfind('"', quote - 1);
      if (quote == 0) return 1;
      const std::size_t before = text.find_last_not_of('\\', quote - 1);
      if ((quote - 1 - before) % 2 == 0) return quote + 1;
    }
  }

  const WantedDocuments& wanted_;
  const AnswerDocument& answer_;
  bool has_answered_ = false;
};

}  // namespace

Edits edits_of_documents(std::string_view text, const WantedDocuments& wanted, const AnswerDocument& answer) {
  return DocumentsWalk(wanted, answer).edits_of(text, 0);
}

std::optional<std::string> with_changed_documents(std::string_view text, const WantedDocuments& wanted,
                                                  const AnswerDocument& answer) {
  DocumentsWalk walk(wanted, answer);
  Edits edits = walk.edits_of(text, 0);
  if (!walk.has_answered()) return std::nullopt;
  DocumentEdits changed(text);
  for (auto& edit : edits) changed.replace(std::move(edit));
  return changed.applied();
}

}  // namespace symkit::crashlog
