#include "answers/sourcemap/segment_pass.h"

#include <algorithm>
#include <array>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "answers/sourcemap/vlq.h"
#include "ground/base/words.h"

namespace symkit::sourcemap {

#if defined(__SSE2__)
namespace {

constexpr std::ptrdiff_t block = 64;
// How far after a separator decoding may go wrong before that is detected.
constexpr std::ptrdiff_t margin = 128;

// Finds the commas and semicolons of a text one after the other.
class Separators {
 public:
  Separators(const char* begin, const char* end) : at_(begin), end_(end) {
    if (end_ - at_ >= block + margin) mask_ = mask_of(at_);
  }

  // Null if fewer bytes are left than are examined together.
  const char* next() {
    while (mask_ == 0) {
      at_ += std::min(block, end_ - at_);
      if (end_ - at_ < block + margin) return nullptr;
      mask_ = mask_of(at_);
    }
    const char* const found = at_ + __builtin_ctzll(mask_);
    mask_ &= mask_ - 1;
    return found;
  }

 private:
  static std::uint64_t mask_of(const char* at) {
    const __m128i comma = _mm_set1_epi8(','), semicolon = _mm_set1_epi8(';');
    std::uint64_t mask = 0;
    for (int part = 0; part < 4; ++part) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at) + part);
      const __m128i found = _mm_or_si128(_mm_cmpeq_epi8(bytes, comma), _mm_cmpeq_epi8(bytes, semicolon));
      mask |= static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(found))) << (16 * part);
    }
    return mask;
  }

  const char* at_;
  const char* end_;
  std::uint64_t mask_ = 0;
};

// Decodes two characters at the beginning of a number in one step: its value and the count of its digits.
// Longer numbers and anything else are left to the slower reader.
class Pairs {
 public:
  Pairs() {
    for (unsigned first = 0; first < 256; ++first)
      for (unsigned second = 0; second < 256; ++second) {
        const std::uint32_t low = detail::base64_digits[first], high = detail::base64_digits[second];
        const unsigned digits = low < 32 ? 1 : low < 64 && high < 32 ? 2 : 0;
        const std::uint32_t value = digits == 1 ? low : (low & 31) | high << 5;
        if (digits == 0 || value == 1) continue;
        const std::int32_t number =
            (value & 1) != 0 ? -static_cast<std::int32_t>(value >> 1) : static_cast<std::int32_t>(value >> 1);
        entries_[first | second << 8] =
            static_cast<std::int16_t>(number * 4 + static_cast<std::int32_t>(digits));
      }
  }

  // The number times four plus the count of its digits; 0: neither.
  std::int32_t at(const char* text) const {
    const auto low = static_cast<unsigned char>(text[0]), high = static_cast<unsigned char>(text[1]);
    return entries_[low | static_cast<std::size_t>(high) << 8];
  }

 private:
  std::array<std::int16_t, 65536> entries_{};
};

struct LongNumber {
  std::int64_t number;
  std::ptrdiff_t digits;
};

[[gnu::noinline]] LongNumber long_number(const char* text, bool& is_well) {
  LongNumber found{0, 1};
  const char* end = text;
  is_well = is_well && read_vlq(end, found.number);
  if (is_well) found.digits = end - text;
  return found;
}

[[gnu::always_inline]] inline std::int64_t take_field(const char*& at, const Pairs& pairs, bool& is_well) {
  const std::int32_t entry = pairs.at(at);
  if (entry == 0) [[unlikely]] {
    bool is_number = true;
    const LongNumber found = long_number(at, is_number);
    is_well = is_well && is_number;
    at += found.digits;
    return found.number;
  }
  at += entry & 3;
  return entry >> 2;
}

bool fits(std::int64_t value, std::uint32_t limit) { return static_cast<std::uint64_t>(value) < limit; }

// Adds the numbers between two separators to the state; returns false for anything unusual.
[[gnu::always_inline]] inline bool take_segment(const char* at, const char* end, const Pairs& pairs,
                                                Segments::Limits limits, SegmentState& state) {
  bool is_well = true;
  const std::int64_t column = state.generated.column + take_field(at, pairs, is_well);
  is_well = is_well && fits(column, none);
  state.generated.column = static_cast<std::uint32_t>(column);
  if (at != end) {
    const std::int64_t source = state.source + take_field(at, pairs, is_well);
    const std::int64_t line = state.original.line + take_field(at, pairs, is_well);
    const std::int64_t original = state.original.column + take_field(at, pairs, is_well);
    is_well = is_well && fits(source, limits.sources) && fits(line, none) && fits(original, none);
    state.source = static_cast<std::uint32_t>(source);
    state.original.line = static_cast<std::uint32_t>(line);
    state.original.column = static_cast<std::uint32_t>(original);
  }
  if (at != end) {
    const std::int64_t name = state.name + take_field(at, pairs, is_well);
    is_well = is_well && fits(name, limits.names) && at == end;
    state.name = static_cast<std::uint32_t>(name);
  }
  return is_well;
}

}  // namespace

void Segments::Pass::take_in_bulk() {
  constexpr std::size_t worth_a_table = 16 * 1024;
  const std::string_view text = segments_.text_;
  if (text.size() < worth_a_table) return;
  static const Pairs pairs;
  const char* at = text.data();
  Separators separators(at, at + text.size());
  // Kept in variables whose address is never taken, so that they stay in registers.
  SegmentState state, before;
  std::size_t until_checkpoint = 0;
  std::uint64_t count = 0;
  Position last;
  bool is_sorted = true;
  while (const char* const end = separators.next()) {
    before = state;
    if (at != end || *end == ',' || state.within_line) {
      if (!take_segment(at, end, pairs, limits_, state)) break;
      if (until_checkpoint-- == 0) {
        segments_.checkpoints_.push_back({state.generated, offset_of(at, before), before});
        until_checkpoint = segments_between - 1;
      }
      ++count;
      is_sorted &= before.generated.column <= state.generated.column;
      last = state.generated;
    }
    state.within_line = *end == ',';
    if (!state.within_line) {
      ++state.generated.line;
      state.generated.column = 0;
    }
    at = end + 1;
    before = state;
  }
  state_ = before;
  offset_ = offset_of(at, before);
  is_sorted_ = is_sorted;
  segments_.count_ = count;
  segments_.last_ = last;
}
#else
void Segments::Pass::take_in_bulk() {}
#endif

std::optional<Error> Segments::Pass::take_rest(std::uint64_t bytes_before) {
  Decoder decoder(segments_.text_, offset_, state_);
  const auto wrong = [&](const auto&... parts) {
    return Error{say(parts..., " at byte ", bytes_before + decoder.offset())};
  };
  for (Segment segment; decoder.next(segment);) {
    note(segment.generated, offset_);
    offset_ = decoder.offset();
    state_ = decoder.state();
    if (segment.source != none && segment.source >= limits_.sources)
      return wrong("source ", segment.source, ", but there are only ", limits_.sources);
    if (segment.name != none && segment.name >= limits_.names)
      return wrong("name ", segment.name, ", but there are only ", limits_.names);
    is_sorted_ &= segment.generated >= segments_.last_;
    segments_.last_ = std::max(segments_.last_, segment.generated);
  }
  if (decoder.problem() != nullptr) return wrong(decoder.problem());
  return std::nullopt;
}

}  // namespace symkit::sourcemap
