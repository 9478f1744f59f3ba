#include "serve/service/sha1.h"

#include <mbedtls/md.h>

#include "ground/base/hex.h"

namespace symkit::service {
namespace {

constexpr std::size_t size_of_sha1 = 20;

}  // namespace

struct Sha1::State {
  mbedtls_md_context_t context{};
};

Sha1::Sha1() : state_(std::make_unique<State>()) {
  mbedtls_md_init(&state_->context);
  mbedtls_md_setup(&state_->context, mbedtls_md_info_from_type(MBEDTLS_MD_SHA1), 0);
  mbedtls_md_starts(&state_->context);
}

Sha1::~Sha1() { mbedtls_md_free(&state_->context); }

void Sha1::add(Bytes bytes) { mbedtls_md_update(&state_->context, bytes.data(), bytes.size()); }

std::string Sha1::digits() {
  std::array<std::uint8_t, size_of_sha1> hash{};
  mbedtls_md_finish(&state_->context, hash.data());
  return to_hex(hash);
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
