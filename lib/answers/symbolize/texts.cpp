#include "answers/symbolize/texts.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <sys/mman.h>

#include "answers/symbolize/same_function.h"
#include "ground/base/scope_mark.h"
#include "ground/base/words.h"
#include "names/demangle/demangle.h"
#include "names/demangle/short_name.h"

namespace symkit::symbolize {
namespace {

constexpr std::size_t most_bytes = 64 << 20;
constexpr std::size_t first_chunk = 8 << 10;  // for few texts; later chunks are eight times as large,
constexpr std::size_t huge_page = 2 << 20;    // up to this, which fills without 512 page faults

// A stored text is its size followed by its bytes.
using Size = std::uint32_t;

std::string_view view_of(const char* record) {
  Size size = 0;
  std::memcpy(&size, record, sizeof size);
  return {record + sizeof size, size};
}

// Linkers have other names for a copy of a function, and for glibc's aliases of its functions.
std::string_view name_in_source(std::string_view linked) {
  constexpr std::string_view of_glibc = "__GI_";
  if (linked.starts_with(of_glibc)) linked.remove_prefix(of_glibc.size());
  return without_suffix(linked);
}

}  // namespace

Texts::Texts(const index::NativeIndex& index, Dialect dialect, NameStyle names, Keep keep)
    : index_(index),
      dialect_(dialect),
      style_(names),
      slots_(slots_for(keep == Keep::Nothing ? 0 : std::size_t{index.name_count()} + index.file_count() + 2)),
      names_(slots_.get()),
      paths_(slots_ == nullptr ? nullptr : names_ + index.name_count() + 1) {}

Texts::Slots Texts::slots_for(std::size_t count) {
  const std::size_t bytes = count * sizeof(Slot);
  if (bytes == 0) return {nullptr, Unmap{}};
  void* const pages = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  return {static_cast<Slot*>(pages), Unmap{bytes}};
}

void Texts::Unmap::operator()(Slot* slots) const { ::munmap(slots, bytes); }

std::string_view Texts::name(index::NameId name, Scratch& scratch) {
  if (name == 0 || name > index_.name_count()) return {};
  return kept(slots_ == nullptr ? nullptr : names_ + name, scratch, [&] {
    const bool is_short = dialect_ == Dialect::LlvmShort;
    if (const auto said = is_short ? index_.short_names().of(name) : std::nullopt) {
      index_.read_name(*said, scratch.raw);
      return std::string_view(scratch.raw);
    }
    index_.read_name(name, scratch.raw);
    return readable(scratch.raw, scratch.made);
  });
}

std::string_view Texts::path(index::FileId file, Scratch& scratch) {
  if (file == 0 || file > index_.file_count()) return {};
  return kept(slots_ == nullptr ? nullptr : paths_ + file, scratch, [&] {
    index_.read_path(file, scratch.raw);
    return std::string_view(scratch.raw);
  });
}

bool Texts::is_composed(index::NameId name, Scratch& scratch) const {
  if (name == 0 || name > index_.name_count()) return false;
  index_.read_name(name, scratch.raw);
  return scratch.raw.contains(scope_mark);
}

void Texts::prefetch_text(index::NameId name) const {
  if (slots_ == nullptr || name > index_.name_count()) return;
  if (const char* record = std::atomic_ref(names_[name].text).load(std::memory_order_acquire))
    __builtin_prefetch(record);
  else
    index_.prefetch_name(name);
}

// Two threads may create the same text at the same time; one of the two is then used.
template <class Make>
std::string_view Texts::kept(Slot* slot, Scratch& scratch, Make make) {
  if (slot == nullptr) return scratch.unkept.emplace_back(make());
  const std::atomic_ref shared(slot->text);
  if (const char* record = shared.load(std::memory_order_acquire)) return view_of(record);
  const std::string_view text = make();
  char* record = room_for(text.size(), scratch);
  if (record == nullptr) return scratch.unkept.emplace_back(text);
  const auto size = static_cast<Size>(text.size());
  std::memcpy(record, &size, sizeof size);
  std::ranges::copy(text, record + sizeof size);
  shared.store(record, std::memory_order_release);
  return view_of(record);
}

Texts::Room& Texts::Room::operator=(Room&& other) noexcept {
  std::swap(lender, other.lender);
  std::swap(at, other.at);
  std::swap(left, other.left);
  return *this;
}

Texts::Room::~Room() {
  if (lender != nullptr) lender->take_back(*this);
}

// Each scratch fills its own memory, so that threads do not wait for each other with each text.
char* Texts::room_for(std::size_t size, Scratch& scratch) {
  size += sizeof(Size);
  if (size > scratch.room.left && !lend(size, scratch.room)) return nullptr;
  char* const found = scratch.room.at;
  scratch.room.at += size;
  scratch.room.left -= size;
  return found;
}

// A text larger than a chunk gets its own.
bool Texts::lend(std::size_t size, Room& room) {
  const std::scoped_lock locked(lock_);
  if (room.left != 0) spare_.emplace_back(room.at, std::exchange(room.left, 0));
  const auto fits = [&](std::span<char> spare) { return spare.size() >= size; };
  if (const auto spare = std::ranges::find_if(spare_, fits); spare != spare_.end()) {
    room.at = spare->data();
    room.left = spare->size();
    spare_.erase(spare);
  } else {
    const std::size_t usual =
        std::min(first_chunk << std::min<std::size_t>(chunks_.size() * 3, 16), huge_page);
    const std::size_t bytes = (size + usual - 1) / usual * usual;
    if (bytes > most_bytes - bytes_) return false;
    const std::size_t alignment = usual == huge_page ? huge_page : alignof(std::max_align_t);
    chunks_.push_back({static_cast<char*>(std::aligned_alloc(alignment, bytes)), &std::free});
    room.at = chunks_.back().get();
    if (room.at == nullptr) throw std::bad_alloc();
    if (usual == huge_page) ::madvise(room.at, bytes, MADV_HUGEPAGE);
    room.left = bytes;
    bytes_ += bytes;
  }
  room.lender = this;
  return true;
}

void Texts::take_back(const Room& room) {
  const std::scoped_lock locked(lock_);
  if (room.left != 0) spare_.emplace_back(room.at, room.left);
}

// Returns the name itself, or its readable form stored in `made`.
std::string_view Texts::readable(std::string_view raw, std::string& made) const {
  const std::size_t mark = raw.find(scope_mark);
  // The only name that DWARF has with Mach-O's underscore: code created by the outliner.
  if (dialect_ == Dialect::Atos && raw.starts_with("_OUTLINED_FUNCTION_")) raw.remove_prefix(1);
  if (mark == std::string_view::npos) {
    const bool is_short = dialect_ == Dialect::LlvmShort;
    if (is_short && demangle::language_of(raw).empty()) return name_in_source(raw);
    if (style_ == NameStyle::Mangled || demangle::language_of(raw).empty()) return raw;
    if (is_short) return made = demangle::short_name_of_mangled(raw);
    return made = demangle::demangle(
               raw, {.as_llvm_symbolizer = dialect_ == Dialect::Llvm, .as_gnu = dialect_ == Dialect::Gnu});
  }
  const std::string_view text = raw.substr(mark + 1);
  if (dialect_ != Dialect::Atos) return text;
  return made = say(raw.substr(0, mark), "::", text);
}

}  // namespace symkit::symbolize
