#include "keep/redis/tls.h"

#include <algorithm>
#include <array>
#include <mbedtls/pk.h>
#include <mbedtls/ssl.h>
#include <mbedtls/version.h>
#include <mbedtls/x509_crt.h>
#include <mutex>
#include <netinet/in.h>
#include <sys/random.h>
#include <unistd.h>

#include "ground/base/environment.h"
#include "ground/base/words.h"
#include "keep/redis/patience.h"

namespace symkit::redis {

// Shared by all connections. Mbed TLS caches computations in the keys that it verifies and signs with,
// and not every build of it has locks, so handshakes run one after the other. Waiting for the other side
// happens outside of that.
class Authorities {
 public:
  Authorities() {
    mbedtls_x509_crt_init(&trusted);
    mbedtls_x509_crt_init(&own);
    mbedtls_pk_init(&own_key);
    mbedtls_ssl_config_init(&settings);
  }
  Authorities(const Authorities&) = delete;
  Authorities& operator=(const Authorities&) = delete;
  ~Authorities() {
    mbedtls_ssl_config_free(&settings);
    mbedtls_pk_free(&own_key);
    mbedtls_x509_crt_free(&own);
    mbedtls_x509_crt_free(&trusted);
  }

  mutable std::mutex shaking_hands;
  mbedtls_x509_crt trusted{};
  mbedtls_x509_crt own{};
  mbedtls_pk_context own_key{};
  mbedtls_ssl_config settings{};
};

namespace {

constexpr std::string_view ended_by_peer =
    "it ended TLS: perhaps it requires a client certificate (?cert=FILE&key=FILE)";

constexpr std::array bundles_of_systems{
    "/etc/ssl/certs/ca-certificates.crt",                 // Debian, Alpine, Arch
    "/etc/pki/tls/certs/ca-bundle.crt",                   // Fedora
    "/etc/ssl/ca-bundle.pem",                             // openSUSE
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // Fedora without links
    "/etc/ssl/cert.pem",
};

std::string bundle_of_authorities() {
  if (std::string named = environment("SSL_CERT_FILE"); !named.empty()) return named;
  for (const char* const path : bundles_of_systems)
    if (::access(path, R_OK) == 0) return path;
  return {};
}

int system_random(void* /*unused*/, unsigned char* out, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::getrandom(out, size, 0);
    if (got < 0 && errno != EINTR) return -1;
    if (got < 0) continue;
    out += got;
    size -= static_cast<std::size_t>(got);
  }
  return 0;
}

void set_versions(mbedtls_ssl_config& settings) {
#if MBEDTLS_VERSION_MAJOR >= 3
  // 1.3 would need the library's own global state for its keys.
  mbedtls_ssl_conf_min_tls_version(&settings, MBEDTLS_SSL_VERSION_TLS1_2);
  mbedtls_ssl_conf_max_tls_version(&settings, MBEDTLS_SSL_VERSION_TLS1_2);
#else
  mbedtls_ssl_conf_min_version(&settings, MBEDTLS_SSL_MAJOR_VERSION_3, MBEDTLS_SSL_MINOR_VERSION_3);
#endif
}

int send_to_socket(void* socket, const unsigned char* bytes, std::size_t size) {
  const ssize_t sent = ::send(static_cast<const Socket*>(socket)->descriptor(), bytes, size, MSG_NOSIGNAL);
  if (sent >= 0) return static_cast<int>(sent);
  return errno == EAGAIN || errno == EINTR ? MBEDTLS_ERR_SSL_WANT_WRITE : MBEDTLS_ERR_SSL_CONN_EOF;
}

int receive_from_socket(void* socket, unsigned char* bytes, std::size_t size) {
  const ssize_t got = ::recv(static_cast<const Socket*>(socket)->descriptor(), bytes, size, 0);
  if (got >= 0) return static_cast<int>(got);
  return errno == EAGAIN || errno == EINTR ? MBEDTLS_ERR_SSL_WANT_READ : MBEDTLS_ERR_SSL_CONN_EOF;
}

// Mbed TLS 2.28 checks certificates against names, but not against IP addresses.
bool is_for_number(const mbedtls_x509_crt& certificate, const std::string& number) {
  constexpr int ip_address = 7;
  const auto endpoints = endpoint_of_number(number, 0);
  if (endpoints.empty()) return false;
  Bytes wanted;
  const sockaddr_storage& address = endpoints[0].address;
  if (address.ss_family == AF_INET) {
    wanted = {reinterpret_cast<const std::uint8_t*>(&reinterpret_cast<const sockaddr_in&>(address).sin_addr),
              4};
  } else {
    wanted = {
        reinterpret_cast<const std::uint8_t*>(&reinterpret_cast<const sockaddr_in6&>(address).sin6_addr), 16};
  }
  for (const auto* name = &certificate.subject_alt_names; name != nullptr; name = name->next)
    if ((name->buf.tag & 0x1f) == ip_address && std::ranges::equal(Bytes(name->buf.p, name->buf.len), wanted))
      return true;
  return false;
}

struct PeerSeen {
  PeerNames names;
  bool certificate = false;  // the peer has sent one
};

int judge_name(void* peer_seen, mbedtls_x509_crt* certificate, int depth, std::uint32_t* faults) {
  auto& seen = *static_cast<PeerSeen*>(peer_seen);
  seen.certificate = true;
  const PeerNames& peer = seen.names;
  if (depth != 0 || peer.number.empty()) return 0;
  if (is_for_number(*certificate, peer.number)) {
    *faults &= ~static_cast<std::uint32_t>(MBEDTLS_X509_BADCERT_CN_MISMATCH);
  } else if (peer.name.empty()) {
    *faults |= MBEDTLS_X509_BADCERT_CN_MISMATCH;
  }
  return 0;
}

std::string fault_of_certificate(std::uint32_t faults, const PeerNames& peer) {
  if ((faults & MBEDTLS_X509_BADCERT_CN_MISMATCH) != 0)
    return say("its certificate is for another name than ", peer.name.empty() ? peer.number : peer.name);
  if ((faults & MBEDTLS_X509_BADCERT_EXPIRED) != 0) return "its certificate has expired";
  if ((faults & MBEDTLS_X509_BADCERT_FUTURE) != 0) return "its certificate is not valid yet";
  if ((faults & MBEDTLS_X509_BADCERT_NOT_TRUSTED) != 0)
    return "its certificate is not signed by a trusted authority (SSL_CERT_FILE names a file of trusted "
           "authorities)";
  return "its certificate is not acceptable";
}

class SecureStream final : public Stream {
 public:
  SecureStream(std::shared_ptr<const Authorities> authorities, Socket socket, PeerNames peer)
      : authorities_(std::move(authorities)), socket_(std::move(socket)), peer_{.names = std::move(peer)} {
    mbedtls_ssl_init(&session_);
  }
  ~SecureStream() override { mbedtls_ssl_free(&session_); }

