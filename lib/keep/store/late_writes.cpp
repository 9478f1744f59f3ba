#include "keep/store/late_writes.h"

#include <algorithm>
#include <array>
#include <utility>

namespace symkit::store {

LateWrites::LateWrites(std::unique_ptr<Shelf> store)
    : store_(std::move(store)), worker_([this] { work(); }) {}

LateWrites::~LateWrites() {
  {
    const std::scoped_lock locked(lock_);
    ends_ = true;
  }
  changed_.notify_all();
  worker_.join();
}

// Works off all tasks before it ends. After a failure, later tasks for the same key are skipped.
void LateWrites::work() {
  std::unique_lock locked(lock_);
  while (true) {
    changed_.wait(locked, [this] { return ends_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    const Task& task = tasks_.front();
    if (!errors_.contains(task.key)) {
      locked.unlock();
      auto done = task.run();
      locked.lock();
      if (!done) errors_.emplace(task.key, std::move(done.error()));
    }
    tasks_.pop_front();
    changed_.notify_all();
  }
}

void LateWrites::add(Task task) {
  const std::scoped_lock locked(lock_);
  tasks_.push_back(std::move(task));
  changed_.notify_all();
}

void LateWrites::wait() {
  std::unique_lock locked(lock_);
  changed_.wait(locked, [this] { return tasks_.empty(); });
}

Result<void> LateWrites::written(const Key& key) {
  wait();
  const std::scoped_lock locked(lock_);
  const auto error = errors_.extract(key);
  return error.empty() ? Result<void>() : fail(std::move(error.mapped()));
}

bool LateWrites::is_under_way(std::span<const Key> keys) {
  const std::scoped_lock locked(lock_);
  return std::ranges::any_of(keys, [&](const Key& key) {
    return std::ranges::any_of(tasks_, [&](const Task& task) { return task.key.id == key.id; });
  });
}

std::vector<Found> LateWrites::get(std::span<const Key> keys) {
  if (is_under_way(keys)) wait();
  return store_->get(keys);
}

Result<void> LateWrites::put(const Key& key, std::span<const Bytes> pieces) {
  auto bytes = std::make_shared<std::vector<std::uint8_t>>();
  for (const Bytes piece : pieces) bytes->insert(bytes->end(), piece.begin(), piece.end());
  wait();
  add({key, [this, key, bytes = std::move(bytes)] {
         const std::array all = {Bytes(*bytes)};
         return store_->put(key, all);
       }});
  return {};
}

Result<void> LateWrites::add_name(std::string_view name, const Key& key) {
  add({key, [this, key, name = std::string(name)] { return store_->add_name(name, key); }});
  return {};
}

Result<std::vector<ImageId>> LateWrites::ids(index::Kind kind) {
  wait();
  return store_->ids(kind);
}

std::vector<Shelf::Ids> LateWrites::ids_like_each(std::span<const Key> keys) {
  wait();
  return store_->ids_like_each(keys);
}

}  // namespace symkit::store
