#include "serve/rpc/announced.h"

#include <algorithm>
#include <array>
#include <sys/random.h>

#include "ground/base/hex.h"

namespace symkit::rpc {
namespace {

constexpr std::chrono::minutes expected_for{15};
constexpr std::chrono::minutes refused_for{60};
constexpr std::size_t most_files = 10'000;

// Random, so that it cannot be guessed.
std::string random_digits() {
  std::array<std::uint8_t, 16> bytes{};
  for (std::size_t got = 0; got < bytes.size();) {
    const ssize_t count = ::getrandom(bytes.data() + got, bytes.size() - got, 0);
    if (count > 0) got += static_cast<std::size_t>(count);
  }
  return to_hex(bytes);
}

}  // namespace

bool Announced::counts(const File& file) {
  const auto age = Clock::now() - file.changed;
  switch (file.state) {
    case File::State::Expected: return age < expected_for;
    case File::State::Refused: return age < refused_for;
    case File::State::Taken: return true;
  }
  return false;
}

std::optional<Announced::File> Announced::find(const std::string& key) const {
  const std::lock_guard lock(lock_);
  const auto found = files_.find(key);
  return found != files_.end() && counts(found->second) ? std::optional(found->second) : std::nullopt;
}

std::optional<Announced::File> Announced::announce(const std::string& key, const std::string& hash,
                                                   std::int64_t size) {
  const std::lock_guard lock(lock_);
  make_room();
  const auto known = files_.find(key);
  if (known != files_.end() && known->second.state == File::State::Expected && counts(known->second))
    return std::nullopt;
  return files_[key] = {.upload_id = random_digits(), .hash = hash, .size = size};
}

void Announced::settle(const std::string& key, const std::string& upload_id, File::State state) {
  const std::lock_guard lock(lock_);
  const auto found = files_.find(key);
  if (found == files_.end() || found->second.upload_id != upload_id) return;
  found->second.state = state;
  found->second.changed = Clock::now();
}

// Removes the file that has not changed for longest.
void Announced::make_room() {
  if (files_.size() < most_files) return;
  std::erase_if(files_, [](const auto& one) { return !counts(one.second); });
  if (files_.size() < most_files) return;
  files_.erase(std::ranges::min_element(files_, {}, [](const auto& one) { return one.second.changed; }));
}

}  // namespace symkit::rpc
