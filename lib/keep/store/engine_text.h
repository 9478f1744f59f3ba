// A shared text in an engine: each version under a key of its own, which nobody can write twice. What is
// older is emptied, not removed, so that whoever slept over it is refused still.
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
  std::string keys_;  // what all of them begin with
  std::chrono::seconds expire_;
};

}  // namespace symkit::store
