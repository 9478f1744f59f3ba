#include "ground/json/document.h"

#include <algorithm>
#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
#include <utility>

#include "ground/base/whole_number.h"

namespace symkit::json {

// The parser calls this for each piece of the document. It reads without recursion: stacks may be nested
// to any depth.
class DocumentMaker : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, DocumentMaker> {
 public:
  DocumentMaker(Document& made, const rapidjson::MemoryStream& stream, Document::IsWhole is_whole)
      : made_(made), stream_(stream), is_whole_(is_whole) {}

  bool Null() { return add(Kind::Null); }
  bool Bool(bool yes) { return add(yes ? Kind::True : Kind::False); }
  bool RawNumber(const char* digits, rapidjson::SizeType size, bool) {
    return inside_ != 0 || (add(Kind::Number) && keep({digits, size}, made_.nodes_.back().string));
  }
  bool String(const char* text, rapidjson::SizeType size, bool) {
    return inside_ != 0 || (add(Kind::String) && keep({text, size}, made_.nodes_.back().string));
  }
  bool Key(const char* text, rapidjson::SizeType size, bool) {
    if (inside_ != 0) return true;
    key_end_ = stream_.Tell();
    return keep({text, size}, key_);
  }
  bool StartObject() { return open(Kind::Object); }
  bool EndObject(rapidjson::SizeType) { return close(); }
  bool StartArray() { return open(Kind::Array); }
  bool EndArray(rapidjson::SizeType) { return close(); }

 private:
  using Kind = Document::Kind;

  // A hostile document would consist of many small values.
  static constexpr std::size_t most_values = 1'000'000;

  bool keep(std::string_view text, std::uint32_t& place) {
    place = static_cast<std::uint32_t>(made_.strings_.size());
    made_.strings_.emplace_back(text);
    return true;
  }

  // After a value the stream is at the next byte; at a bracket it is at the bracket itself.
  bool add(Kind kind) {
    if (inside_ != 0) return true;
    if (made_.nodes_.size() == most_values) return false;
    const auto index = static_cast<std::uint32_t>(made_.nodes_.size());
    Document::Node& node = made_.nodes_.emplace_back();
    node.kind = kind;
    node.key = std::exchange(key_, Document::none);
    const bool is_opened = kind == Kind::Object || kind == Kind::Array;
    node.where = {is_opened || node.key == Document::none ? stream_.Tell() : key_end_, stream_.Tell()};
    if (!open_.empty()) link(index, open_.back());
    return true;
  }

  void link(std::uint32_t index, std::uint32_t parent) {
    Document::Node& above = made_.nodes_[parent];
    made_.nodes_[index].parent = parent;
    if (above.last_child == Document::none) {
      above.first_child = index;
    } else {
      made_.nodes_[above.last_child].next = index;
    }
    above.last_child = index;
  }

  bool open(Kind kind) {
    if (inside_ != 0) {
      ++inside_;
      return true;
    }
    const bool is_whole = is_whole_ != nullptr && key_ != Document::none &&
                          is_whole_(made_.strings_[key_], open_.size(), kind == Kind::Array);
    if (!add(kind)) return false;
    inside_ = is_whole ? 1 : 0;
    open_.push_back(static_cast<std::uint32_t>(made_.nodes_.size() - 1));
    return true;
  }

  bool close() {
    if (inside_ > 1) {
      --inside_;
      return true;
    }
    inside_ = 0;
    made_.nodes_[open_.back()].where.end = stream_.Tell() + 1;
    open_.pop_back();
    return true;
  }

  Document& made_;
  const rapidjson::MemoryStream& stream_;
  std::vector<std::uint32_t> open_;
  std::uint32_t key_ = Document::none;
  std::size_t key_end_ = 0;
  Document::IsWhole is_whole_;
  std::size_t inside_ = 0;  // depth within a value that is kept as one text
};

Result<Document> Document::parse(std::string_view text, IsWhole is_whole) {
  constexpr unsigned how = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag |
                           rapidjson::kParseValidateEncodingFlag;
  Document document;
  document.text_ = text;
  if (text.contains('\0')) return fail("it contains a NUL byte");  // the parser would take it for the end
  rapidjson::MemoryStream stream(text.data(), text.size());
  DocumentMaker handler(document, stream, is_whole);
  rapidjson::Reader reader;
  const rapidjson::ParseResult parsed = reader.Parse<how>(stream, handler);
  if (parsed.Code() == rapidjson::kParseErrorTermination) return fail("it is too large: too many values");
  if (!parsed) return fail(rapidjson::GetParseError_En(parsed.Code()));
  return document;
}

Value Document::root() const { return Value(this, 0); }

Value Value::at(std::uint32_t index) const {
  return index == Document::none ? Value() : Value(document_, index);
}

Value Value::first() const { return document_ == nullptr ? Value() : at(node().first_child); }

Value Value::next() const { return document_ == nullptr ? Value() : at(node().next); }

Value Value::operator[](std::string_view key) const {
  if (!is_object()) return {};
  for (Value member = first(); member; member = member.next())
    if (member.key() == key) return member;
  return {};
}

std::size_t Value::count() const {
  std::size_t count = 0;
  for (Value child = first(); child; child = child.next()) ++count;
  return count;
}

std::string_view Value::key() const {
  if (document_ == nullptr || node().key == Document::none) return {};
  return document_->strings_[node().key];
}

std::string_view Value::string() const { return is(Document::Kind::String) ? written() : std::string_view{}; }

std::string_view Value::written() const {
  if (document_ == nullptr) return {};
  switch (node().kind) {
    case Document::Kind::String:
    case Document::Kind::Number: return document_->strings_[node().string];
    case Document::Kind::True: return "true";
    case Document::Kind::False: return "false";
    case Document::Kind::Null: return {};
    default: return document_->text_.substr(node().where.begin, node().where.end - node().where.begin);
  }
}

std::optional<std::uint64_t> Value::number() const {
  return is_number() ? whole_number<std::uint64_t>(written()) : std::nullopt;
}

Span Value::value_where() const {
  if (is_object() || is_array()) return where();
  const std::size_t begin = document_->text_.find_first_not_of(": \t\r\n", node().where.begin);
  return {std::min(begin, node().where.end), node().where.end};
}

bool Value::space_before_value() const {
  if (document_ == nullptr) return false;
  const std::size_t begin = value_where().begin;
  return begin > 0 && document_->text_[begin - 1] == ' ';
}

std::size_t Value::end_of_members() const {
  const std::uint32_t last = node().last_child;
  return last == Document::none ? node().where.begin + 1 : document_->nodes_[last].where.end;
}

std::string_view Value::separator() const {
  if (!first().next()) return first() ? "," : "";
  const std::size_t end = first().node().where.end;
  return document_->text_.substr(end, document_->text_.find('"', end) - end);
}

}  // namespace symkit::json
