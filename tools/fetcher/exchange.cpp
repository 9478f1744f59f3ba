#include "fetcher/exchange.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sys/socket.h>
#include <utility>

#include "ground/base/environment.h"
#include "ground/base/words.h"
#include "keep/fetch/private_address.h"
#include "keep/fetch/proxies.h"

namespace symkit::fetch {
namespace {

constexpr long connect_timeout_ms = 2000;
constexpr int most_redirections = 8;
constexpr long http_ok = 200, http_part = 206;
constexpr std::array<long, 5> statuses_of_redirection = {301, 302, 303, 307, 308};

template <class Values, class Value>
bool is_among(const Values& values, Value value) {
  return std::ranges::find(values, value) != values.end();
}

// For messages: text from a server could control a terminal.
std::string shown(std::string_view text) {
  std::string clean(text.substr(0, 200));
  for (char& c : clean)
    if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') c = '?';
  return clean;
}

// "https://host:port"
std::string_view server_of(std::string_view url) {
  const std::size_t begin = url.find("://");
  return begin == std::string_view::npos ? url : url.substr(0, url.find_first_of("/?#", begin + 3));
}

std::string redirects_inside(std::string_view url) {
  return say("redirects to ", shown(url), ", which is not followed: it is a private address");
}

// In elfutils' format: lines of "Name: value".
std::vector<std::string> headers_in(const std::string& path) {
  std::vector<std::string> headers;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.ends_with('\r')) line.pop_back();
    const std::size_t colon = line.find(':');
    if (colon != std::string::npos && colon != 0 && colon + 1 < line.size()) headers.push_back(line);
  }
  return headers;
}

}  // namespace

Connection connection_of_environment() {
  Connection how;
  how.limits = limits_of_environment();
  if (const std::string path = environment("DEBUGINFOD_HEADERS_FILE"); !path.empty())
    how.headers = headers_in(path);
  how.authorities_file = environment("CURL_CA_BUNDLE");
  if (how.authorities_file.empty()) how.authorities_file = environment("SSL_CERT_FILE");
  how.authorities_folder = environment("SSL_CERT_DIR");
  return how;
}

Exchange::Exchange(CURLM* multi, const Connection& how, Question question, Take take, void* owner)
    : multi_(multi),
      how_(how),
      question_(std::move(question)),
      take_(std::move(take)),
      easy_(curl_easy_init()) {
  set_options();
  curl_easy_setopt(easy_, CURLOPT_PRIVATE, owner);
  go_to(question_.url);
}

Exchange::~Exchange() {
  curl_multi_remove_handle(multi_, easy_);
  curl_easy_cleanup(easy_);
  curl_slist_free_all(headers_);
}

void Exchange::set_options() {
  curl_easy_setopt(easy_, CURLOPT_WRITEFUNCTION, &Exchange::receive);
  curl_easy_setopt(easy_, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(easy_, CURLOPT_HEADERFUNCTION, &Exchange::receive_head);
  curl_easy_setopt(easy_, CURLOPT_HEADERDATA, this);
  curl_easy_setopt(easy_, CURLOPT_ERRORBUFFER, error_.data());
  curl_easy_setopt(easy_, CURLOPT_USERAGENT, "symkit");
  curl_easy_setopt(easy_, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy_, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_OPTIONAL));
  curl_easy_setopt(easy_, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy_, CURLOPT_CONNECTTIMEOUT_MS, connect_timeout_ms);
  curl_easy_setopt(easy_, CURLOPT_LOW_SPEED_LIMIT, how_.slowest);
  curl_easy_setopt(easy_, CURLOPT_LOW_SPEED_TIME, how_.limits.timeout_s);
  curl_easy_setopt(easy_, CURLOPT_TIMEOUT, question_.longest_s);
  curl_easy_setopt(easy_, CURLOPT_NOBODY, question_.only_looks ? 1L : 0L);
  curl_easy_setopt(easy_, CURLOPT_OPENSOCKETFUNCTION, &Exchange::open_socket);
  curl_easy_setopt(easy_, CURLOPT_OPENSOCKETDATA, this);
  curl_easy_setopt(easy_, CURLOPT_NOPROXY, "");  // see go_to()
  // A single connection serves all HTTP/2 requests, so wait until it is known whether the server supports
  // that.
  if (question_.url.starts_with("https:")) curl_easy_setopt(easy_, CURLOPT_PIPEWAIT, 1L);
  if (!how_.authorities_file.empty()) curl_easy_setopt(easy_, CURLOPT_CAINFO, how_.authorities_file.c_str());
  if (!how_.authorities_folder.empty())
    curl_easy_setopt(easy_, CURLOPT_CAPATH, how_.authorities_folder.c_str());
}

