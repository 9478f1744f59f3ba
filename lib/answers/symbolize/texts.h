// The printed names and paths of an index, each created once for all threads. Memory is limited: when it
// is used up, further texts are created again each time.
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

// Which tool's answer is wanted where tools differ. Atos: names from debug information, and in Apple's
// images its statements. Llvm: the symbol table's name for the function itself, the last row at an
// address, no enclosing scopes. Gnu: as Llvm, but a function has its linkage name from debug information,
// and innermost code without one has the name of the symbol around it. LlvmShort: as Llvm with short
// names, which no symbol table has.
enum class Dialect : std::uint8_t { Atos, Llvm, Gnu, LlvmShort };

// Mangled: as in the symbol table or the debug information.
enum class NameStyle : std::uint8_t { Readable, Mangled };

// Nothing: for callers with only an address or two, as nearly each kept text would touch a new page.
enum class Keep : std::uint8_t { Texts, Nothing };

class Texts {
 public:
  Texts(const index::NativeIndex& index, Dialect dialect, NameStyle names = NameStyle::Readable,
        Keep keep = Keep::Texts);
  Texts(const Texts&) = delete;
  Texts& operator=(const Texts&) = delete;

  const index::NativeIndex& index() const { return index_; }
  Dialect dialect() const { return dialect_; }

  // Memory for texts, filled by one scratch; the rest is passed on to the next.
  struct Room {
    Room() = default;
    Room(Room&& other) noexcept { *this = std::move(other); }
    Room& operator=(Room&& other) noexcept;
    ~Room();

    Texts* lender = nullptr;
    char* at = nullptr;
    std::size_t left = 0;
  };

  // State of one thread: its share of the memory for texts, and texts that are not kept, which are valid
  // until it is cleared.
  struct Scratch {
    std::string raw;
    std::string made;
    std::deque<std::string> unkept;
    Room room;
  };
  std::string_view name(index::NameId name, Scratch& scratch);
  std::string_view path(index::FileId file, Scratch& scratch);
  // Whether the name is composed from scopes, because there is no linkage name.
  bool is_composed(index::NameId name, Scratch& scratch) const;

  // Prefetches the slot of a text, and then the text, if it exists.
  void prefetch_slots(index::NameId name, index::FileId file) const {
    if (slots_ == nullptr) return;
    if (name <= index_.name_count()) __builtin_prefetch(&names_[name]);
    if (file <= index_.file_count()) __builtin_prefetch(&paths_[file]);
  }
  void prefetch_text(index::NameId name) const;

 private:
  // By number, first of names and then of paths; zero until the text exists. The pages are fresh from the
  // kernel and exist once touched, so opening costs nothing. None if nothing is kept.
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
  std::string_view kept(Slot* slot, Scratch& scratch, Make make);
  char* room_for(std::size_t size, Scratch& scratch);
  bool lend(std::size_t size, Room& room);
  void take_back(const Room& room);
  std::string_view readable(std::string_view raw, std::string& made) const;

  const index::NativeIndex& index_;
  Dialect dialect_;
  NameStyle style_;
  Slots slots_;
  Slot* names_;
  Slot* paths_;
  std::mutex lock_;  // guards the members below
  std::vector<std::unique_ptr<char, decltype(&std::free)>> chunks_;
  std::vector<std::span<char>> spare_;  // of the chunks, not owned by a scratch
  std::size_t bytes_ = 0;
};

}  // namespace symkit::symbolize
