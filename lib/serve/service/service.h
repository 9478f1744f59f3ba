// The service: routes requests, hands them to threads, and refuses what is not allowed.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "serve/http/application.h"
#include "serve/http/memory_budget.h"
#include "serve/service/bounded_log.h"
#include "serve/service/fetches.h"
#include "serve/service/kept_reports.h"
#include "serve/service/live_slots.h"
#include "serve/service/metrics.h"
#include "serve/service/origins.h"
#include "serve/service/projects.h"
#include "serve/service/request_log.h"
#include "serve/service/source_files.h"
#include "serve/service/tokens.h"
#include "serve/service/uploads.h"
#include "serve/service/workers.h"

namespace symkit::service {

struct Bounds {
  std::uint64_t log = std::uint64_t{1} << 30;        // bytes of one log
  std::uint64_t question = std::uint64_t{16} << 20;  // bytes of any other body
  std::size_t streams = 128;                         // logs that are answered while they arrive
  std::size_t waiting = 1'000;                       // requests that wait for a thread
  std::size_t preparing = 2;                         // uploads prepared at a time
  std::size_t uploads_waiting = 50;
  std::size_t assembled_waiting = 10'000;  // files sent in chunks
  std::size_t receiving = 2;               // requests with chunks, at a time
  std::chrono::seconds time{60};           // for a log sent in one piece; 0: no limit
};

struct Settings {
  Sources sources;
  unsigned threads = 1;
  Bounds bounds = {};
  Tokens tokens = {};
  std::vector<std::string> origins = {};
  bool only_local = true;  // it listens on loopback
  UploadSettings uploads = {};
  fetch::Servers servers = {};                        // searched for missing images
  SourceFiles files = {};                             // that may be shown to profilers
  std::string_view page = {};                         // the HTML page
  std::string_view description = {};                  // of the API, in OpenAPI
  std::unique_ptr<RequestLog> log = {};               // null: not written
  std::optional<group::Ledger::Limits> reports = {};  // of the crash groups; nothing: none are kept
  std::string folder = "/tmp";                        // for answers that do not fit into memory
  std::shared_ptr<http::MemoryBudget> memory = std::make_shared<http::MemoryBudget>();
};

struct Route;

inline constexpr std::string_view no_uploads =
    "uploads are disabled: set --uploads DIR, and --token-file FILE if other machines can connect";

// What the implementation of another protocol than HTTP works with, for one project. The service owns all
// of it.
struct Means {
  Project& project;
  Desks& desks;
  Uploads& uploads;
  Metrics& metrics;             // of the project; those of the shared project count everything
  Workers& workers;             // for requests answered at once
  Workers& streams;             // for logs that are answered while they arrive
  LiveSlots& slots;             // for those logs
  Workers& preparers;           // for uploads
  Workers& receivers;           // for questions about the symbols stored here
  std::function<void()> added;  // to be called when an upload has been prepared
};

class Service final : public http::Application {
 public:
  explicit Service(Settings settings);
  ~Service() override;

  // Creates the folder for uploads.
  Result<void> open();

  http::Plan plan(const http::Head& head) override;
  void answer(http::Request request, Done done) override;
  std::optional<http::Answer> converse(http::Head head, int body,
                                       std::shared_ptr<http::Spool> spool) override;
  void served(const http::Head& head, const http::Served& what) override;
  void give_up() final;

  // The outcome of a log that is answered while it arrives, as an HTTP status.
  struct LiveEnd {
    unsigned status = 200;
    std::optional<std::string> failure = {};
  };
  LiveEnd answer_live(Project& project, std::unique_ptr<io::Input> log, const Wish& wish, http::Spool& spool);

  // The means for a client with these credentials ("Bearer …"); null: access is denied.
  Means* admit(std::string_view authorization, Right right);

 private:
  friend struct Route;
  std::shared_ptr<store::Counts> count_stores(const Settings& settings);
  std::shared_ptr<Fetches> fetches_of(const Settings& settings);
  std::unique_ptr<KeptReports> reports_of(const Settings& settings);
  // Hears one log; null: no crashes are kept.
  std::unique_ptr<HeardCrashes> crashes_of(Project& project, HeardCrashes::Count when);
  void equip(Project& project);
  Project& project_of(const http::Head& head);
  Metrics& metrics_of(const Project& project);
  http::Answer answer_log(http::Request& request, Project& project);
  http::Answer answer_dump(http::Request& request, Project& project);
  http::Answer answer_whole(std::unique_ptr<io::Input> log, const http::Head& head, Project& project);
  http::Answer answer_profiler(http::Request& request, Project& project);
  http::Answer show_source(http::Request& request, Project& project);
  http::Answer say_symbolz(http::Request& request, Project& project);
  http::Answer take_upload(http::Request& request, Project& project);
  http::Answer list_symbols(http::Request& request, Project& project);
  http::Answer describe_symbols(http::Request& request, Project& project);
  http::Answer remove_symbols(http::Request& request, Project& project);
  http::Answer say_sentry_options(http::Request& request, Project& project);
  http::Answer take_sentry_chunks(http::Request& request, Project& project);
  http::Answer assemble(http::Request& request, Project& project);
  http::Answer give_kept(http::Request& request, Project& project);
  http::Answer list_groups(http::Request& request, Project& project);
  http::Answer describe_group(http::Request& request, Project& project);
  http::Answer say_page(http::Request& request, Project& project);
  http::Answer say_description(http::Request& request, Project& project);
  http::Answer say_alive(http::Request& request, Project& project);
  http::Answer say_ready(http::Request& request, Project& project);
  http::Answer say_metrics(http::Request& request, Project& project);

  http::Answer answer_by(const Route& route, http::Request& request, Project& project);
  http::Plan plan_of(const Route& route, const http::Head& head);
  std::optional<http::Answer> why_not(const Route& route, const http::Head& head) const;

  Bounds bounds_;
  std::string_view page_;
  std::string_view description_;
  Tokens tokens_;
  Origins origins_;
  std::string folder_;
  std::shared_ptr<http::MemoryBudget> memory_;
  Metrics metrics_;  // of all projects
  std::map<std::string, Metrics, std::less<>> metrics_of_projects_;
  std::unique_ptr<RequestLog> log_;
  std::vector<Metrics::Store> stores_;
  std::shared_ptr<store::Counts> counts_;  // of the stores
  std::shared_ptr<Fetches> fetches_;       // null: nothing is fetched
  Projects projects_;
  std::unique_ptr<KeptReports> reports_;             // null: no crashes are kept
  std::map<std::string, Means, std::less<>> means_;  // by project name
  // These end first, as they work for projects.
  Workers assemblers_;  // for files sent in chunks
  Workers workers_;
  LiveSlots slots_;
  Workers streams_;
  Workers preparers_;
  Workers receivers_;  // for chunks, and questions about them
};

}  // namespace symkit::service
