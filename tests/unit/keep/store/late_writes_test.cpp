// A store that writes while its user goes on: what was put is found, one index waits at a time, and what went
// wrong is told of that index alone.
#include "keep/store/late_writes.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "doctest/doctest.h"

using namespace symkit;
using store::Key;
using store::LateWrites;

namespace {

Key key_of(std::uint8_t number) {
  const std::uint8_t id[16] = {number};
  return {.id = *ImageId::from_bytes(id)};
}

// Writes when it is told to.
class Slow : public store::Shelf {
 public:
  explicit Slow(std::vector<std::string>& told) : told_(told) {}

  std::vector<store::Found> get(std::span<const Key> keys) override {
    std::vector<store::Found> found;
    const std::scoped_lock locked(lock_);
    for (const Key& key : keys) found.push_back(kept_.contains(key) ? kept_[key] : nullptr);
    return found;
  }
  Result<void> put(const Key& key, std::span<const Bytes> pieces) override {
    std::unique_lock locked(lock_);
    begun = true;
    changed_.wait(locked, [&] { return may_write_; });
    if (key == key_of(9)) return fail("full");
    kept_[key] = io::blob_of({pieces[0].begin(), pieces[0].end()});
    return {};
  }
  Result<void> add_name(std::string_view name, const Key& /*key*/) override {
    told_.emplace_back(name);
    return {};
  }
  Result<std::vector<ImageId>> ids(index::Kind /*kind*/) override { return std::vector<ImageId>(); }
  std::vector<Ids> ids_like_each(std::span<const Key> keys) override { return std::vector<Ids>(keys.size()); }
  std::string place() const override { return "slow"; }
  std::string place_of(const Key& key) const override { return key.id.hex(); }

  void let(bool may_write) {
    const std::scoped_lock locked(lock_);
    may_write_ = may_write;
    changed_.notify_all();
  }
  std::atomic<bool> begun = false;

 private:
  std::vector<std::string>& told_;
  std::mutex lock_;
  std::condition_variable changed_;
  bool may_write_ = false;
  std::map<Key, io::SharedBlob> kept_;
};

struct Late {
  std::vector<std::string> told;
  Slow* slow = new Slow(told);
  LateWrites writes{std::unique_ptr<store::Shelf>(slow)};

  Result<void> put(const Key& key, std::vector<std::uint8_t> bytes) {
    const Bytes piece(bytes);
    return writes.put(key, {&piece, 1});  // the bytes are gone when it returns
  }
};

}  // namespace

TEST_CASE("An index is written while others are asked for") {
  Late late;
  REQUIRE(late.put(key_of(1), {1, 2, 3}));
  REQUIRE(late.writes.add_name("one", key_of(1)));
  while (!late.slow->begun) std::this_thread::yield();
  CHECK(late.told.empty());
  CHECK(*late.writes.find(key_of(2)) == nullptr);  // which waits for nobody
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    late.slow->let(true);
  });
  const auto found = late.writes.find(key_of(1));  // which waits until it is there
  REQUIRE(found);
  REQUIRE(*found != nullptr);
  CHECK((*found)->bytes().size() == 3);
  later.join();
  CHECK(late.writes.written(key_of(1)));
  CHECK(late.told == std::vector<std::string>{"one"});
}

TEST_CASE("What cannot be written is told when it is asked for, and of no other index") {
  Late late;
  late.slow->let(true);
  REQUIRE(late.put(key_of(9), {1}));
  REQUIRE(late.writes.add_name("nine", key_of(9)));
  REQUIRE(late.put(key_of(1), {2}));
  REQUIRE(late.writes.add_name("one", key_of(1)));
  CHECK(late.writes.written(key_of(9)).error().message == "full");
  CHECK(late.writes.written(key_of(1)));
  CHECK(late.told == std::vector<std::string>{"one"});  // of what is not there nobody is told
}

TEST_CASE("What was put is written, whoever waits for it") {
  std::vector<std::string> told;
  {
    Late late;
    late.slow->let(true);
    for (std::uint8_t number = 1; number < 9; ++number) {
      REQUIRE(late.put(key_of(number), {number}));
      REQUIRE(late.writes.add_name(std::string(1, static_cast<char>('a' + number)), key_of(number)));
    }
    CHECK(late.writes.written(key_of(8)));
    told = late.told;
  }
  CHECK(told.size() == 8);
}