// If-Range: if the file has changed, all of it is sent.
void Exchange::set_headers(bool is_same_server) {
  curl_slist_free_all(std::exchange(headers_, nullptr));
  const auto add = [&](const std::string& line) { headers_ = curl_slist_append(headers_, line.c_str()); };
  if (question_.from != 0) {
    add(say("Range: bytes=", question_.from, '-'));
    if (!question_.validator.empty()) add("If-Range: " + question_.validator);
  }
  if (how_.limits.asks_for_less) add(say("X-DEBUGINFOD-MAXSIZE: ", how_.limits.largest));
  if (is_same_server) std::ranges::for_each(how_.headers, add);
  curl_easy_setopt(easy_, CURLOPT_HTTPHEADER, headers_);
}

std::size_t Exchange::receive(char* data, std::size_t size, std::size_t count, void* exchange) {
  auto& self = *static_cast<Exchange*>(exchange);
  constexpr std::size_t most_idle_words = std::size_t{64} * 1024;
  const long status = self.status();
  const bool is_file = status == http_ok || status == http_part;
  self.says_too_much_ |= !is_file && (self.idle_words_ += size * count) > most_idle_words;
  if (self.says_too_much_) return 0;
  if (is_among(statuses_of_redirection, status)) return size * count;
  return self.take_({data, size * count}) ? size * count : 0;
}

std::size_t Exchange::receive_head(char* data, std::size_t size, std::size_t count, void* exchange) {
  auto& self = *static_cast<Exchange*>(exchange);
  if (self.reply_.take({data, size * count})) return size * count;
  self.trouble_ = "more than 64 kB of headers";
  return 0;
}

void Exchange::work(CURLM* multi, const std::function<void(void* owner, CURLcode code)>& ended) {
  int running = 0;
  curl_multi_perform(multi, &running);
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    char* owner = nullptr;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &owner);
    ended(owner, message->data.result);
  }
}

void Exchange::wait(CURLM* multi, std::span<const int> inputs, int patience_ms) {
  std::vector<curl_waitfd> waiting;
  for (const int input : inputs) waiting.push_back({input, CURL_WAIT_POLLIN, 0});
  curl_multi_poll(multi, waiting.data(), static_cast<unsigned>(waiting.size()), patience_ms, nullptr);
}

bool Exchange::goes_on(CURLcode code) {
  curl_multi_remove_handle(multi_, easy_);
  if (says_too_much_) code = CURLE_OK;  // the status is sufficient
  if (code == CURLE_OK && is_among(statuses_of_redirection, status())) return follow();
  judge(code);
  return false;
}

void Exchange::go_to(const std::string& url) {
  url_ = url;
  is_refused_ = false;
  const std::string proxy = proxy_for(url_);
  is_proxied_ = !proxy.empty();
  set_headers(server_of(url_) == server_of(question_.url));
  curl_easy_setopt(easy_, CURLOPT_URL, url_.c_str());
  curl_easy_setopt(easy_, CURLOPT_PROXY, proxy.c_str());
  // The address of a kept connection is not checked again, so a new one is used.
  if (is_public_.value_or(false) && *how_.has_private) curl_easy_setopt(easy_, CURLOPT_FRESH_CONNECT, 1L);
  curl_multi_add_handle(multi_, easy_);
}

