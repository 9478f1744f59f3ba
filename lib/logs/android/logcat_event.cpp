#include "logs/android/logcat_event.h"

#include <bit>
#include <cstdio>

#include "ground/base/cursor.h"
#include "ground/base/words.h"

namespace symkit::android {
namespace {

// liblog writes no deeper lists.
constexpr unsigned deepest_list = 8;

enum class Type : std::uint8_t { Int = 0, Long = 1, String = 2, List = 3, Float = 4 };

void append_float(float value, std::string& out) {
  char text[64];
  out.append(text,
             static_cast<std::size_t>(std::snprintf(text, sizeof text, "%f", static_cast<double>(value))));
}

bool append_value(Cursor& at, unsigned depth, std::string& out);

bool append_list(Cursor& at, unsigned depth, std::string& out) {
  if (depth > deepest_list) return false;
  const unsigned count = at.u8();
  out += '[';
  for (unsigned i = 0; i < count; ++i) {
    if (i != 0) out += ',';
    if (!append_value(at, depth + 1, out)) return false;
  }
  out += ']';
  return !at.failed();
}

bool append_value(Cursor& at, unsigned depth, std::string& out) {
  const auto type = static_cast<Type>(at.u8());
  if (at.failed()) return false;
  switch (type) {
    case Type::Int: out += std::to_string(static_cast<std::int32_t>(at.u32())); break;
    case Type::Long: out += std::to_string(static_cast<std::int64_t>(at.u64())); break;
    case Type::String: out += as_text(at.bytes(at.u32())); break;
    case Type::List: return append_list(at, depth + 1, out);
    case Type::Float: append_float(std::bit_cast<float>(at.u32()), out); break;
    default: return false;
  }
  return !at.failed();
}

}  // namespace

void append_event(std::string_view payload, std::string& tag, std::string& message) {
  Cursor at(as_bytes(payload), Endian::Little);
  tag = say("[", at.u32(), "]");
  if (!at.failed() && !at.at_end() && append_value(at, 0, message)) return;
  message = say("(an event of ", payload.size(), " bytes that cannot be read)");
}

}  // namespace symkit::android
