// What symserve was asked to do.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/command_line.h"
#include "common/fetching.h"

namespace symkit::symserve {

struct Place {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8790;

  bool is_local() const { return address.starts_with("127.") || address == "::1"; }
};

struct Options {
  Place http;
  std::optional<Place> grpc;
  std::vector<std::string> stores;
  std::vector<std::string> symbols;
  std::optional<std::string> uploads;  // empty: none are taken
  std::chrono::seconds keep = std::chrono::hours(45 * 24);
  std::string token_file;
  bool reports = false;  // crashes of logs are kept, in groups
  std::chrono::seconds keep_reports = std::chrono::hours(45 * 24);
  tools::FetchOptions fetching;
  bool projects = false;              // each token is a project's
  std::vector<std::string> sources;   // folders of files that may be shown
  std::chrono::seconds log_time{60};  // for one that is sent whole; 0: any
  std::string tls_certificate;        // empty: nothing is encrypted
  std::string tls_key;
  std::string log;                   // empty: none
  std::vector<std::string> origins;  // of web pages that may ask
  unsigned jobs = 0;                 // 0: all cores

  bool only_local() const { return http.is_local() && (!grpc || grpc->is_local()); }
};

void declare(tools::CommandLine& line, Options& options);

}  // namespace symkit::symserve