// Whether the answer came from a private address. Behind a proxy only the name is known.
bool Exchange::is_at_private_address() const {
  if (is_proxied_) return is_private_host(host_of(url_));
  char* address = nullptr;
  curl_easy_getinfo(easy_, CURLINFO_PRIMARY_IP, &address);
  return address != nullptr && *address != '\0' && is_private_host(address);
}

// Checks the address at the moment of connecting: what a name resolves to may change at any time.
curl_socket_t Exchange::open_socket(void* exchange, curlsocktype /*purpose*/, curl_sockaddr* address) {
  auto& self = *static_cast<Exchange*>(exchange);
  if (!self.is_proxied_ && is_private(address->addr)) {
    self.is_refused_ = self.is_public_.value_or(false);
    if (self.is_refused_) return CURL_SOCKET_BAD;
    *self.how_.has_private = true;
  }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

bool Exchange::follow() {
  if (!is_public_) is_public_ = !is_at_private_address();
  char* given = nullptr;
  curl_easy_getinfo(easy_, CURLINFO_REDIRECT_URL, &given);
  const std::string next = given == nullptr ? "" : given;
  trouble_ = why_not_to(next);
  if (!trouble_.empty()) return false;
  go_to(next);
  return true;
}

std::string Exchange::why_not_to(const std::string& next) {
  const bool is_plain = next.starts_with("http://"), is_secure = next.starts_with("https://");
  if (next.empty()) return "redirects without a target";
  if (!is_plain && !is_secure)
    return say("redirects to ", shown(next), ", which is not followed: it is neither http nor https");
  if (is_plain && url_.starts_with("https://"))
    return say("redirects from https to ", shown(next), ", which is not followed");
  if (*is_public_ && is_private_host(host_of(next))) return redirects_inside(next);
  if (++redirections_ > most_redirections) return say("redirected more than ", most_redirections, " times");
  return {};
}

void Exchange::judge(CURLcode code) {
  if (code == CURLE_OK) return;
  constexpr std::array cuts = {CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_GOT_NOTHING,
                               CURLE_HTTP2,        CURLE_SEND_ERROR, CURLE_HTTP2_STREAM};
  constexpr std::array never_there = {CURLE_COULDNT_CONNECT,       CURLE_COULDNT_RESOLVE_HOST,
                                      CURLE_COULDNT_RESOLVE_PROXY, CURLE_PEER_FAILED_VERIFICATION,
                                      CURLE_SSL_CONNECT_ERROR,     CURLE_SSL_CACERT_BADFILE};
  double connected = 0, waited = 0;
  curl_easy_getinfo(easy_, CURLINFO_CONNECT_TIME, &connected);
  curl_easy_getinfo(easy_, CURLINFO_TOTAL_TIME, &waited);
  is_cut_ = is_among(cuts, code);
  is_out_of_reach_ = is_among(never_there, code) || (code == CURLE_OPERATION_TIMEDOUT && connected == 0);
  if (is_refused_ && code == CURLE_COULDNT_CONNECT) {
    is_out_of_reach_ = false;  // the server itself was reached
    trouble_ = redirects_inside(url_);
  }
  is_silent_ = code == CURLE_OPERATION_TIMEDOUT && !is_out_of_reach_ && status() == 0;
  if (is_silent_ && trouble_.empty()) trouble_ = say("sent nothing for ", std::lround(waited), " s");
  if (trouble_.empty()) trouble_ = error_.front() != '\0' ? shown(error_.data()) : curl_easy_strerror(code);
}

long Exchange::status() const {
  long status = 0;
  curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

long Exchange::seconds_to_wait() const {
  curl_off_t seconds = 0;
  curl_easy_getinfo(easy_, CURLINFO_RETRY_AFTER, &seconds);
  return static_cast<long>(std::min<curl_off_t>(seconds, 1'000'000));
}

}  // namespace symkit::fetch
