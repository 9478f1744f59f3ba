#include "fetcher/host.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "ground/base/server_keys.h"
#include "ground/base/words.h"
#include "ground/io/foreign_file.h"

namespace symkit::fetch {
namespace {

constexpr std::string_view scheme_of_folders = "file://";
constexpr std::chrono::seconds longest_wait{20};  // total delay that a server may request
constexpr std::size_t longest_pointer = 4096;
constexpr std::size_t enough = 64;  // bytes of the answer to a probe

std::string unescaped(std::string_view text) {
  int size = 0;
  char* const plain = curl_easy_unescape(nullptr, text.data(), static_cast<int>(text.size()), &size);
  const std::string path = plain == nullptr ? "" : std::string(plain, static_cast<std::size_t>(size));
  curl_free(plain);
  return path;
}

// A busy or broken server does not tell whether it has an index2.txt.
bool is_of_trouble(long status) {
  constexpr long http_too_many = 429, first_of_servers_errors = 500;
  return status == 0 || status == http_too_many || status >= first_of_servers_errors;
}

// The file at the path, if it really is in the folder.
std::string file_below(const std::string& folder, std::string_view path) {
  std::string whole = say(folder, '/', path);
  const auto found = io::ForeignFile::find(whole);
  return found && found->is_ordinary() && found->lies_below(folder) ? whole : std::string();
}

}  // namespace

Host::Host(Server server, std::optional<ServerTraits> known)
    : server_(std::move(server)), named_kind_(server_.kind) {
  if (!server_.url.starts_with(scheme_of_folders)) {
    const bool tells = named_kind_ == ServerKind::Unknown || named_kind_ == ServerKind::SymStore;
    is_remembered_ = tells && known && (named_kind_ == ServerKind::Unknown || named_kind_ == known->kind);
    if (!tells || is_remembered_) probe_ = Probe::Done;
    if (!is_remembered_) return;
    server_.kind = known->kind;
    has_shelves_ = known->has_shelves;
    return;
  }
  folder_ = unescaped(std::string_view(server_.url).substr(scheme_of_folders.size()));
  has_shelves_ = !file_below(folder_, "index2.txt").empty();
  probe_ = Probe::Done;
  std::error_code ignored;
  is_dead = !std::filesystem::is_directory(folder_, ignored);
}

std::string Host::file_of(const RemoteFile& place) const {
  if (!place.is_pointer) return file_below(folder_, place.path);
  const std::string pointer = file_below(folder_, place.path);
  const auto file = pointer.empty() ? std::nullopt : io::ForeignFile::find(pointer);
  if (!file || file->size() > longest_pointer) return {};
  const auto text = file->read();
  if (!text) return {};
  for (const std::string& end : ends_of_pointer(*text))
    if (std::string found = file_below(folder_, end); !found.empty()) return found;
  return {};
}

void Host::begin_probe(CURLM* multi, const Connection& how) {
  constexpr long longest_s = 5;
  probe_ = Probe::Running;
  const auto take = [this](std::string_view bytes) {
    answer_ += bytes.substr(0, enough - std::min(enough, answer_.size()));
    return exchange_->status() != 200 && answer_.size() < enough;
  };
  exchange_ = std::make_unique<Exchange>(
      multi, how, Question{.url = url() + "/index2.txt", .longest_s = longest_s}, take, this);
}

bool Host::probe_goes_on(CURLcode code, std::string& note) {
  if (exchange_->goes_on(code)) return true;
  const long status = exchange_->status();
  is_discovery_ = kind() != ServerKind::Unknown && !is_of_trouble(status);
  const bool was_heard = code == CURLE_OK || code == CURLE_WRITE_ERROR;  // or as far as wanted
  if (status == 200 && was_heard && may_be_index2(answer_)) {
    is_discovery_ = has_shelves_ = true;
    if (kind() == ServerKind::Unknown) note = say(url(), ": has an index2.txt: symstore");
    server_.kind = ServerKind::SymStore;
  } else if (kind() == ServerKind::Unknown && answer_.starts_with("webapi error")) {
    note = say(url(), ": rejects index2.txt in debuginfod's way: debuginfod");
    server_.kind = ServerKind::Debuginfod;
    is_discovery_ = true;  // whatever the status
  }
  has_answered |= status != 0;
  is_dead = exchange_->was_out_of_reach();
  trouble_ = exchange_->trouble();
  exchange_.reset();
  probe_ = Probe::Done;
  return false;
}

void Host::take_kind(ServerKind kind) {
  is_remembered_ = false;
  if (server_.kind != ServerKind::Unknown) return;
  server_.kind = kind;
  is_discovery_ = true;
}

bool Host::doubt() {
  if (!std::exchange(is_remembered_, false)) return false;
  server_.kind = named_kind_;
  has_shelves_ = false;
  probe_ = Probe::Due;
  ++times_doubted_;
  return true;
}

std::optional<ServerTraits> Host::take_discovery() {
  if (!std::exchange(is_discovery_, false)) return std::nullopt;
  return ServerTraits{kind(), has_shelves_};
}

bool Host::postpone(long seconds) {
  if (waited_ + std::chrono::seconds(seconds) > longest_wait) return false;
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  if (until > not_before_) waited_ += std::chrono::seconds(seconds);
  not_before_ = std::max(not_before_, until);
  return true;
}

}  // namespace symkit::fetch
