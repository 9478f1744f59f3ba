// An HTTP request with its redirections. These are followed by hand, so that none leads to another kind
// of URL, from TLS to plain text, or from a public server to a private address, and headers that the user
// wrote for this server are not sent to another.
#pragma once

#include <array>
#include <cstdint>
#include <curl/curl.h>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fetcher/limits.h"
#include "keep/fetch/reply.h"

namespace symkit::fetch {

// Settings shared by all requests of a run.
struct Connection {
  Limits limits;
  std::vector<std::string> headers;  // from DEBUGINFOD_HEADERS_FILE
  std::string authorities_file;      // CURL_CA_BUNDLE, SSL_CERT_FILE
  std::string authorities_folder;    // SSL_CERT_DIR
  long slowest = 100L * 1024;        // bytes per second, or abandoned after limits.timeout_s
  // Whether any connection of the run is to a private address: libcurl may keep it and use it again.
  std::shared_ptr<bool> has_private = std::make_shared<bool>(false);
};
Connection connection_of_environment();

struct Question {
  std::string url;
  std::int64_t from = 0;       // request the part from here on, if the file is still in
  std::string validator = {};  // this state
  long longest_s = 0;          // 0: no limit
  bool only_looks = false;     // requests only the head of the answer
};

class Exchange {
 public:
  // Called for the body of an answer that is not a redirection. Returns false if no more is wanted.
  using Take = std::function<bool(std::string_view bytes)>;

  // `owner`: identifies the transfer.
  Exchange(CURLM* multi, const Connection& how, Question question, Take take, void* owner);
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange();

  // Works on all transfers, and calls `ended` for each that has ended.
  static void work(CURLM* multi, const std::function<void(void* owner, CURLcode code)>& ended);
  // Waits until a transfer can go on, there is something to read, or the time is over.
  static void wait(CURLM* multi, std::span<const int> inputs, int patience_ms);
  // Handles the end of the transfer. Returns true if a redirection is followed.
  bool goes_on(CURLcode code);
  // After that: why the transfer failed, if the status alone does not say it. Empty: complete.
  const std::string& trouble() const { return trouble_; }
  // The server could not be reached at all: another request would wait as long again.
  bool was_out_of_reach() const { return is_out_of_reach_; }
  // The server accepted the request, but sent nothing until the timeout.
  bool was_silent() const { return is_silent_; }
  // The connection was lost in the middle.
  bool was_cut() const { return is_cut_; }

  const Question& question() const { return question_; }
  const Reply& reply() const { return reply_; }
  long status() const;
  // The delay that the server requests; 0: none.
  long seconds_to_wait() const;

 private:
  void set_options();
  void set_headers(bool is_same_server);
  static std::size_t receive(char* data, std::size_t size, std::size_t count, void* exchange);
  static std::size_t receive_head(char* data, std::size_t size, std::size_t count, void* exchange);
  static curl_socket_t open_socket(void* exchange, curlsocktype purpose, curl_sockaddr* address);
  void go_to(const std::string& url);
  bool follow();
  std::string why_not_to(const std::string& next);
  bool is_at_private_address() const;
  void judge(CURLcode code);

  CURLM* multi_;
  const Connection& how_;
  Question question_;
  Take take_;
  CURL* easy_;
  curl_slist* headers_ = nullptr;
  Reply reply_;
  std::string url_;  // after redirections
  bool is_proxied_ = false;
  std::optional<bool> is_public_{};  // the named server; nothing: not redirected yet
  bool is_refused_ = false;          // the target of the redirection
  std::string trouble_;
  std::array<char, CURL_ERROR_SIZE> error_{};  // libcurl's message
  int redirections_ = 0;
  std::size_t idle_words_ = 0;  // bytes received with a status other than that of a file
  bool says_too_much_ = false;
  bool is_out_of_reach_ = false;
  bool is_silent_ = false;
  bool is_cut_ = false;
};

}  // namespace symkit::fetch
