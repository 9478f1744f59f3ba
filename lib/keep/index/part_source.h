// Where a reader of an index in parts gets the parts, and those that it has open. docs/store.md describes
// how many requests this takes.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ground/io/blob.h"
#include "keep/index/cutting.h"

namespace symkit::index {

// Safe for any number of threads.
class PartSource {
 public:
  PartSource() = default;
  PartSource(const PartSource&) = delete;
  PartSource& operator=(const PartSource&) = delete;
  virtual ~PartSource() = default;

  // Announces a part that will be needed.
  virtual void expect(const PartSeal& part) = 0;
  // The part that matches the seal. If it is not available, it is requested together with everything
  // expected, for any index. An error says which part is missing or differs, where, and what to do.
  virtual Result<io::SharedBlob> get(const PartSeal& part) = 0;
};

// The parts that one reader has open; a reader belongs to one thread. Memory is bounded: when it is full,
// all are closed.
template <class Reader>
class OpenParts {
 public:
  using Open = Result<std::unique_ptr<Reader>> (*)(io::SharedBlob blob, const std::string& place);

  OpenParts(std::vector<PartSeal> seals, std::shared_ptr<PartSource> source, std::string place, Open open)
      : seals_(std::move(seals)), source_(std::move(source)), place_(std::move(place)), open_(open) {}

  std::size_t count() const { return seals_.size(); }
  // For another thread: none of its parts is open.
  OpenParts twin() const { return {seals_, source_, place_, open_}; }

  // A part stays open as long as the caller holds it.
  Result<std::shared_ptr<Reader>> get(std::size_t number) {
    if (const auto known = opened_.find(number); known != opened_.end()) return known->second;
    return open(number);
  }

  // Announces a part that will be needed.
  void expect(std::size_t number) {
    if (number < count() && !opened_.contains(number)) source_->expect(seals_[number]);
  }

 private:
  static constexpr std::size_t most_bytes = std::size_t{16} << 20;

  Result<std::shared_ptr<Reader>> open(std::size_t number) {
    const auto blob = source_->get(seals_[number]);
    if (!blob) return fail(blob.error());
    auto reader = open_(*blob, place_);
    if (!reader) return fail(reader.error());
    const std::size_t size = seals_[number].size;
    if (bytes_ + size > most_bytes) close_all();
    bytes_ += size;
    return opened_[number] = std::move(*reader);
  }

  void close_all() {
    opened_.clear();
    bytes_ = 0;
  }

  std::vector<PartSeal> seals_;
  std::shared_ptr<PartSource> source_;
  std::string place_;
  Open open_;
  std::unordered_map<std::size_t, std::shared_ptr<Reader>> opened_;
  std::size_t bytes_ = 0;
};

}  // namespace symkit::index
