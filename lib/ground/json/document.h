// A JSON document as a tree that knows the position of each value in the text, so that members can be
// added without changing any other byte. Small: a report has some ten thousand values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"
#include "ground/base/span.h"

namespace symkit::json {

class Value;

class Document {
 public:
  // Whether the value of a member is kept as one text, without parsing what is inside. `depth`: 1 for
  // members of the root.
  using IsWhole = bool (*)(std::string_view member, std::size_t depth, bool is_array);

  // The text must live as long as the document.
  static Result<Document> parse(std::string_view text, IsWhole is_whole = nullptr);

  Value root() const;
  // Calls visit(value) for each value, in the order of the text. Not recursive: documents may be nested
  // very deeply.
  template <class Visit>
  void each_value(Visit visit) const;

 private:
  friend class Value;
  friend class DocumentMaker;

  enum class Kind : std::uint8_t { Object, Array, String, Number, True, False, Null };
  static constexpr std::uint32_t none = UINT32_MAX;

  struct Node {
    Kind kind = Kind::Null;
    std::uint32_t key = none;     // in strings_
    std::uint32_t string = none;  // in strings_: the contents of a string, or a number's digits
    std::uint32_t next = none;
    std::uint32_t parent = none;
    std::uint32_t first_child = none;
    std::uint32_t last_child = none;
    Span where;  // of an object or array; other values begin somewhere after their key
  };

  std::string_view text_;
  std::vector<Node> nodes_;
  std::vector<std::string> strings_;
};

// A value of a document, or none. Members of none are none again, so that paths are easy to write.
class Value {
 public:
  Value() = default;

  bool operator==(const Value&) const = default;
  explicit operator bool() const { return document_ != nullptr; }
  bool is_object() const { return is(Document::Kind::Object); }
  bool is_array() const { return is(Document::Kind::Array); }
  bool is_string() const { return is(Document::Kind::String); }
  bool is_true() const { return is(Document::Kind::True); }

  Value operator[](std::string_view key) const;
  Value parent() const { return document_ == nullptr ? Value() : at(node().parent); }
  Value first() const;  // of an array's or object's values
  Value next() const;
  std::size_t count() const;

  std::string_view key() const;
  std::string_view string() const;  // empty if it is not a string
  std::optional<std::uint64_t> number() const;
  bool is_number() const { return is(Document::Kind::Number); }
  // As it is written, a string without its quotes.
  std::string_view written() const;

  // The position of an object or array in the text.
  Span where() const { return node().where; }
  // The position of any member's value, a string with its quotes.
  Span value_where() const;
  // Whether there is a blank between this member's colon and its value.
  bool space_before_value() const;
  // After the last member: where more may be added.
  std::size_t end_of_members() const;
  // The text between two members of this object: a comma, and the indentation of the next.
  std::string_view separator() const;

 private:
  friend class Document;
  Value(const Document* document, std::uint32_t index) : document_(document), index_(index) {}
  Value at(std::uint32_t index) const;
  const Document::Node& node() const { return document_->nodes_[index_]; }
  bool is(Document::Kind kind) const { return document_ != nullptr && node().kind == kind; }

  const Document* document_ = nullptr;
  std::uint32_t index_ = 0;
};

template <class Visit>
void Document::each_value(Visit visit) const {
  for (std::uint32_t index = 0; index < nodes_.size(); ++index) visit(Value(this, index));
}

}  // namespace symkit::json
