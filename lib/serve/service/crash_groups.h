// Crash groups of one project's logs, over a long time. New crashes are written to the project's store
// every few seconds; several services that share a store count in one ledger.
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

  // Fails if the stored ledger cannot be read. A store that is not available just now is not an error.
  Result<void> open();

  void add(std::vector<group::Group> found);
  // Writes what was added to the shared ledger, and drops what is too old. If that fails, it is tried
  // again with the next write().
  Result<void> write();

  // The ledger as written by all services; what was added here since then follows with the next write().
  using SharedLedger = std::shared_ptr<const group::Ledger>;
  Result<SharedLedger> read();

 private:
  using Clock = std::chrono::steady_clock;
  struct Tried {
    group::Ledger found;
    std::string mark;  // of the attempted write
  };
  Result<void> refresh();
  group::Ledger take_fresh();
  void give_back(const group::Ledger& found);
  Result<void> write(group::Ledger& fresh);

  const group::Ledger::Limits limits_;
  std::mutex store_lock_;  // guards the members below; may be held while the store is slow
  std::unique_ptr<store::SharedText> place_;
  SharedLedger ledger_;  // as last read or written
  std::uint64_t version_ = 0;
  std::string mark_;  // identifies the write; differs for each version
  std::optional<Tried> tried_;
  Clock::time_point read_at_;
  std::mutex lock_;      // guards fresh_; never held while the store is slow
  group::Ledger fresh_;  // not yet written
};

}  // namespace symkit::service
