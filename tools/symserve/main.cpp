// symserve: symbolicates logs over HTTP. Opens its stores, then serves until it is asked to stop.
#include <csignal>
#include <cstdio>
#include <memory>

#include "common/run.h"
#include "common/store_path.h"
#include "find/locate/providers.h"
#include "ground/base/helper_program.h"
#include "ground/io/workers.h"
#include "ground/print/output.h"
#include "keep/fetch/servers.h"
#include "reports/group/ledger.h"
#include "serve/http/server.h"
#include "serve/service/service.h"
#include "symserve/help.h"
#include "symserve/openapi.h"
#include "symserve/options.h"
#include "symserve/page.h"
#ifdef SYMKIT_HAS_GRPC
#include "serve/rpc/server.h"
#endif

namespace symkit::symserve {
namespace {

Result<service::Sources> sources_of(const Options& options, tools::Console& console) {
  service::Sources sources;
  auto stores = tools::stores(options.stores, console);
  if (!stores) return fail(stores.error());
  sources.places.stores = std::move(*stores);
  sources.places.symbols = options.symbols;
  // Logs come from strangers: no file is opened because a log names its path.
  sources.places.own_paths = locate::OwnPaths::NotLookedAt;
  sources.warn = console.warnings();
  sources.places.opening.before_strangers = sources.warn;
  return sources;
}

// From other machines, uploads need a token.
service::UploadSettings uploads_of(const Options& options, const service::Settings& settings) {
  service::UploadSettings uploads{
      .kept = options.keep, .stores = settings.sources.places.stores, .symprep = helper_program("symprep")};
  if (!options.only_local() && options.token_file.empty()) return uploads;
  const std::string cache = tools::cache_path();
  uploads.folder = options.uploads.value_or(cache.empty() ? "" : cache + "/uploads");
  return uploads;
}

group::Ledger::Limits limits_of_reports(const Options& options) {
  constexpr std::size_t most_bytes = 32'000'000;  // for each project
  return {.bytes = most_bytes,
          .days = std::chrono::duration_cast<std::chrono::days>(options.keep_reports).count()};
}

#ifdef SYMKIT_HAS_GRPC
Result<std::unique_ptr<rpc::Server>> open_grpc(const Options& options, const http::Settings& how,
                                               service::Service& service) {
  if (!options.grpc) return nullptr;
  return rpc::Server::open({.address = options.grpc->address,
                            .port = options.grpc->port,
                            .folder = how.folder,
                            .certificate = how.certificate},
                           service);
}
#else
Result<std::unique_ptr<http::Server>> open_grpc(const Options& options, const http::Settings& /*how*/,
                                                service::Service& /*service*/) {
  if (options.grpc) return fail("--grpc: this symserve was built without gRPC");
  return nullptr;
}
#endif

Result<void> serve(const Options& options, tools::Console& console) {
  print::ignore_broken_pipes();
  // Exceeding the file size limit (RLIMIT_FSIZE) is then a write error, as on a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  if (options.tls_certificate.empty() != options.tls_key.empty())
    return fail("--tls-cert and --tls-key must be given together");
  auto sources = sources_of(options, console);
  if (!sources) return fail(sources.error());
  service::Settings settings{.sources = std::move(*sources),
                             .threads = options.jobs == 0 ? io::default_jobs() : options.jobs};
  if (options.projects && options.token_file.empty())
    return fail("--projects needs --token-file, which names the project of each token");
  if (!options.token_file.empty()) {
    using service::Tokens;
    auto tokens = Tokens::read(options.token_file,
                               options.projects ? Tokens::Lines::WithProjects : Tokens::Lines::Plain);
    if (!tokens) return fail(tokens.error());
    settings.tokens = std::move(*tokens);
  }
  if (!options.log.empty()) {
    auto log = service::RequestLog::open(options.log);
    if (!log) return fail(log.error());
    settings.log = std::move(*log);
  }
  auto servers = fetch::servers_to_ask(options.fetching.servers, options.fetching.fetch);
  if (!servers) return fail(servers.error());
  settings.servers = std::move(*servers);
  settings.origins = options.origins;
  settings.page = page;
  settings.description = openapi;
  settings.files = service::SourceFiles(options.sources);
  settings.bounds.time = options.log_time;
  settings.only_local = options.only_local();
  settings.uploads = uploads_of(options, settings);
  if (options.reports) settings.reports = limits_of_reports(options);
  const std::string folder = settings.uploads.folder;
  if (!folder.empty()) settings.folder = folder + "/incoming";
  const std::shared_ptr<http::MemoryBudget> memory = settings.memory;
  service::Service service(std::move(settings));
  if (const auto opened = service.open(); !opened) return opened;
  http::Settings how{.address = options.http.address, .port = options.http.port, .memory = memory};
  if (!folder.empty()) how.folder = folder + "/incoming";
  how.certificate = {options.tls_certificate, options.tls_key};
  const http::Settings same = how;
  const auto server = http::Server::open(std::move(how), service);
  if (!server) return fail(server.error());
  std::string places = (options.tls_certificate.empty() ? "http://" : "https://") + (*server)->place() + '\n';
  const auto more = open_grpc(options, same, service);
  if (!more) return fail(more.error());
  if (*more) places += "grpc://" + (*more)->place() + '\n';
  std::fputs(places.c_str(), stdout);
  std::fflush(stdout);
  (*server)->run();
  return {};
}

}  // namespace
}  // namespace symkit::symserve

int main(int argc, char** argv) {
  using namespace symkit;
  return tools::run({"symserve", symserve::help}, argc, argv, symserve::declare, symserve::serve);
}
