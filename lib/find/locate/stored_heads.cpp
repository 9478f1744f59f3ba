#include "find/locate/stored_heads.h"

#include "ground/base/same_id.h"

namespace symkit::locate {
namespace {

// For all logs together; if more are looked ahead, all are fetched again.
constexpr std::size_t most_ahead = 20'000;

}  // namespace

Result<StoredHead> StoredHeads::find(const ImageId& id) const {
  {
    const std::scoped_lock locked(lock_);
    if (const auto known = ahead_.find(id); known != ahead_.end()) return known->second;
  }
  return std::move(ask({&id, 1}).front());
}

void StoredHeads::look_ahead(std::span<const ImageId> ids) {
  const auto heads = ask(ids);
  const std::scoped_lock locked(lock_);
  if (ahead_.size() + ids.size() > most_ahead) ahead_.clear();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    ahead_.erase(ids[i]);
    if (heads[i]) ahead_.emplace(ids[i], *heads[i]);
  }
}

std::vector<Result<StoredHead>> StoredHeads::ask(std::span<const ImageId> ids) const {
  const auto matches = store_.find_each_like(ids, store::forms_of(index::Kind::Native), same_id);
  std::vector<Result<StoredHead>> heads;
  for (const auto& match : matches) {
    if (!match) {
      heads.emplace_back(fail(match.error()));
    } else if (match->blob == nullptr) {
      heads.emplace_back(StoredHead());
    } else if (auto image = symbolize::OpenImage::open(match->key, match->blob, store_); image) {
      heads.emplace_back(StoredHead{std::move(*image), store_.place_of(match->key)});
    } else {
      heads.emplace_back(fail(image.error()));
    }
  }
  return heads;
}

}  // namespace symkit::locate
