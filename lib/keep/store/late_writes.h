// A store in which an index is written while the next one is prepared: one at a time, so that at most one
// waits in memory.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "keep/store/shelf.h"

namespace symkit::store {

class LateWrites final : public Shelf {
 public:
  explicit LateWrites(std::unique_ptr<Shelf> store);
  ~LateWrites() override;

  // An error if the index could not be written. Waits until everything is written.
  Result<void> written(const Key& key);

  std::vector<Found> get(std::span<const Key> keys) override;
  Result<void> put(const Key& key, std::span<const Bytes> pieces) override;
  Result<void> add_name(std::string_view name, const Key& key) override;
  Result<std::vector<ImageId>> ids(index::Kind kind) override;
  std::vector<Ids> ids_like_each(std::span<const Key> keys) override;
  std::string place() const override { return store_->place(); }
  // Valid for an index that was put once it is written.
  std::string place_of(const Key& key) const override { return store_->place_of(key); }
  std::uint64_t outages() const override { return store_->outages(); }
  std::string trouble() const override { return store_->trouble(); }

 private:
  struct Task {
    Key key;
    std::function<Result<void>()> run;
  };
  void add(Task task);
  void work();
  void wait();
  bool is_under_way(std::span<const Key> keys);

  std::unique_ptr<Shelf> store_;
  std::mutex lock_;  // guards what follows
  std::condition_variable changed_;
  std::deque<Task> tasks_;  // the first is being written
  std::map<Key, Error> errors_;
  bool ends_ = false;
  std::thread worker_;
};

}  // namespace symkit::store
