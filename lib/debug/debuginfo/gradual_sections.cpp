#include "debug/debuginfo/gradual_sections.h"

#include <algorithm>
#include <utility>

namespace symkit::debuginfo {
namespace {

// How far ahead .debug_info is made while nobody needs more of it yet: other cores would be idle.
constexpr std::uint64_t bytes_ahead = 1 << 20;

bool is_as_stored(const container::Image& image) {
  const container::Section* const info = image.debug_section("debug_info");
  return info == nullptr ||
         (info->compression == container::Compression::None && image.type() != container::FileType::Object);
}

}  // namespace

GradualSections::GradualSections(const container::Image& image, const dwarf::DebugFile* supplementary,
                                 Lines lines)
    : sections_(image, supplementary, lines), is_gradual_(!is_as_stored(image)) {
  if (is_gradual_) {
    maker_ = std::jthread([this] { make_info(); });
  } else {
    make_info();
  }
}

GradualSections::~GradualSections() {
  {
    const std::scoped_lock lock(mutex_);
    is_stopped_ = true;
  }
  changed_.notify_all();
}

Result<void> GradualSections::await(std::uint64_t bytes_of_info) {
  std::unique_lock lock(mutex_);
  wanted_ = std::max(wanted_, bytes_of_info);
  changed_.notify_all();
  if (!std::exchange(has_others_, true)) {
    lock.unlock();
    sections_.make_others();
    lock.lock();
  }
  changed_.wait(lock, [&] { return is_done_ || made_ >= bytes_of_info; });
  return is_done_ && made_ < bytes_of_info ? sections_.result() : sections_.result_of_others();
}

void GradualSections::let_go() {
  const std::scoped_lock lock(mutex_);
  wanted_ = everything;
  changed_.notify_all();
}

void GradualSections::make_info() {
  sections_.make_info([this](Bytes info, std::size_t final_bytes) {
    std::unique_lock lock(mutex_);
    made_ = final_bytes;
    changed_.notify_all();
    if (is_gradual_ && made_ < info.size())
      changed_.wait(lock, [&] {
        return is_stopped_ || wanted_ >= everything - bytes_ahead || wanted_ + bytes_ahead > made_;
      });
    return !is_stopped_;
  });
  const std::scoped_lock lock(mutex_);
  is_done_ = true;
  changed_.notify_all();
}

}  // namespace symkit::debuginfo
