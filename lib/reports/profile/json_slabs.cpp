#include "reports/profile/json_slabs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <concepts>
#include <optional>
#include <vector>

#include "ground/base/characters.h"
#include "ground/base/cursor.h"
#include "ground/base/words.h"
#include "ground/io/unpack_budget.h"
#include "ground/print/json.h"

namespace symkit::profile {
namespace {

constexpr std::array<std::uint8_t, 8> magic = {0xdc, 0xdf, 'J', 'S', 'L', 'B', 1, 0};
constexpr std::uint32_t known_version = 1;
// Nested documents: the Firefox Profiler's has texts in a slab of their own.
constexpr int most_nested = 16;

enum class Kind : std::uint32_t { I8, U8, I16, U16, I32, U32, F32, F64, I64, U64, Json };

struct Slab {
  Kind kind = Kind::Json;
  Bytes bytes;
};

// `{"$s": 12}` refers to a slab: its number, and the size of that text.
struct Placeholder {
  std::uint32_t slab = 0;
  std::size_t size = 0;
};
std::optional<Placeholder> placeholder_at(std::string_view text) {
  std::size_t at = 0;
  const auto skip_blanks = [&] {
    while (at < text.size() && is_space(text[at])) ++at;
  };
  const auto takes = [&](std::string_view word) {
    skip_blanks();
    if (!text.substr(at).starts_with(word)) return false;
    at += word.size();
    return true;
  };
  if (!takes("{") || !takes("\"$s\"") || !takes(":")) return std::nullopt;
  skip_blanks();
  Placeholder found;
  const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), found.slab);
  if (error != std::errc()) return std::nullopt;
  at = static_cast<std::size_t>(end - text.data());
  if (!takes("}")) return std::nullopt;
  found.size = at;
  return found;
}

// After the quote that ends the string which begins here.
std::size_t end_of_string(std::string_view text) {
  std::size_t at = 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

class SlabReader {
 public:
  explicit SlabReader(Bytes bytes) : bytes_(bytes) { budget_.stored(bytes.size()); }

  Result<std::string> read() {
    Cursor at(bytes_, Endian::Little);
    at.skip(magic.size());
    const std::uint32_t version = at.u32(), count = at.u32(), root = at.u32();
    if (at.failed()) return fail("is truncated: its list of slabs is missing");
    if (version != known_version)
      return fail(say("is of version ", version, " of JSLB; ", known_version, " is supported"));
    if (auto done = read_list(at, count); !done) return fail(done.error());
    if (root >= slabs_.size() || slabs_[root].kind != Kind::Json)
      return fail("has no document among its slabs");
    if (auto done = expand(as_text(slabs_[root].bytes), 0); !done) return fail(done.error());
    return std::move(out_);
  }

 private:
  Result<void> read_list(Cursor at, std::uint32_t count) {
    constexpr std::size_t entry = 12;
    if (count > at.remaining() / entry) return fail("is truncated: its list of slabs is missing");
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t kind = at.u32(), offset = at.u32(), size = at.u32();
      if (kind > static_cast<std::uint32_t>(Kind::Json))
        return fail(say("has a slab of kind ", kind, ", which is unknown"));
      if (offset > bytes_.size() || size > bytes_.size() - offset)
        return fail(say("is truncated: slab ", i, " of ", count, " ends after the file"));
      slabs_.push_back({static_cast<Kind>(kind), bytes_.subspan(offset, size)});
    }
    return {};
  }

  Result<void> expand(std::string_view text, int depth) {
    if (depth > most_nested) return fail("has endlessly nested documents");
    if (auto taken = budget_.take(text.size()); !taken) return taken;
    std::size_t kept = 0;  // up to here everything was written
    for (std::size_t at = text.find_first_of("\"{"); at < text.size(); at = text.find_first_of("\"{", at)) {
      if (text[at] == '"') {
        at += end_of_string(text.substr(at));
        continue;
      }
      const auto found = placeholder_at(text.substr(at));
      if (!found) {
        ++at;
        continue;
      }
      out_ += text.substr(kept, at - kept);
      if (auto written = write(found->slab, depth); !written) return written;
      kept = at += found->size;
    }
    out_ += text.substr(kept);
    return {};
  }

  Result<void> write(std::uint32_t number, int depth) {
    if (number >= slabs_.size()) return fail(say("names slab ", number, " of ", slabs_.size()));
    const Slab& slab = slabs_[number];
    switch (slab.kind) {
      case Kind::I8: return write_numbers<std::int8_t>(slab.bytes);
      case Kind::U8: return write_numbers<std::uint8_t>(slab.bytes);
      case Kind::I16: return write_numbers<std::int16_t>(slab.bytes);
      case Kind::U16: return write_numbers<std::uint16_t>(slab.bytes);
      case Kind::I32: return write_numbers<std::int32_t>(slab.bytes);
      case Kind::U32: return write_numbers<std::uint32_t>(slab.bytes);
      case Kind::F32: return write_numbers<float>(slab.bytes);
      case Kind::F64: return write_numbers<double>(slab.bytes);
      case Kind::I64: return write_numbers<std::int64_t>(slab.bytes);
      case Kind::U64: return write_numbers<std::uint64_t>(slab.bytes);
      case Kind::Json: return expand(as_text(slab.bytes), depth + 1);
    }
    return {};
  }

  template <class Number>
  Result<void> write_numbers(Bytes bytes) {
    const std::size_t before = out_.size();
    print::JsonWriter json(out_);
    json.begin_array();
    Cursor at(bytes, Endian::Little);
    while (at.remaining() >= sizeof(Number)) json.value(next<Number>(at));
    json.end_array();
    return budget_.take(out_.size() - before);
  }

  template <class Number>
  static auto next(Cursor& at) {
    const std::uint64_t bits = at.unsigned_of(sizeof(Number));
    if constexpr (std::same_as<Number, double>)
      return std::bit_cast<double>(bits);
    else if constexpr (std::same_as<Number, float>)
      return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    else
      return static_cast<Number>(bits);
  }

  Bytes bytes_;
  std::vector<Slab> slabs_;
  io::UnpackBudget budget_;
  std::string out_;
};

}  // namespace

bool looks_like_json_slabs(Bytes bytes) {
  return bytes.size() >= magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin());
}

Result<std::string> json_of_slabs(Bytes bytes) { return SlabReader(bytes).read(); }

}  // namespace symkit::profile
