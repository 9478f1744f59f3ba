// The text of `symserve --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::symserve {

inline constexpr std::string_view help = R"(  symserve

Symbolicates logs: curl --data-binary @crash.log http://127.0.0.1:8790/log

Usage: symserve [options]

  --listen ADDRESS:PORT     serve HTTP at this address (127.0.0.1:8790)
  --grpc ADDRESS:PORT       also serve gRPC at this address (default: off)
  --store STORE             the store of indexes, or several (see man symserve)
  --symbols PATH            also search these files and folders for symbols
  --fetch, --server URL     fetch missing symbols (DEBUGINFOD_URLS)
  --uploads DIR             keep uploads here (~/.cache/symkit/uploads)
  --keep-uploads TIME       delete uploads unused for this long (45d)
  --keep-reports, --reports-for TIME  group crashes of submitted logs (45d)
  --sources DIR             serve source files of this folder to profilers
  --log-time TIME           time limit for a log sent in one piece (60s)
  --token-file F, --projects  access: lines "write TOKEN", "read TOKEN"
  --tls-cert, --tls-key F   serve HTTPS, with this certificate and key (PEM)
  --allow-origin URL        sites that may send requests (profiler.firefox.com)
  --log FILE                write a line of JSON for each request; "-": stderr
  -j, --jobs N              logs at a time (default: one per core)
  --color WHEN              auto, always or never
  -h, --help                this help; the manual: man symserve
  -V, --version             the version
)";

}  // namespace symkit::symserve