  Result<void> shake_hands(std::chrono::milliseconds patience);

  int descriptor() const override { return socket_.descriptor(); }
  Result<std::size_t> read(std::span<std::uint8_t> first, std::span<std::uint8_t> second) override;
  Result<std::size_t> write(std::span<const Bytes> pieces) override;
  bool is_writing() const override { return !outgoing_.empty(); }

 private:
  int step_of_handshake();
  Result<void> flush();
  std::string handshake_fault(int status) const;

  std::shared_ptr<const Authorities> authorities_;
  Socket socket_;
  PeerSeen peer_;
  mbedtls_ssl_context session_{};
  std::vector<std::uint8_t> outgoing_;  // to be offered to Mbed TLS again unchanged
};

// The patience is for the other side: time for own work, and for that of other handshakes, is not counted.
Result<void> SecureStream::shake_hands(std::chrono::milliseconds patience) {
  Deadline::Clock::duration left = patience;
  const char* const name = peer_.names.name.empty() ? nullptr : peer_.names.name.c_str();
  if (mbedtls_ssl_setup(&session_, &authorities_->settings) != 0 ||
      mbedtls_ssl_set_hostname(&session_, name) != 0)
    return fail("TLS could not be set up");
  mbedtls_ssl_set_verify(&session_, judge_name, &peer_);
  mbedtls_ssl_set_bio(&session_, &socket_, send_to_socket, receive_from_socket, nullptr);
  for (;;) {
    const int status = step_of_handshake();
    if (status == 0) return {};
    if (status != MBEDTLS_ERR_SSL_WANT_READ && status != MBEDTLS_ERR_SSL_WANT_WRITE)
      return fail(handshake_fault(status));
    const short event = status == MBEDTLS_ERR_SSL_WANT_READ ? POLLIN : POLLOUT;
    pollfd waiting{descriptor(), event, 0};
    const Deadline deadline(left);
    if (!wait_for({&waiting, 1}, deadline))
      return fail(say("the TLS handshake did not end within ", patience.count(),
                      " ms (to connect without TLS, use redis://)"));
    left = deadline.left();
  }
}

int SecureStream::step_of_handshake() {
  const std::scoped_lock lock(authorities_->shaking_hands);
  return mbedtls_ssl_handshake(&session_);
}

std::string SecureStream::handshake_fault(int status) const {
  if (status == MBEDTLS_ERR_X509_CERT_VERIFY_FAILED)
    return fault_of_certificate(mbedtls_ssl_get_verify_result(&session_), peer_.names);
  if (peer_.certificate) return std::string(ended_by_peer);
  if (status == MBEDTLS_ERR_SSL_FATAL_ALERT_MESSAGE) return "it rejected the TLS handshake";
  return "it does not speak TLS (to connect without TLS, use redis://)";
}

Result<std::size_t> SecureStream::read(std::span<std::uint8_t> first, std::span<std::uint8_t> second) {
  const std::span<std::uint8_t> room = first.empty() ? second : first;
  const int size = mbedtls_ssl_read(&session_, room.data(), room.size());
  if (size > 0) return static_cast<std::size_t>(size);
  if (size == MBEDTLS_ERR_SSL_WANT_READ || size == MBEDTLS_ERR_SSL_WANT_WRITE) return std::size_t{0};
  if (size == 0 || size == MBEDTLS_ERR_SSL_PEER_CLOSE_NOTIFY || size == MBEDTLS_ERR_SSL_CONN_EOF)
    return fail("it closed the connection");
  if (size == MBEDTLS_ERR_SSL_FATAL_ALERT_MESSAGE) return fail(std::string(ended_by_peer));
  return fail("it sent broken TLS data");
}

Result<void> SecureStream::flush() {
  while (!outgoing_.empty()) {
    const int size = mbedtls_ssl_write(&session_, outgoing_.data(), outgoing_.size());
    if (size == MBEDTLS_ERR_SSL_WANT_READ || size == MBEDTLS_ERR_SSL_WANT_WRITE) return {};
    if (size < 0) return fail("the connection broke");
    outgoing_.erase(outgoing_.begin(), outgoing_.begin() + size);
  }
  return {};
}

Result<std::size_t> SecureStream::write(std::span<const Bytes> pieces) {
  constexpr std::size_t record = 16384;
  std::size_t taken = 0;
  if (outgoing_.empty())
    for (const Bytes piece : pieces) {
      const Bytes part = piece.first(std::min(piece.size(), record - taken));
      outgoing_.insert(outgoing_.end(), part.begin(), part.end());
      taken += part.size();
    }
  if (const auto flushed = flush(); !flushed) return fail(flushed.error());
  return taken;
}

int read_key(mbedtls_pk_context& key, const std::string& path) {
#if MBEDTLS_VERSION_MAJOR >= 3
  return mbedtls_pk_parse_keyfile(&key, path.c_str(), nullptr, system_random, nullptr);
#else
  return mbedtls_pk_parse_keyfile(&key, path.c_str(), nullptr);
#endif
}

Result<void> show_own(Authorities& authorities, const OwnCertificate& own) {
  if (own.certificate.empty()) return {};
  const std::string& key = own.key.empty() ? own.certificate : own.key;
  if (mbedtls_x509_crt_parse_file(&authorities.own, own.certificate.c_str()) != 0)
    return fail(say(own.certificate, ": is not a readable certificate"));
  if (read_key(authorities.own_key, key) != 0) return fail(say(key, ": has no readable key"));
  if (mbedtls_ssl_conf_own_cert(&authorities.settings, &authorities.own, &authorities.own_key) != 0)
    return fail("TLS could not be set up");
  return {};
}

}  // namespace

