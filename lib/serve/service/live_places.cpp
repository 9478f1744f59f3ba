#include "serve/service/live_places.h"

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

std::shared_ptr<void> LivePlaces::take(std::string_view address, std::string_view token) {
  std::string client = say(network_of(address), '\n', token);
  const std::lock_guard lock(lock_);
  const auto [place, is_new] = of_client_.try_emplace(client, 0);
  if (place->second >= all_ - taken_) {
    if (is_new) of_client_.erase(place);
    return nullptr;
  }
  ++place->second;
  ++taken_;
  return {this, [client = std::move(client)](LivePlaces* places) { places->give_back(client); }};
}

void LivePlaces::give_back(const std::string& client) {
  const std::lock_guard lock(lock_);
  --taken_;
  const auto place = of_client_.find(client);
  if (--place->second == 0) of_client_.erase(place);
}

}  // namespace symkit::service
