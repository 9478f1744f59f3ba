#include "logs/android/tombstone_names.h"

#include <array>
#include <protozero/exception.hpp>
#include <protozero/pbf_reader.hpp>
#include <protozero/pbf_writer.hpp>
#include <utility>

namespace symkit::android {
namespace {

using Reader = protozero::pbf_reader;
using Wire = protozero::pbf_wire_type;

// The messages on the path to a frame.
enum class Kind : std::uint8_t {
  Tombstone,
  ThreadEntry,
  Thread,
  Cause,
  MemoryError,
  Heap,
  History,
  Record,
  Frame
};

struct Step {
  Kind from;
  std::uint32_t field;
  Kind to;
};

constexpr auto steps = std::to_array<Step>({
    {Kind::Tombstone, 15, Kind::Cause},
    {Kind::Tombstone, 16, Kind::ThreadEntry},
    {Kind::Tombstone, 25, Kind::ThreadEntry},
    {Kind::Tombstone, 26, Kind::History},
    {Kind::ThreadEntry, 2, Kind::Thread},
    {Kind::Thread, 4, Kind::Frame},
    {Kind::Cause, 2, Kind::MemoryError},
    {Kind::MemoryError, 3, Kind::Heap},
    {Kind::Heap, 4, Kind::Frame},
    {Kind::Heap, 6, Kind::Frame},
    {Kind::History, 2, Kind::Record},
    {Kind::Record, 1, Kind::Frame},
});

const Step* step_of(Kind from, const Reader& field) {
  if (field.wire_type() != Wire::length_delimited) return nullptr;
  for (const Step& step : steps)
    if (step.from == from && step.field == field.tag()) return &step;
  return nullptr;
}

constexpr std::uint32_t function_field = 4, offset_field = 5;

// The two fields replace the first of them or, as fields come in the order of their numbers, precede the
// first with a larger number.
std::string renamed(std::string_view frame, const FunctionName& function) {
  std::string out;
  protozero::pbf_writer writer(out);
  bool is_written = false;
  const auto write = [&] {
    if (!std::exchange(is_written, true)) {
      writer.add_string(function_field, function.name);
      writer.add_uint64(offset_field, function.offset);
    }
  };
  Reader reader(frame.data(), frame.size());
  for (const char* begin = frame.data(); reader.next(); begin = reader.data().data()) {
    reader.skip();
    if (reader.tag() >= function_field) write();
    if (reader.tag() == function_field || reader.tag() == offset_field) continue;
    out.append(begin, reader.data().data());
  }
  write();
  return out;
}

class Renamer {
 public:
  explicit Renamer(const NameFrame& name_of) : name_of_(name_of) {}

  // The recursion is only as deep as `steps`.
  std::string message(Kind kind, std::string_view bytes) {
    if (kind == Kind::Frame) return frame(bytes);
    std::string out;
    std::uint32_t stack = 0;  // the field that contains the frames before
    Reader reader(bytes.data(), bytes.size());
    for (const char* begin = bytes.data(); reader.next(); begin = reader.data().data()) {
      const Step* step = step_of(kind, reader);
      if (step == nullptr) {
        reader.skip();
        out.append(begin, reader.data().data());
        continue;
      }
      if (step->to == Kind::Frame)
        number_ = std::exchange(stack, step->field) == step->field ? number_ + 1 : 0;
      const auto before = reader.get_view();
      const std::string_view inner(before.data(), before.size());
      const std::string after = message(step->to, inner);
      if (after == inner) {
        out.append(begin, reader.data().data());
      } else {
        protozero::pbf_writer(out).add_message(step->field, after);
      }
    }
    return out;
  }

 private:
  std::string frame(std::string_view bytes) {
    Backtrace read = read_backtrace(bytes);
    read.number = number_;
    const auto name = name_of_(read);
    return name ? renamed(bytes, *name) : std::string(bytes);
  }

  const NameFrame& name_of_;
  std::uint32_t number_ = 0;  // of the last frame, in its stack
};

}  // namespace

Result<std::string> with_names(std::string_view bytes, const NameFrame& name_of) {
  if (const auto whole = read_tombstone(bytes); !whole) return fail(whole.error());
  try {
    return Renamer(name_of).message(Kind::Tombstone, bytes);
  } catch (const protozero::exception&) {
    return fail("is a broken tombstone (protobuf)");
  }
}

}  // namespace symkit::android
