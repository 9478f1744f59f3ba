// TLS towards engines: version 1.2 or later, certificates and names verified.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "ground/base/result.h"
#include "keep/redis/stream.h"

namespace symkit::redis {

// The authorities that are trusted: those of $SSL_CERT_FILE, else the system's; with what is shown to an
// engine that asks for it.
class Authorities;
Result<std::shared_ptr<const Authorities>> load_authorities(const OwnCertificate& own);

// Whom the certificate is to be for; one of the two is enough.
struct PeerNames {
  std::string name;    // of a host
  std::string number;  // an IP address
};

Result<std::unique_ptr<Stream>> secure_stream(std::shared_ptr<const Authorities> authorities, Socket socket,
                                              const PeerNames& peer, std::chrono::milliseconds patience);

}  // namespace symkit::redis
