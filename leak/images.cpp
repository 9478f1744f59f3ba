#include "images.h"

#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>

extern "C" int _dl_find_object(void* address, dl_find_object* result) noexcept __attribute__((weak));

namespace symleak {
namespace {

using Header = ElfW(Ehdr);
using Segment = ElfW(Phdr);

constexpr std::size_t longest_id = 64;

struct BuildId {
  unsigned char bytes[longest_id];
  std::size_t size = 0;
};

// The notes of one segment: 12 bytes of sizes and kind, the name, the description.
void read_notes(const unsigned char* at, std::size_t size, BuildId& id) {
  const unsigned char* const end = at + size;
  while (static_cast<std::size_t>(end - at) >= 12) {
    std::uint32_t head[3];
    std::memcpy(head, at, sizeof head);
    const std::size_t name = (std::size_t{head[0]} + 3) & ~std::size_t{3};
    const std::size_t text = (std::size_t{head[1]} + 3) & ~std::size_t{3};
    if (static_cast<std::size_t>(end - at) - 12 < name + text) return;
    if (head[2] == NT_GNU_BUILD_ID && head[0] == 4 && std::memcmp(at + 12, "GNU", 4) == 0 &&
        head[1] <= longest_id) {
      id.size = head[1];
      std::memcpy(id.bytes, at + 12 + name, id.size);
      return;
    }
    at += 12 + name + text;
  }
}

BuildId build_id_of(std::uintptr_t begin, std::uintptr_t slide) {
  BuildId id;
  const auto* header = reinterpret_cast<const Header*>(begin);
  if (std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_phoff > 1024 || header->e_phnum > 48)
    return id;
  const auto* segments = reinterpret_cast<const Segment*>(begin + header->e_phoff);
  for (unsigned i = 0; i < header->e_phnum && id.size == 0; ++i)
    if (segments[i].p_type == PT_NOTE)
      read_notes(reinterpret_cast<const unsigned char*>(slide + segments[i].p_vaddr), segments[i].p_memsz,
                 id);
  return id;
}

std::size_t path_of(const link_map& map, char* path, std::size_t size) {
  if (map.l_name == nullptr || map.l_name[0] == 0) {
    const ssize_t length = readlink("/proc/self/exe", path, size);
    return length < 0 ? 0 : static_cast<std::size_t>(length);
  }
  const std::size_t length = std::strlen(map.l_name);
  if (length > size) return 0;
  std::memcpy(path, map.l_name, length);
  return length;
}

#if defined(__x86_64__)
// call rel32; or a call through a register or memory, with up to six bytes after the opcode.
bool is_behind_call(std::uintptr_t address) {
  const auto* at = reinterpret_cast<const unsigned char*>(address);
  if (at[-5] == 0xe8) return true;
  for (int length = 2; length <= 7; ++length)
    if (at[-length] == 0xff && (at[-length + 1] & 0x38) == 0x10) return true;
  return false;
}
constexpr std::uintptr_t longest_call = 7;
#else
bool is_behind_call(std::uintptr_t) { return true; }
constexpr std::uintptr_t longest_call = 4;
#endif

}  // namespace

Image Images::find(std::uintptr_t address) {
  dl_find_object found = {};
  if (_dl_find_object == nullptr || _dl_find_object(reinterpret_cast<void*>(address), &found) != 0) return {};
  return {reinterpret_cast<std::uintptr_t>(found.dlfo_map_start),
          reinterpret_cast<std::uintptr_t>(found.dlfo_map_end),
          static_cast<const unsigned char*>(found.dlfo_eh_frame)};
}

const Images::Known* Images::known(std::uint64_t address) const {
  for (std::size_t i = 0; i < count_; ++i)
    if (address >= known_[i].begin && address < known_[i].end) return &known_[i];
  return nullptr;
}

void Images::note(const std::uint64_t* addresses, std::size_t count) {
  if (const std::uint32_t generation = this->generation(); generation != noted_generation_) {
    noted_generation_ = generation;
    count_ = 0;
  }
  const Known* last = nullptr;
  for (std::size_t i = 0; i < count; ++i) {
    if (last != nullptr && addresses[i] >= last->begin && addresses[i] < last->end) continue;
    last = known(addresses[i]);
    if (last == nullptr) write(static_cast<std::uintptr_t>(addresses[i]));
  }
}

std::size_t Images::count_believable(const std::uint64_t* addresses, std::size_t count) const {
  for (std::size_t i = 0; i < count; ++i) {
    const Known* image = known(addresses[i]);
    if (image == nullptr || addresses[i] - image->begin < longest_call ||
        !is_behind_call(static_cast<std::uintptr_t>(addresses[i])))
      return i;
  }
  return count;
}

void Images::write(std::uintptr_t address) {
  dl_find_object found = {};
  if (count_ == most_images || _dl_find_object == nullptr ||
      _dl_find_object(reinterpret_cast<void*>(address), &found) != 0)
    return;
  const auto begin = reinterpret_cast<std::uintptr_t>(found.dlfo_map_start);
  const auto end = reinterpret_cast<std::uintptr_t>(found.dlfo_map_end);
  const std::uintptr_t slide = found.dlfo_link_map->l_addr;
  char path[1024];
  const std::size_t path_size = path_of(*found.dlfo_link_map, path, sizeof path);
  const BuildId id = build_id_of(begin, slide);
  const std::size_t size = (sizeof(format::ImageRecord) + id.size + path_size + 7) & ~std::size_t{7};
  if (block_ == nullptr || block_->used + size > format::block_room) {
    if (block_ != nullptr) Recording::close(block_);
    block_ = recording_.claim(format::BlockKind::Images);
    if (block_ == nullptr) return;
  }
  unsigned char* at = contents_of(block_) + block_->used;
  const format::ImageRecord record = {.generation = noted_generation_,
                                      .id_size = static_cast<std::uint16_t>(id.size),
                                      .path_size = static_cast<std::uint16_t>(path_size),
                                      .begin = begin,
                                      .end = end,
                                      .slide = slide};
  std::memcpy(at, &record, sizeof record);
  std::memcpy(at + sizeof record, id.bytes, id.size);
  std::memcpy(at + sizeof record + id.size, path, path_size);
  std::atomic_ref(block_->used)
      .store(static_cast<std::uint32_t>(block_->used + size), std::memory_order_release);
  known_[count_++] = {begin, end};
}

void Images::close() {
  if (block_ != nullptr) Recording::close(block_);
  block_ = nullptr;
}

void Images::forget() {
  count_ = 0;
  block_ = nullptr;
}

}  // namespace symleak
