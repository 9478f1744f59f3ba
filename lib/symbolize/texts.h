// The names and paths of an index as they are printed, each made once, for all threads that look up in it.
// Memory is bounded: when it is used up, further texts are made anew each time they are needed.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "index/native_index.h"

namespace symkit::symbolize {

// Whose answer is wanted where the tools differ. Atos: names and statements of the debug information. Llvm:
// the symbol table's name for the function itself, the last row at an address, no enclosing scopes.
enum class Dialect : std::uint8_t { Atos, Llvm };

// Mangled: as they stand in the symbol table or the debug information.
enum class NameStyle : std::uint8_t { Readable, Mangled };

class Texts {
 public:
  Texts(const index::NativeIndex& index, Dialect dialect, NameStyle names = NameStyle::Readable);
  Texts(const Texts&) = delete;
  Texts& operator=(const Texts&) = delete;

  const index::NativeIndex& index() const { return index_; }
  Dialect dialect() const { return dialect_; }

  // What one thread needs beside, and where texts lie that are not kept: they hold until it is cleared.
  struct Desk {
    std::string raw;
    std::deque<std::string> unkept;
  };
  std::string_view name(index::NameId name, Desk& desk);
  std::string_view path(index::FileId file, Desk& desk);

  // Asks for the memory of where a text would be, and then for that of the text, if it is there.
  void prefetch_slots(index::NameId name, index::FileId file) const {
    if (name <= index_.name_count()) __builtin_prefetch(&names_[name]);
    if (file <= index_.file_count()) __builtin_prefetch(&paths_[file]);
  }
  void prefetch_text(index::NameId name) const;

 private:
  // By number; zero until the text is there. Not touched where it is not used, so opening costs nothing.
  struct Slot {
    const char* text;
  };
  using Slots = std::unique_ptr<Slot[], decltype(&std::free)>;
  static Slots slots_for(std::size_t count);

  template <class Make>
  std::string_view kept(Slot& slot, Desk& desk, Make make);
  char* room_for(std::size_t size);
  std::string readable(std::string_view raw) const;

  const index::NativeIndex& index_;
  Dialect dialect_;
  NameStyle style_;
  Slots names_;
  Slots paths_;
  std::mutex lock_;  // of what follows
  std::vector<std::unique_ptr<char, decltype(&std::free)>> chunks_;
  char* chunk_end_ = nullptr;
  std::size_t chunk_left_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace symkit::symbolize
