#include "ground/io/text_ahead.h"

#include <algorithm>
#include <utility>

namespace symkit::io {
namespace {

using Clock = std::chrono::steady_clock;

// A stream is not delayed for longer than this.
constexpr std::chrono::milliseconds longest_wait{5};
constexpr std::size_t read_at_once = std::size_t{64} << 10;
// The most that is shown to the listener at once.
constexpr std::size_t most_told = std::size_t{1} << 20;
constexpr std::size_t much_noted = 1'000;

}  // namespace

std::unique_ptr<Input> TextAhead::before(std::unique_ptr<Input> source, std::unique_ptr<Listener> listener) {
  return Input::translated(std::move(source), std::unique_ptr<TextAhead>(new TextAhead(std::move(listener))));
}

Result<std::size_t> TextAhead::read(Input& source, std::span<char> buffer) {
  if (given_ == text_.size()) fill(source);
  if (given_ == text_.size() && error_) return fail(*std::exchange(error_, std::nullopt));
  const std::size_t count = text_.copy(buffer.data(), buffer.size(), given_);
  given_ += count;
  return count;
}

bool TextAhead::ready(const Input& source, std::chrono::milliseconds patience) const {
  return given_ < text_.size() || ended_ || source.ready(patience);
}

void TextAhead::fill(Input& source) {
  if (!std::exchange(begun_, true)) listener_->begin(source);
  text_.clear();
  given_ = 0;
  std::optional<Clock::time_point> until;
  bool wants_more = true;
  while (!ended_ && wants_more && text_.size() < most_told) {
    const auto left =
        until ? std::chrono::ceil<std::chrono::milliseconds>(*until - Clock::now()) : longest_wait;
    if (until && !source.ready(std::max(left, std::chrono::milliseconds(0)))) break;
    const std::size_t before = text_.size();
    text_.resize(before + read_at_once);
    const auto count = source.read({text_.data() + before, read_at_once});
    text_.resize(before + count.value_or(0));
    if (!count) error_ = count.error();
    if (!until) until = Clock::now() + longest_wait;
    ended_ = count.value_or(0) == 0;
    if (ended_)
      listener_->end();
    else
      wants_more = listener_->take(std::string_view(text_).substr(before));
  }
  listener_->tell();
}

bool LinesAhead::take(std::string_view text) {
  std::size_t noted = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const bool ends = end != std::string_view::npos;
    std::string_view piece = text.substr(0, ends ? end + 1 : end);
    text.remove_prefix(piece.size());
    if (!ends || !line_.empty()) piece = line_ += piece;
    if (!ends && line_.size() < Lines::longest_line) break;
    noted = note({piece, !within_line_, ends});
    within_line_ = !ends;
    line_.clear();
  }
  return noted < much_noted;
}

void LinesAhead::end() {
  if (!line_.empty()) note({line_, !within_line_, true});
  line_.clear();
  finish();
}

}  // namespace symkit::io
