#include "io/unpacked.h"

#include <algorithm>
#include <new>

#include "io/input.h"

namespace symkit::io {

void Unpacked::make_room() {
  constexpr std::size_t least = 1 << 20;
  constexpr std::size_t enough = 1 << 16;
  if (room_ - size_ >= enough) return;
  const std::size_t wanted = std::max(least, room_ * 2);
  auto* const larger = static_cast<std::uint8_t*>(std::realloc(memory_.get(), wanted));
  if (larger == nullptr) throw std::bad_alloc();
  static_cast<void>(memory_.release());
  memory_.reset(larger);
  room_ = wanted;
}

Result<Unpacked> Unpacked::read(const std::string& path, UnpackBudget& budget) {
  const auto input = Input::open(path);
  if (!input) return fail(input.error());
  Unpacked content;
  while (true) {
    content.make_room();
    char* const end = reinterpret_cast<char*>(content.memory_.get()) + content.size_;
    const auto count = (*input)->read({end, content.room_ - content.size_});
    if (!count) return fail(count.error());
    if (*count == 0) return content;
    budget.stored((*input)->stored_bytes());
    if (const auto allowed = budget.take(*count); !allowed) return fail(allowed.error().within(path));
    content.size_ += *count;
  }
}

}  // namespace symkit::io
