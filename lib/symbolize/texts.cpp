#include "symbolize/texts.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <sys/mman.h>

#include "base/scope_mark.h"
#include "demangle/demangle.h"

namespace symkit::symbolize {
namespace {

constexpr std::size_t most_bytes = 64 << 20;
constexpr std::size_t first_chunk = 256 << 10;
constexpr std::size_t huge_page = 2 << 20;  // fills at once instead of by 512 page faults

// A kept text is its size, then its bytes.
using Size = std::uint32_t;

std::string_view view_of(const char* record) {
  Size size = 0;
  std::memcpy(&size, record, sizeof size);
  return {record + sizeof size, size};
}

}  // namespace

Texts::Texts(const index::NativeIndex& index, Dialect dialect, NameStyle names)
    : index_(index),
      dialect_(dialect),
      style_(names),
      names_(slots_for(index.name_count() + 1)),
      paths_(slots_for(index.file_count() + 1)) {}

// Fresh pages of the kernel are zero: they need not be written to.
Texts::Slots Texts::slots_for(std::size_t count) {
  void* const zeros = std::calloc(count, sizeof(Slot));
  if (zeros == nullptr) throw std::bad_alloc();
  return {static_cast<Slot*>(zeros), &std::free};
}

std::string_view Texts::name(index::NameId name, Desk& desk) {
  if (name == 0 || name > index_.name_count()) return {};
  return kept(names_[name], desk, [&] {
    index_.read_name(name, desk.raw);
    return readable(desk.raw);
  });
}

std::string_view Texts::path(index::FileId file, Desk& desk) {
  if (file == 0 || file > index_.file_count()) return {};
  return kept(paths_[file], desk, [&] {
    index_.read_path(file, desk.raw);
    return desk.raw;
  });
}

void Texts::prefetch_text(index::NameId name) const {
  if (name > index_.name_count()) return;
  if (const char* record = std::atomic_ref(names_[name].text).load(std::memory_order_acquire))
    __builtin_prefetch(record);
  else
    index_.prefetch_name(name);
}

// Two threads may make the same text at the same time; then one of the two is used.
template <class Make>
std::string_view Texts::kept(Slot& slot, Desk& desk, Make make) {
  const std::atomic_ref shared(slot.text);
  if (const char* record = shared.load(std::memory_order_acquire)) return view_of(record);
  std::string text = make();
  char* record = room_for(text.size());
  if (record == nullptr) return desk.unkept.emplace_back(std::move(text));
  const auto size = static_cast<Size>(text.size());
  std::memcpy(record, &size, sizeof size);
  std::ranges::copy(text, record + sizeof size);
  shared.store(record, std::memory_order_release);
  return view_of(record);
}

char* Texts::room_for(std::size_t size) {
  size += sizeof(Size);
  const std::scoped_lock locked(lock_);
  if (size > most_bytes - bytes_) return nullptr;
  bytes_ += size;
  if (size > chunk_left_) {
    // The first chunk is for those who ask little. What is larger than a chunk gets one of its own.
    const std::size_t usual = chunks_.empty() ? first_chunk : huge_page;
    const std::size_t room = (std::max(size, usual) + usual - 1) / usual * usual;
    chunks_.push_back({static_cast<char*>(std::aligned_alloc(usual, room)), &std::free});
    char* const chunk = chunks_.back().get();
    if (chunk == nullptr) throw std::bad_alloc();
    if (usual == huge_page) ::madvise(chunk, room, MADV_HUGEPAGE);
    chunk_left_ = room;
    chunk_end_ = chunk + room;
  }
  char* found = chunk_end_ - chunk_left_;
  chunk_left_ -= size;
  return found;
}

std::string Texts::readable(std::string_view raw) const {
  const std::size_t mark = raw.find(scope_mark);
  // The one name that DWARF gives with Mach-O's underscore: of code that the outliner shared.
  if (dialect_ == Dialect::Atos && raw.starts_with("_OUTLINED_FUNCTION_")) raw.remove_prefix(1);
  if (mark == std::string_view::npos)
    return style_ == NameStyle::Mangled
               ? std::string(raw)
               : demangle::demangle(raw, {.as_llvm_symbolizer = dialect_ == Dialect::Llvm});
  std::string text(raw.substr(mark + 1));
  if (dialect_ == Dialect::Llvm) return text;
  return std::string(raw.substr(0, mark)) + "::" + text;
}

}  // namespace symkit::symbolize
