#include "answers/retrace/met_frames.h"

#include <algorithm>
#include <utility>

#include "ground/base/text_hash.h"
#include "ground/stream/crew.h"

namespace symkit::retrace {
namespace {

// Of this thread's frames.
std::size_t most_bytes() {
  static const std::size_t most = 16 * 1024 * 1024 / stream::most_workers();
  return most;
}

}  // namespace

const MetFrames::Frame* MetFrames::find(std::string_view frame, const Mapping& mapping) {
  if (mapping.serial() != mapping_) forget();
  mapping_ = mapping.serial();
  hash_ = TextHash()(frame);
  const std::uint32_t* const found =
      by_text_.find(hash_, [&](std::uint32_t number) { return text_of(met_[number]) == frame; });
  if (found == nullptr) {
    is_met_again_ = was_met_once();
    return nullptr;
  }
  const Met& met = met_[*found];
  found_ = {met.outcome, std::string_view(texts_).substr(met.begin + met.frame_size, met.frames_size)};
  return &found_;
}

// The table grows with what is met: most logs are short.
bool MetFrames::was_met_once() {
  if (met_once_ == once_.size()) {
    once_.assign(std::clamp(once_.size() * 4, least_once, most_once), 0);
    met_once_ = 0;
  }
  const auto rest = static_cast<std::uint32_t>(hash_ >> 32);
  if (std::exchange(once_[hash_ % once_.size()], rest) == rest) return true;
  if (once_.size() < most_once) ++met_once_;
  return false;
}

void MetFrames::add(std::string_view frame, Outcome outcome, std::string_view frames) {
  if (frame.size() > UINT16_MAX || frames.size() > UINT16_MAX) return;
  const std::size_t size = texts_.size() + met_.size() * 2 * sizeof(Met);
  if (size + frame.size() + frames.size() > most_bytes()) forget();
  by_text_.add(hash_, static_cast<std::uint32_t>(met_.size()));
  met_.push_back({static_cast<std::uint32_t>(texts_.size()), static_cast<std::uint16_t>(frame.size()),
                  static_cast<std::uint16_t>(frames.size()), outcome});
  (texts_ += frame) += frames;
}

void MetFrames::forget() {
  texts_.clear();
  met_.clear();
  by_text_ = {};
}

}  // namespace symkit::retrace
