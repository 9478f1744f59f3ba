// Resolves an image offset into readable frames, with names and places as the selected tool would choose
// them. Each thread has its own resolver; texts may be shared.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/symbolize/texts.h"
#include "keep/index/native_index.h"

namespace symkit::symbolize {

struct ResolvedFrame {
  std::string_view function;  // readable; empty: not known
  std::string_view file;      // empty: not known
  std::uint32_t line = 0;
  std::uint32_t column = 0;  // 0: not known
  // Where the function is declared, if the index has it.
  std::string_view declared_file = {};
  std::uint32_t declared_line = 0;
  // The discriminator of the line, and, for inlined code in one place, where it begins.
  std::uint32_t discriminator = 0;
  std::optional<ImageOffset> inlined_begin = {};
  // The number of characters of the paths that are the compiler's working folder.
  std::uint32_t file_root = 0;
  std::uint32_t declared_file_root = 0;
};

// Valid until the resolver's next answer.
struct Resolution {
  std::span<const ResolvedFrame> frames;  // innermost first; the last is the function itself
  ImageOffset function_begin;             // to which offsets in the function are relative
  ImageOffset function_end = {};          // after that function or symbol
  index::Source source{};
};

class Resolver {
 public:
  Resolver(const index::NativeIndex& index, Dialect dialect, NameStyle names = NameStyle::Readable)
      : own_texts_(std::make_unique<Texts>(index, dialect, names)), texts_(own_texts_.get()) {}
  explicit Resolver(Texts& texts) : texts_(&texts) {}

  // Null if nothing is known about the offset.
  const Resolution* resolve(ImageOffset offset);

  // Looking up several offsets at once is faster than one by one. Their answers can then be read by
  // number, in any order, until the next lookup.
  static constexpr std::size_t most_at_once = index::NativeIndex::most_at_once;
  void look_up(std::span<const ImageOffset> offsets);
  const Resolution* answer(std::size_t number);

  // A name in the index, as printed.
  std::string name_of(index::NameId name) { return std::string(texts_->name(name, scratch_)); }

 private:
  void add_particulars(const index::Answer& answer, std::size_t number);

  std::unique_ptr<Texts> own_texts_;
  Texts* texts_;
  Texts::Scratch scratch_;
  std::vector<index::Answer> answers_;
  std::vector<ImageOffset> offsets_;  // if the index has discriminators
  std::uint32_t found_ = 0;           // bit set of those that were found
  std::vector<ResolvedFrame> frames_;
  Resolution resolution_;
};

}  // namespace symkit::symbolize
