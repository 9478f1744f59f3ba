// An image offset in, readable frames out: looks up, picks names and places the way the asker's tool would.
// Each thread has a resolver of its own; the texts they give may be shared.
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
  // Of an index that keeps it: where the function is declared.
  std::string_view declared_file = {};
  std::uint32_t declared_line = 0;
  // Which of the ways through the line it is, and, of inlined code that is in one place, where it begins.
  std::uint32_t discriminator = 0;
  std::optional<ImageOffset> inlined_begin = {};
  // And how many characters of the paths are the folder in which the compiler ran.
  std::uint32_t file_root = 0;
  std::uint32_t declared_file_root = 0;
};

// Valid until the resolver's next answer.
struct Resolution {
  std::span<const ResolvedFrame> frames;  // innermost first; the last is the function itself
  ImageOffset function_begin;             // that offsets from the function count from
  ImageOffset function_end = {};          // behind that function, or symbol
  index::Source source{};
};

class Resolver {
 public:
  Resolver(const index::NativeIndex& index, Dialect dialect, NameStyle names = NameStyle::Readable)
      : own_texts_(std::make_unique<Texts>(index, dialect, names)), texts_(own_texts_.get()) {}
  explicit Resolver(Texts& texts) : texts_(&texts) {}

  // Null where nothing is known of the offset.
  const Resolution* resolve(ImageOffset offset);

  // Several at once are found faster than one by one. Then their answers can be had by their numbers, in any
  // order, until the next are looked up.
  static constexpr std::size_t most_at_once = index::NativeIndex::most_at_once;
  void look_up(std::span<const ImageOffset> offsets);
  const Resolution* answer(std::size_t number);

  // A name of the index, as it is printed.
  std::string name_of(index::NameId name) { return std::string(texts_->name(name, desk_)); }

 private:
  void add_particulars(const index::Answer& answer, std::size_t number);

  std::unique_ptr<Texts> own_texts_;
  Texts* texts_;
  Texts::Desk desk_;
  std::vector<index::Answer> answers_;
  std::vector<ImageOffset> offsets_;  // of an index with discriminators
  std::uint32_t found_ = 0;           // which of them hold something, by bits
  std::vector<ResolvedFrame> frames_;
  Resolution resolution_;
};

}  // namespace symkit::symbolize
