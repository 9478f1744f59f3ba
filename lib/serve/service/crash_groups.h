// The crashes of one project's logs in groups, over a long time. What is found is written into the project's
// store every few seconds; several services that share a store count in one ledger.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"
#include "keep/store/shared_text.h"
#include "reports/group/ledger.h"

namespace symkit::service {

class CrashGroups {
 public:
  CrashGroups(std::unique_ptr<store::SharedText> place, group::Ledger::Limits limits);

  // An error: what is kept there cannot be read. A place that cannot be asked just now is none.
  Result<void> open();

  void add(std::vector<group::Group> found);
  // Puts what was added where the others see it, and takes off what is too old. What cannot be written now
  // stays to be written.
  Result<void> write();

  // As all services have written it; what was added here since comes with the next write().
  using SharedLedger = std::shared_ptr<const group::Ledger>;
  Result<SharedLedger> read();

 private:
  using Clock = std::chrono::steady_clock;
  struct Tried {
    group::Ledger found;
    std::string mark;  // of what was to be written
  };
  Result<void> refresh();
  group::Ledger take_fresh();
  void give_back(const group::Ledger& found);
  Result<void> write(group::Ledger& fresh);

  const group::Ledger::Limits limits_;
  std::mutex store_lock_;  // of what follows: it may wait for the store
  std::unique_ptr<store::SharedText> place_;
  SharedLedger ledger_;  // as it was read or written last
  std::uint64_t version_ = 0;
  std::string mark_;  // of its writer, another for each version
  std::optional<Tried> tried_;
  Clock::time_point read_at_;
  std::mutex lock_;      // of what follows: it never waits
  group::Ledger fresh_;  // that nobody else sees yet
};

}  // namespace symkit::service
