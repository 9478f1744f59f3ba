// A static store as a writable folder, which a web server serves as it is or which is copied to a bucket.
// The same indexes give the same files, in whatever order and by whomever they are put.
#pragma once

#include <functional>
#include <string>

#include "keep/store/static_shelf.h"

namespace symkit::store {

class StaticFolder final : public StaticShelf {
 public:
  explicit StaticFolder(std::string folder) : folder_(std::move(folder)) {}

  static bool is_one(const std::string& folder);
  // Creates a static store in an empty or missing folder; an existing one is kept.
  static Result<void> make(const std::string& folder);

  Result<void> put(const Key& key, std::span<const Bytes> pieces) override;
  Result<void> add_name(std::string_view name, const Key& key) override;
  Result<std::vector<ImageId>> ids(index::Kind kind) override;
  std::string place() const override { return folder_; }
  std::string place_of(const Key& key) const override;
  Result<void> list(const std::function<void(const Item&)>& visit) override;
  Result<std::size_t> remove(std::span<const Key> keys) override;

 protected:
  std::vector<Found> read(std::span<const std::string> paths) override;

 private:
  std::string at(const std::string& path) const { return folder_ + '/' + path; }
  Result<void> put_value(const Key& key, Bytes plain);
  Result<void> put_parts(const Key& key, Bytes bytes);
  Result<void> write(const std::string& path, Bytes bytes);
  // Changes the file of longer ids, if the head's id is longer than logs write it.
  using Change = std::function<void(std::vector<ImageId>& ids)>;
  Result<void> change_longer(const Key& head, const Change& change);
  Result<bool> remove_one(const Key& key);
  bool is_kind_of_head(const Key& key);

  std::string folder_;
};

}  // namespace symkit::store
