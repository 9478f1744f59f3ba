#include "files/pdb/annotations.h"

#include <algorithm>
#include <optional>

#include "files/pdb/codeview.h"
#include "ground/base/cursor.h"

namespace symkit::pdb {
namespace {

// One, two or four bytes; the first one gives the count.
std::uint32_t compressed(Cursor& at) {
  const std::uint32_t first = at.u8();
  if ((first & 0x80) == 0) return first;
  const std::uint32_t second = at.u8();
  if ((first & 0x40) == 0) return (first & 0x3f) << 8 | second;
  if ((first & 0x20) != 0) at.fail();
  const std::uint32_t third = at.u8();
  return (first & 0x1f) << 24 | second << 16 | third << 8 | at.u8();
}

// The sign is in the lowest bit.
std::int64_t with_sign(std::uint32_t number) {
  const std::int64_t size = number >> 1;
  return (number & 1) != 0 ? -size : size;
}

class Program {
 public:
  Program(const AnnotationStart& start, std::vector<Row>& rows)
      : start_(start),
        rows_(rows),
        first_(rows.size()),
        begin_(start.begin),
        size_(start.end - start.begin),
        file_(start.file),
        line_(start.line) {}

  // Whether the program moved to a separated piece.
  bool run(Bytes program) {
    Cursor at(program, Endian::Little);
    while (!at.at_end()) {
      const std::uint32_t number = compressed(at);
      if (number == 0 || number > static_cast<std::uint32_t>(Annotation::Last)) break;
      const auto annotation = static_cast<Annotation>(number);
      const std::uint32_t operand = compressed(at);
      const bool has_two = annotation == Annotation::ChangeCodeLengthAndCodeOffset;
      const std::uint32_t second = has_two ? compressed(at) : 0;
      if (at.failed() || !execute(annotation, operand, second)) break;
    }
    close(size_);
    keep_apart(rows_, first_);
    return was_elsewhere_;
  }

 private:
  bool execute(Annotation annotation, std::uint32_t operand, std::uint32_t second) {
    switch (annotation) {
      case Annotation::CodeOffset: move_to(operand); break;
      case Annotation::ChangeCodeOffset: move_to(offset_ + operand); break;
      case Annotation::ChangeCodeOffsetAndLineOffset:
        line_ += with_sign(operand >> 4);
        move_to(offset_ + (operand & 15));
        break;
      case Annotation::ChangeCodeLength:
        offset_ += operand;
        close(offset_);
        break;
      case Annotation::ChangeCodeLengthAndCodeOffset:
        move_to(offset_ + second);
        close(offset_ + operand);
        break;
      case Annotation::ChangeFile: file_ = operand; break;
      case Annotation::ChangeLineOffset: line_ += with_sign(operand); break;
      case Annotation::ChangeCodeOffsetBase: return go_to_piece(operand);
      default: break;
    }
    return true;
  }

  // 0 is the function's own code; the others are numbered in the order of their records. Offsets are
  // relative to the begin of the piece.
  bool go_to_piece(std::uint32_t number) {
    close(size_);
    offset_ = 0;
    begin_ = start_.begin;
    size_ = start_.end - start_.begin;
    if (number == 0) return true;
    if (start_.elsewhere == nullptr) return false;
    const auto pieces = start_.elsewhere->of(start_.begin);
    if (number > pieces.size()) return false;
    begin_ = pieces[number - 1].begin;
    size_ = pieces[number - 1].end - begin_;
    was_elsewhere_ = true;
    return true;
  }

  void move_to(std::uint64_t offset) {
    close(offset);
    offset_ = offset;
    open_ = offset;
    open_file_ = file_;
    open_line_ = line_ > 0 && line_ <= UINT32_MAX ? static_cast<std::uint32_t>(line_) : 0;
  }

  void close(std::uint64_t end) {
    if (!open_) return;
    const std::uint64_t begin = std::min<std::uint64_t>(*open_, size_);
    end = std::min<std::uint64_t>(end, size_);
    open_.reset();
    if (begin >= end) return;
    rows_.push_back({.begin = static_cast<std::uint32_t>(begin_ + begin),
                     .end = static_cast<std::uint32_t>(begin_ + end),
                     .file = open_file_,
                     .line = open_line_});
  }

  const AnnotationStart& start_;
  std::vector<Row>& rows_;
  std::size_t first_;
  std::uint32_t begin_;  // of the piece, the base of offsets
  std::uint32_t size_;
  bool was_elsewhere_ = false;
  std::uint32_t file_;
  std::int64_t line_;
  std::uint64_t offset_ = 0;
  std::optional<std::uint64_t> open_;  // where the current row begins
  std::uint32_t open_file_ = 0;
  std::uint32_t open_line_ = 0;
};

}  // namespace

bool read_annotations(Bytes program, const AnnotationStart& start, std::vector<Row>& rows) {
  return Program(start, rows).run(program);
}

}  // namespace symkit::pdb
