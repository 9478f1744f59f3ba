// The names and paths of an index as they are printed, each made once, for all threads that look up in it.
// Memory is bounded: when it is used up, further texts are made anew each time they are needed.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keep/index/native_index.h"

namespace symkit::symbolize {

// Whose answer is wanted where the tools differ. Atos: names of the debug information, and of Apple's images
// its statements. Llvm: the symbol table's name for the function itself, the last row at an address, no
// enclosing scopes. Gnu: as Llvm, but a function has the name that linkers know of it from debug information,
// and innermost code that has none is named as the symbol that it lies in. LlvmShort: as Llvm where it is
// asked for short names, which no symbol table has.
enum class Dialect : std::uint8_t { Atos, Llvm, Gnu, LlvmShort };

// Mangled: as they stand in the symbol table or the debug information.
enum class NameStyle : std::uint8_t { Readable, Mangled };

// Nothing is kept for who asks for no more than an address or two: the kernel would hand out a page for
// nearly each text.
enum class Keep : std::uint8_t { Texts, Nothing };

class Texts {
 public:
  Texts(const index::NativeIndex& index, Dialect dialect, NameStyle names = NameStyle::Readable,
        Keep keep = Keep::Texts);
  Texts(const Texts&) = delete;
  Texts& operator=(const Texts&) = delete;

  const index::NativeIndex& index() const { return index_; }
  Dialect dialect() const { return dialect_; }

  // Memory for texts that one desk fills; what it leaves goes to the next.
  struct Room {
    Room() = default;
    Room(Room&& other) noexcept { *this = std::move(other); }
    Room& operator=(Room&& other) noexcept;
    ~Room();

    Texts* lender = nullptr;
    char* at = nullptr;
    std::size_t left = 0;
  };

  // What one thread needs beside: its part of the memory for texts, and where those lie that are not kept,
  // which hold until it is cleared.
  struct Desk {
    std::string raw;
    std::string made;
    std::deque<std::string> unkept;
    Room room;
  };
  std::string_view name(index::NameId name, Desk& desk);
  std::string_view path(index::FileId file, Desk& desk);
  // Whether it is composed from scopes, because linkers know none.
  bool is_composed(index::NameId name, Desk& desk) const;

  // Asks for the memory of where a text would be, and then for that of the text, if it is there.
  void prefetch_slots(index::NameId name, index::FileId file) const {
    if (slots_ == nullptr) return;
    if (name <= index_.name_count()) __builtin_prefetch(&names_[name]);
    if (file <= index_.file_count()) __builtin_prefetch(&paths_[file]);
  }
  void prefetch_text(index::NameId name) const;

 private:
  // By number, the names' and then the paths'; zero until the text is there. They are the kernel's fresh
  // pages, of which those exist that are used: opening costs nothing. None where nothing is kept.
  struct Slot {
    const char* text;
  };
  struct Unmap {
    std::size_t bytes = 0;
    void operator()(Slot* slots) const;
  };
  using Slots = std::unique_ptr<Slot[], Unmap>;
  static Slots slots_for(std::size_t count);

  template <class Make>
  std::string_view kept(Slot* slot, Desk& desk, Make make);
  char* room_for(std::size_t size, Desk& desk);
  bool lend(std::size_t size, Room& room);
  void take_back(const Room& room);
  std::string_view readable(std::string_view raw, std::string& made) const;

  const index::NativeIndex& index_;
  Dialect dialect_;
  NameStyle style_;
  Slots slots_;
  Slot* names_;
  Slot* paths_;
  std::mutex lock_;  // of what follows
  std::vector<std::unique_ptr<char, decltype(&std::free)>> chunks_;
  std::vector<std::span<char>> spare_;  // of the chunks, in no desk's hands
  std::size_t bytes_ = 0;
};

}  // namespace symkit::symbolize
