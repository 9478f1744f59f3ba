// A shared text in an engine: each version has its own key, which can be written only once. Older
// versions are emptied, not removed, so that a writer that still has an old version is refused.
#pragma once

#include "keep/redis/engine.h"
#include "keep/store/shared_text.h"

namespace symkit::store {

class EngineText final : public SharedText {
 public:
  EngineText(std::unique_ptr<redis::Engine> engine, std::string_view name, std::chrono::seconds expire);

  Result<std::optional<Version>> newer_than(std::uint64_t number) override;
  Result<bool> follow(std::uint64_t number, std::string_view text) override;
  bool is_far() const override { return true; }
  std::string place() const override;

 private:
  struct Held;
  std::string key_of(std::uint64_t number) const;
  Result<std::uint64_t> last_told() const;
  Result<Held> newest_from(std::uint64_t number, std::uint64_t known) const;

  std::unique_ptr<redis::Engine> engine_;
  std::string keys_;  // the prefix of all its keys
  std::chrono::seconds expire_;
};

}  // namespace symkit::store
