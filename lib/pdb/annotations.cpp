#include "pdb/annotations.h"

#include <algorithm>
#include <optional>

#include "base/cursor.h"
#include "pdb/codeview.h"

namespace symkit::pdb {
namespace {

// One, two or four bytes, the first of which says how many.
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
      : start_(start), rows_(rows), first_(rows.size()), file_(start.file), line_(start.line) {}

  void run(Bytes program) {
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
    close(start_.end - start_.begin);
    keep_apart(rows_, first_);
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
      case Annotation::ChangeCodeOffsetBase: return operand == 0;  // code that lies elsewhere
      default: break;
    }
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
    const std::uint64_t size = start_.end - start_.begin;
    const std::uint64_t begin = std::min(*open_, size);
    end = std::min(end, size);
    open_.reset();
    if (begin >= end) return;
    rows_.push_back({.begin = static_cast<std::uint32_t>(start_.begin + begin),
                     .end = static_cast<std::uint32_t>(start_.begin + end),
                     .file = open_file_,
                     .line = open_line_});
  }

  const AnnotationStart& start_;
  std::vector<Row>& rows_;
  std::size_t first_;
  std::uint32_t file_;
  std::int64_t line_;
  std::uint64_t offset_ = 0;
  std::optional<std::uint64_t> open_;  // where the row under way begins
  std::uint32_t open_file_ = 0;
  std::uint32_t open_line_ = 0;
};

}  // namespace

void read_annotations(Bytes program, const AnnotationStart& start, std::vector<Row>& rows) {
  Program(start, rows).run(program);
}

}  // namespace symkit::pdb
