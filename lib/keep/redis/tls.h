// TLS connections to engines: version 1.2 or later, certificates and names verified.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "ground/base/result.h"
#include "keep/redis/stream.h"

namespace symkit::redis {

// The trusted authorities, from $SSL_CERT_FILE or else the system's, together with the client
// certificate.
class Authorities;
Result<std::shared_ptr<const Authorities>> load_authorities(const OwnCertificate& own);

// The names that the certificate may be for; one match is enough.
struct PeerNames {
  std::string name;    // a host name
  std::string number;  // an IP address
};

Result<std::unique_ptr<Stream>> secure_stream(std::shared_ptr<const Authorities> authorities, Socket socket,
                                              const PeerNames& peer, std::chrono::milliseconds patience);

}  // namespace symkit::redis
