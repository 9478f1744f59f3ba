// One question to a server over HTTP, with its redirections: these are followed by hand, so that none leads
// to another kind of address, from TLS to plain text, or from a public server to a private address, and no
// other server gets what the user wrote for this one.
#pragma once

#include <array>
#include <cstdint>
#include <curl/curl.h>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fetcher/limits.h"
#include "keep/fetch/reply.h"

namespace symkit::fetch {

// What is the same for all questions of a run.
struct Connection {
  Limits limits;
  std::vector<std::string> headers;  // of DEBUGINFOD_HEADERS_FILE
  std::string authorities_file;      // CURL_CA_BUNDLE, SSL_CERT_FILE
  std::string authorities_folder;    // SSL_CERT_DIR
  long slowest = 100L * 1024;        // bytes in a second: slower for limits.timeout_s, and it is given up
  // Whether any connection of the run leads to a private address: libcurl may keep it, and use it again.
  std::shared_ptr<bool> has_private = std::make_shared<bool>(false);
};
Connection connection_of_environment();

struct Question {
  std::string url;
  std::int64_t from = 0;       // the part from here on, if the file is still in
  std::string validator = {};  // this state
  long longest_s = 0;          // 0: no limit
  bool only_looks = false;     // for the head of the answer alone
};

class Exchange {
 public:
  // What comes of the body of an answer that is no redirection. False: no more is wanted.
  using Take = std::function<bool(std::string_view bytes)>;

  // `owner`: what the transfer is known by.
  Exchange(CURLM* multi, const Connection& how, Question question, Take take, void* owner);
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange();

  // Of a transfer that has ended.
  static void* owner_of(CURL* easy);
  // The transfer has ended so. True: it goes on elsewhere.
  bool goes_on(CURLcode code);
  // After that: why nothing came, if it was not for the status alone. Empty: it is all there.
  const std::string& trouble() const { return trouble_; }
  // The server could not be reached at all: asking it again would cost as much once more.
  bool was_out_of_reach() const { return is_out_of_reach_; }
  // It took the question and said nothing at all, for as long as was waited.
  bool was_silent() const { return is_silent_; }
  // It broke off in the middle.
  bool was_cut() const { return is_cut_; }

  const Question& question() const { return question_; }
  const Reply& reply() const { return reply_; }
  long status() const;
  // What the server asks to wait; 0: nothing.
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
  std::string url_;  // where it is now
  bool is_proxied_ = false;
  std::optional<bool> is_public_{};  // the server that was named; nothing: it has not redirected
  bool is_refused_ = false;          // the address that it redirects to
  std::string trouble_;
  std::array<char, CURL_ERROR_SIZE> error_{};  // libcurl's words
  int redirections_ = 0;
  std::size_t idle_words_ = 0;  // bytes that came with a status that has no file
  bool says_too_much_ = false;
  bool is_out_of_reach_ = false;
  bool is_silent_ = false;
  bool is_cut_ = false;
};

}  // namespace symkit::fetch
