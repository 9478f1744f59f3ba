#include "symserve/options.h"

#include "common/duration_option.h"
#include "ground/base/whole_number.h"
#include "ground/base/words.h"

namespace symkit::symserve {
namespace {

// "127.0.0.1:8790", "[::1]:8790", "0.0.0.0", ":8790", "8790"
Result<void> read_address(const std::string& text, ListenAddress& listen) {
  std::string_view address = text, port;
  const std::size_t colon = text.rfind(':');
  const bool has_brackets = text.starts_with('[');
  if (colon != std::string::npos && (!has_brackets || colon > text.find(']'))) {
    port = address.substr(colon + 1);
    address = address.substr(0, colon);
  } else if (text.find_first_not_of("0123456789") == std::string::npos) {
    std::swap(address, port);
  }
  if (has_brackets && address.ends_with(']')) address = address.substr(1, address.size() - 2);
  if (!address.empty()) listen.address = address;
  if (port.empty()) return {};
  if (read_whole(port, listen.port)) return {};
  return fail(say("'", text, "' is not ADDRESS:PORT, such as 127.0.0.1:8790"));
}

}  // namespace

void declare(tools::CommandLine& line, Options& options) {
  line.option("--listen", [&](const std::string& text) { return read_address(text, options.http); });
  line.option("--grpc", [&](const std::string& text) {
    options.grpc = ListenAddress{.port = 8791};
    return read_address(text, *options.grpc);
  });
  line.option("--store", options.stores);
  line.option("--symbols", options.symbols);
  tools::declare_fetching(line, options.fetching);
  line.option("--uploads", options.uploads);
  line.option("--keep-uploads", tools::accept_duration(options.keep));
  line.flag("--keep-reports", options.reports);
  line.option("--reports-for", tools::accept_duration(options.keep_reports));
  line.check([&options]() -> Result<void> {
    constexpr std::chrono::seconds least = std::chrono::days(1), most = std::chrono::days(400);
    if (options.keep_reports >= least && options.keep_reports <= most) return {};
    return fail("--reports-for must be from 1d to 400d");
  });
  line.option("--sources", options.sources);
  line.option("--log-time", tools::accept_duration(options.log_time));
  line.option("--token-file", options.token_file);
  line.flag("--projects", options.projects);
  line.option("--tls-cert", options.tls_certificate);
  line.option("--tls-key", options.tls_key);
  line.option("--log", options.log);
  line.option("--allow-origin", options.origins);
  line.option("-j,--jobs", options.jobs);
}

}  // namespace symkit::symserve
