// The text of `symserve --help`: at most 24 lines of 80 columns, an example first. tests/check/options
// compares it with the man page and the completions.
#pragma once

#include <string_view>

namespace symkit::symserve {

inline constexpr std::string_view help = R"(  symserve

Answers logs over HTTP: curl --data-binary @crash.log http://127.0.0.1:8790/log

Usage: symserve [options]

  --listen ADDRESS:PORT     where it can be reached (127.0.0.1:8790)
  --grpc ADDRESS:PORT       where gRPC can be reached (else nowhere)
  --store STORE             indexes, or several stores (see man symserve)
  --symbols PATH            also files and folders in which debug files are
  --fetch, --server URL     asks servers for what is missing (DEBUGINFOD_URLS)
  --uploads DIR             keeps what is uploaded (~/.cache/symkit/uploads)
  --keep-uploads TIME       for so long after the last use (45d)
  --keep-reports, --reports-for TIME  groups of the logs' crashes, /groups (45d)
  --sources DIR             shows profilers source files of this folder
  --log-time TIME           for a log that was sent whole (60s)
  --token-file F, --projects  who may ask: lines "write TOKEN", "read TOKEN"
  --tls-cert, --tls-key F   encrypts, with this certificate and its key (PEM)
  --allow-origin URL        web pages that may ask, besides profiler.firefox.com
  --log FILE                a line of JSON for each request; "-": standard error
  -j, --jobs N              so many logs at once (default: one a core)
  --color WHEN              auto, always or never
  -h, --help                this help; the manual: man symserve
  -V, --version             the version
)";

}  // namespace symkit::symserve
