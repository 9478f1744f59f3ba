// The options of symserve.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/command_line.h"
#include "common/fetching.h"

namespace symkit::symserve {

struct ListenAddress {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8790;

  bool is_local() const { return address.starts_with("127.") || address == "::1"; }
};

struct Options {
  ListenAddress http;
  std::optional<ListenAddress> grpc;
  std::vector<std::string> stores;
  std::vector<std::string> symbols;
  std::optional<std::string> uploads;  // empty: uploads are disabled
  std::chrono::seconds keep = std::chrono::hours(45 * 24);
  std::string token_file;
  bool reports = false;  // group the crashes of logs
  std::chrono::seconds keep_reports = std::chrono::hours(45 * 24);
  tools::FetchOptions fetching;
  bool projects = false;              // each token belongs to a project
  std::vector<std::string> sources;   // folders of source files that may be shown
  std::chrono::seconds log_time{60};  // for a log sent in one piece; 0: no limit
  std::string tls_certificate;        // empty: no encryption
  std::string tls_key;
  std::string log;                   // empty: none
  std::vector<std::string> origins;  // of web pages that may send requests
  unsigned jobs = 0;                 // 0: all cores

  bool only_local() const { return http.is_local() && (!grpc || grpc->is_local()); }
};

void declare(tools::CommandLine& line, Options& options);

}  // namespace symkit::symserve
