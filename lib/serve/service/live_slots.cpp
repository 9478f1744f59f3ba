#include "serve/service/live_slots.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>

#include "ground/base/words.h"

namespace symkit::service {
namespace {

// One client can have any number of IPv6 addresses, which share their first half.
std::string network_of(std::string_view address) {
  std::string text(address);
  std::array<unsigned char, 16> bytes{};
  if (::inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return text;
  const bool is_all_zero =
      std::all_of(bytes.begin(), bytes.begin() + 8, [](unsigned char b) { return b == 0; });
  // Loopback and IPv4 addresses have only zeros there.
  return is_all_zero ? text : std::string(bytes.begin(), bytes.begin() + 8);
}

}  // namespace

std::shared_ptr<void> LiveSlots::take(std::string_view address, std::string_view token) {
  std::string client = say(network_of(address), '\n', token);
  const std::lock_guard lock(lock_);
  const auto [slot, is_new] = of_client_.try_emplace(client, 0);
  if (slot->second >= all_ - taken_) {
    if (is_new) of_client_.erase(slot);
    return nullptr;
  }
  ++slot->second;
  ++taken_;
  return {this, [client = std::move(client)](LiveSlots* slots) { slots->give_back(client); }};
}

void LiveSlots::give_back(const std::string& client) {
  const std::lock_guard lock(lock_);
  --taken_;
  const auto slot = of_client_.find(client);
  if (--slot->second == 0) of_client_.erase(slot);
}

}  // namespace symkit::service
