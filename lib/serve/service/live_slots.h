// Slots for logs that are answered while they arrive: each has a thread, and may last for days. No
// client may have more slots than are left for all others, so that the next client finds one.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace symkit::service {

class LiveSlots {
 public:
  explicit LiveSlots(std::size_t all) : all_(all) {}
  LiveSlots(const LiveSlots&) = delete;
  LiveSlots& operator=(const LiveSlots&) = delete;

  // The slot is returned when the pointer is released; this must outlive it. Null: this client gets no
  // more. `address` is numeric; different tokens count as different clients, too.
  std::shared_ptr<void> take(std::string_view address, std::string_view token);

 private:
  void give_back(const std::string& client);

  std::size_t all_;
  std::mutex lock_;  // guards the members below
  std::size_t taken_ = 0;
  std::map<std::string, std::size_t> of_client_;
};

}  // namespace symkit::service