Result<std::shared_ptr<const Authorities>> load_authorities(const OwnCertificate& own) {
  const std::string path = bundle_of_authorities();
  if (path.empty()) return fail("no file of trusted authorities found: name one with SSL_CERT_FILE");
  auto authorities = std::make_shared<Authorities>();
  // More than 0: this many certificates were not understood, which may happen with newer bundles.
  if (mbedtls_x509_crt_parse_file(&authorities->trusted, path.c_str()) < 0 ||
      authorities->trusted.version == 0)
    return fail(say(path, ": has no readable certificates"));
  mbedtls_ssl_config& settings = authorities->settings;
  if (mbedtls_ssl_config_defaults(&settings, MBEDTLS_SSL_IS_CLIENT, MBEDTLS_SSL_TRANSPORT_STREAM,
                                  MBEDTLS_SSL_PRESET_DEFAULT) != 0)
    return fail("TLS could not be set up");
  set_versions(settings);
  mbedtls_ssl_conf_rng(&settings, system_random, nullptr);
  mbedtls_ssl_conf_authmode(&settings, MBEDTLS_SSL_VERIFY_REQUIRED);
  mbedtls_ssl_conf_ca_chain(&settings, &authorities->trusted, nullptr);
  if (const auto shown = show_own(*authorities, own); !shown) return fail(shown.error());
  return authorities;
}

Result<std::unique_ptr<Stream>> secure_stream(std::shared_ptr<const Authorities> authorities, Socket socket,
                                              const PeerNames& peer, std::chrono::milliseconds patience) {
  auto stream = std::make_unique<SecureStream>(std::move(authorities), std::move(socket), peer);
  if (const auto shaken = stream->shake_hands(patience); !shaken) return fail(shaken.error());
  return stream;
}

}  // namespace symkit::redis
