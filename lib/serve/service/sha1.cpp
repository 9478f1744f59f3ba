#include "serve/service/sha1.h"

#include <algorithm>
#include <mbedtls/sha1.h>
#include <mbedtls/version.h>

namespace symkit::service {
namespace {

constexpr std::size_t size_of_sha1 = 20;

}  // namespace

struct Sha1::State {
  mbedtls_sha1_context context{};
};

// Mbed TLS 2 has other names for the functions that can fail.
Sha1::Sha1() : state_(std::make_unique<State>()) {
  mbedtls_sha1_init(&state_->context);
#if MBEDTLS_VERSION_MAJOR < 3
  mbedtls_sha1_starts_ret(&state_->context);
#else
  mbedtls_sha1_starts(&state_->context);
#endif
}

Sha1::~Sha1() { mbedtls_sha1_free(&state_->context); }

void Sha1::add(Bytes bytes) {
#if MBEDTLS_VERSION_MAJOR < 3
  mbedtls_sha1_update_ret(&state_->context, bytes.data(), bytes.size());
#else
  mbedtls_sha1_update(&state_->context, bytes.data(), bytes.size());
#endif
}

std::string Sha1::digits() {
  std::array<std::uint8_t, size_of_sha1> hash{};
#if MBEDTLS_VERSION_MAJOR < 3
  mbedtls_sha1_finish_ret(&state_->context, hash.data());
#else
  mbedtls_sha1_finish(&state_->context, hash.data());
#endif
  std::string text;
  for (const std::uint8_t byte : hash) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

std::string sha1_of(Bytes bytes) {
  Sha1 sum;
  sum.add(bytes);
  return sum.digits();
}

bool is_sha1(std::string_view text) {
  return text.size() == 2 * size_of_sha1 &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace symkit::service
