#include "ground/io/input.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <utility>

#include "ground/base/words.h"
#include "ground/io/byte_source.h"
#include "ground/io/decompressor.h"

namespace symkit::io {
namespace {

constexpr std::size_t most_given_first = 16 * 1024;
constexpr std::size_t most_peeked = 16 * 1024;

}  // namespace

Result<std::unique_ptr<Input>> Input::open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fail(say(path, ": ", std::strerror(errno)));
  auto source = std::make_unique<ByteSource>(descriptor, true);
  struct stat status{};
  if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode))
    return fail(say(path, ": is a folder, not a file"));
  return std::unique_ptr<Input>(new Input(std::move(source), path));
}

std::unique_ptr<Input> Input::from_descriptor(int descriptor, std::string name) {
  return std::unique_ptr<Input>(new Input(std::make_unique<ByteSource>(descriptor, false), std::move(name)));
}

std::unique_ptr<Input> Input::of_memory(SharedBlob bytes, std::string name) {
  auto source = std::make_unique<ByteSource>(as_text(bytes->bytes()));
  auto input = std::unique_ptr<Input>(new Input(std::move(source), std::move(name)));
  input->memory_ = std::move(bytes);
  return input;
}

std::unique_ptr<Input> Input::of_memory(std::string bytes, std::string name) {
  return of_memory(blob_of_text(std::move(bytes)), std::move(name));
}

std::unique_ptr<Input> Input::of_feed(std::shared_ptr<Feed> feed, std::string name) {
  return std::unique_ptr<Input>(new Input(std::make_unique<ByteSource>(std::move(feed)), std::move(name)));
}

std::unique_ptr<Input> Input::translated(std::unique_ptr<Input> source,
                                         std::unique_ptr<Translation> translation) {
  auto input = of_memory(std::string(), source->name_);
  input->translated_ = std::move(source);
  input->translation_ = std::move(translation);
  return input;
}

std::unique_ptr<Input> Input::again() const {
  if (translation_) return translation_->keeps_images() ? translated_->again() : nullptr;
  if (memory_) return of_memory(memory_, name_);
  auto source = source_->again();
  return source ? std::unique_ptr<Input>(new Input(std::move(source), name_)) : nullptr;
}

Input::Input(std::unique_ptr<ByteSource> source, std::string name)
    : name_(std::move(name)), source_(std::move(source)) {}

Input::~Input() = default;

Result<std::size_t> Input::read(std::span<char> buffer) {
  if (ended_ || buffer.empty()) return 0;
  Result<std::size_t> count = read_named(buffer);
  ended_ = !count || *count == 0;
  if (!count) return count;
  if (given_first_.size() < most_given_first)
    given_first_.append(buffer.data(), std::min(*count, most_given_first - given_first_.size()));
  return count;
}

bool Input::ready(std::chrono::milliseconds patience) const {
  if (ended_ || !peeked_.empty()) return true;
  if (translation_) return translation_->ready(*translated_, patience);
  return source_->ready(patience);
}

std::uint64_t Input::stored_bytes() const {
  return translated_ ? translated_->stored_bytes() : source_->taken();
}

Result<std::string_view> Input::peek() {
  if (peeked_.empty() && !ended_) {
    std::string first(most_peeked, '\0');
    const auto count = read_named(first);
    ended_ = !count;
    if (!count) return fail(count.error());
    peeked_.assign(first, 0, *count);
  }
  return std::string_view(peeked_);
}

Result<std::string_view> Input::beginning() {
  if (const auto begun = begin(); !begun) {
    ended_ = true;
    return fail(begun.error().within(name_));
  }
  return source_->waiting();
}

Result<void> Input::begin() {
  if (begun_) return {};
  begun_ = true;
  const Result<Compression> compression = recognise(*source_);
  if (!compression) return fail(compression.error());
  decompressor_ = make_decompressor(*compression);
  return {};
}

Result<std::size_t> Input::read_named(std::span<char> buffer) {
  if (!peeked_.empty()) {
    const std::size_t count = peeked_.copy(buffer.data(), buffer.size());
    peeked_.erase(0, count);
    return count;
  }
  if (translation_) return translation_->read(*translated_, buffer);
  const auto count = read_bytes(buffer);
  return count ? count : fail(count.error().within(name_));
}

Result<std::size_t> Input::read_bytes(std::span<char> buffer) {
  if (const auto begun = begin(); !begun) return fail(begun.error());
  return decompressor_ ? decompressor_->read(*source_, buffer) : source_->read(buffer);
}

}  // namespace symkit::io
