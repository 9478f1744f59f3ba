#include "logs/crashlog/document_edits.h"

#include <algorithm>

#include "ground/base/one_of.h"

namespace symkit::crashlog {

void DocumentEdits::set(json::Value object, std::span<const Member> members) {
  std::string added;
  // In an object without members the first added one gets no comma.
  bool has_members = static_cast<bool>(object.first());
  for (const Member& member : members) {
    if (const json::Value known = object[member.name]) {
      const Span where = known.value_where();
      edits_.push_back({where.begin, where.end, member.value});
      continue;
    }
    if (has_members) added += object.first() ? object.separator() : ",";
    has_members = true;
    ((added += '"') += member.name) += "\":";
    // As in the document's own members.
    if (object.first().space_before_value()) added += ' ';
    added += member.value;
  }
  if (!added.empty()) insert(object.end_of_members(), std::move(added));
}

void DocumentEdits::add_copy(json::Value object, std::span<const Member> members, Side side) {
  const Span where = object.where();
  DocumentEdits copy(text_);
  copy.set(object, members);
  std::string made;
  copy.sort();
  std::size_t at = where.begin;
  for (const Edit& edit : copy.edits_) {
    made += text_.substr(at, edit.begin - at);
    made += edit.text;
    at = edit.end;
  }
  made += text_.substr(at, where.end - at);
  const std::size_t blanks = where.begin - (last_not_of<" \t\r\n">(text_, where.begin - 1) + 1);
  const std::string between = "," + std::string(text_.substr(where.begin - blanks, blanks));
  if (side == Side::Before) return insert(where.begin, made + between);
  insert(where.end, between + made);
}

// Edits at the same position stay in the order in which they came.
void DocumentEdits::sort() { std::ranges::stable_sort(edits_, {}, &Edit::begin); }

std::string DocumentEdits::applied() {
  std::string out;
  apply([&](std::size_t begin, std::size_t end) { out += text_.substr(begin, end - begin); },
        [&](std::string_view text) { out += text; });
  return out;
}

}  // namespace symkit::crashlog
