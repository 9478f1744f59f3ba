// The service: which request goes where, who works on it, and what is refused.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "http/application.h"
#include "service/assembly.h"
#include "service/desks.h"
#include "service/metrics.h"
#include "service/origins.h"
#include "service/request_log.h"
#include "service/source_files.h"
#include "service/tokens.h"
#include "service/uploads.h"
#include "service/workers.h"

namespace symkit::service {

struct Bounds {
  std::uint64_t log = std::uint64_t{1} << 30;        // bytes of one
  std::uint64_t question = std::uint64_t{16} << 20;  // bytes of any other body
  std::size_t streams = 64;                          // logs that are answered while they come
  std::size_t waiting = 1'000;                       // requests that no thread is free for
  std::size_t preparing = 2;                         // uploads at a time
  std::size_t uploads_waiting = 50;
  std::size_t receiving = 2;      // requests with chunks at a time
  std::chrono::seconds time{60};  // for a log that was sent whole; 0: any
};

struct Settings {
  Sources sources;
  unsigned threads = 1;
  Bounds bounds = {};
  Tokens tokens = {};
  std::vector<std::string> origins = {};
  bool only_local = true;  // it listens on loopback
  UploadSettings uploads = {};
  SourceFiles files = {};                // that profilers may show
  std::string_view page = {};            // of HTML, for people
  std::string_view description = {};     // of what may be asked, as OpenAPI has it
  std::unique_ptr<RequestLog> log = {};  // null: none is written
};

struct Route;

inline constexpr std::string_view no_uploads =
    "nothing is taken here: --uploads says where it would be kept, and where others than this machine can "
    "ask, "
    "--token-file who may";

// What whoever answers by another protocol than HTTP works with. All of it is the service's.
struct Means {
  const Tokens& tokens;
  Desks& desks;
  Uploads& uploads;
  Metrics& metrics;
  Workers& workers;             // for what is answered at once
  Workers& streams;             // for logs that are answered while they come
  Workers& preparers;           // for uploads
  Workers& receivers;           // for what is said of what is here
  std::function<void()> added;  // to be called when an upload was prepared
};

class Service final : public http::Application {
 public:
  explicit Service(Settings settings);
  ~Service() override { give_up(); }

  // The folder for uploads.
  Result<void> open();

  http::Plan plan(const http::Head& head) override;
  void answer(http::Request request, Done done) override;
  std::optional<http::Answer> converse(http::Head head, int body,
                                       std::shared_ptr<http::Spool> spool) override;
  void served(const http::Head& head, const http::Served& what) override;
  void give_up() final;

  Means means() {
    return {tokens_,    desks_,     uploads_,
            metrics_,   workers_,   streams_,
            preparers_, receivers_, [this] { note_added(); }};
  }

 private:
  friend struct Route;
  http::Answer answer_log(http::Request& request);
  http::Answer answer_profiler(http::Request& request);
  http::Answer show_source(http::Request& request);
  http::Answer say_symbolz(http::Request& request);
  http::Answer take_upload(http::Request& request);
  http::Answer list_symbols(http::Request& request);
  http::Answer describe_symbols(http::Request& request);
  http::Answer remove_symbols(http::Request& request);
  http::Answer say_sentry_options(http::Request& request);
  http::Answer take_sentry_chunks(http::Request& request);
  http::Answer assemble(http::Request& request);
  http::Answer give_kept(http::Request& request);
  http::Answer say_page(http::Request& request);
  http::Answer say_description(http::Request& request);
  http::Answer say_ready(http::Request& request);
  http::Answer say_metrics(http::Request& request);

  http::Plan plan_of(const Route& route, const http::Head& head);
  std::optional<http::Answer> why_not(const Route& route, const http::Head& head) const;
  std::optional<http::Answer> why_no_upload() const;
  bool has_index(const std::string& said) const;
  void note_added();

  Bounds bounds_;
  SourceFiles files_;
  std::string_view page_;
  std::string_view description_;
  Tokens tokens_;
  Origins origins_;
  Uploads uploads_;
  Metrics metrics_;
  std::unique_ptr<RequestLog> log_;
  Desks desks_;
  Workers workers_;
  Workers streams_;
  Workers preparers_;
  Workers receivers_;  // of chunks, and of what is said of them
  Assembly assembly_;
};

}  // namespace symkit::service
