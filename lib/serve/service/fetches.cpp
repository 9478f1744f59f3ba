#include "serve/service/fetches.h"

#include <algorithm>
#include <set>
#include <sys/eventfd.h>
#include <unistd.h>

#include "debug/details/limited_child.h"
#include "ground/base/words.h"
#include "ground/json/document.h"

namespace symkit::service {
namespace {

constexpr const char* is_asked_for = "requested from symbol servers; try again shortly";

constexpr std::chrono::minutes absence_holds{10};
// An image that was fetched and is not in the store any more is fetched again after this time.
constexpr std::chrono::minutes presence_holds{1};
constexpr std::size_t most_at_once = 16;  // images per process
constexpr std::size_t most_waiting = 1'000;
constexpr std::size_t most_images = 20'000;  // images remembered

// The name as a log may have it: characters with a meaning in log lines are dropped.
std::string name_for_log(std::string_view name) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-";
  constexpr std::size_t longest = 200;
  std::string out;
  for (const char c : name.substr(0, longest))
    if (plain.find(c) != std::string_view::npos) out += c;
  return out.empty() ? "image" : out;
}

// A frame in the image, in the format of a log that names images as symbol servers do.
std::string lines_that_name(const ImageReference& image) {
  const std::string name = name_for_log(image.name);
  if (image.debug_name.empty())
    return say("    #00 pc 0000000000001000  /", name, " (BuildId: ", image.id.hex(), ")\n");
  return say("Module|", name, "||", name_for_log(image.debug_name), '|', in_upper_case(image.id.hex()),
             "|0x10000|0x1ffff|0\n\n0|0|", name, "||||0x1000\n\n");
}

}  // namespace

Fetches::Fetches(FetchSettings settings, std::function<void()> arrived)
    : settings_(std::move(settings)),
      arrived_(std::move(arrived)),
      stopped_(::eventfd(0, EFD_CLOEXEC)),
      workers_(2, most_waiting) {}

Fetches::~Fetches() {
  finish();
  if (stopped_ >= 0) ::close(stopped_);
}

void Fetches::finish() {
  stop();
  workers_.finish();
}

void Fetches::stop() {
  ending_ = true;
  const std::uint64_t one = 1;
  static_cast<void>(!::write(stopped_, &one, sizeof one));
}

std::string Fetches::ask(const ImageReference& image) {
  {
    const std::lock_guard lock(lock_);
    const auto known = images_.find(image.id);
    if (known != images_.end()) {
      const auto age = Clock::now() - known->second.changed;
      switch (known->second.state) {
        case Image::State::UnderWay: return is_asked_for;
        case Image::State::WithNobody:
          if (age < absence_holds) return {};
          break;
        case Image::State::Came:
          if (age < presence_holds) return {};
          break;
      }
    }
  }
  return begin(image) ? is_asked_for : std::string();
}

// Returns false if too much is being fetched already.
bool Fetches::begin(const ImageReference& image) {
  const std::lock_guard lock(lock_);
  if (ending_ || waiting_.size() >= most_waiting) return false;
  if (images_.size() >= most_images)
    std::erase_if(images_, [](const auto& one) { return one.second.state != Image::State::UnderWay; });
  images_[image.id] = {};
  waiting_.emplace_back(image.id, lines_that_name(image));
  ++counts_.under_way;
  // The first task takes all images that are waiting by then.
  static_cast<void>(workers_.take([this] { fetch_some(); }));
  return true;
}

void Fetches::fetch_some() {
  std::vector<Waiting> images;
  {
    const std::lock_guard lock(lock_);
    while (!waiting_.empty() && images.size() < most_at_once) {
      images.push_back(std::move(waiting_.front()));
      waiting_.pop_front();
    }
  }
  if (!images.empty()) fetch(images);
}

// An image that makes symprep fail must not affect the others.
void Fetches::fetch(std::span<const Waiting> images) {
  const Result<std::string> said = ending_ ? std::string() : ask_servers(images);
  if (!said && images.size() > 1) {
    for (const Waiting& one : images) fetch({&one, 1});
    return;
  }
  if (!said) settings_.warn(say("missing images cannot be fetched: ", said.error().message));
  settle(images, said.value_or(std::string()));
}

// Returns lines of JSON about the images that were fetched.
Result<std::string> Fetches::ask_servers(std::span<const Waiting> images) const {
  std::string log;
  for (const auto& [id, lines] : images) log += lines;
  std::vector<std::string> words;
  words.reserve(settings_.stores.size() + settings_.servers.size() + 5);
  for (const std::string& store : settings_.stores) words.push_back("--store=" + store);
  for (const fetch::Server& server : settings_.servers) words.push_back("--server=" + server.written());
  words.insert(words.end(),
               {"--log=-", "--keep-downloads=no", "--format=json", "--progress=never", "--color=never"});
  const details::Limits limits{.time = settings_.time,
                               .memory = settings_.memory,
                               .file = settings_.size,
                               .stop = stopped_,
                               .gives_way = true};
  auto child = details::LimitedChild::start(settings_.symprep, as_bytes(log), limits, words);
  if (!child) return fail(child.error());
  const auto answer = child->finish();
  if (!answer) return fail(answer.error());
  return std::string(reinterpret_cast<const char*>(answer->data()), answer->size());
}

void Fetches::settle(std::span<const Waiting> images, const std::string& said) {
  std::set<ImageId> came;
  for (std::string_view rest = said; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const auto document = json::Document::parse(line);
    const auto id = document ? ImageId::parse(document->root()["id"].string()) : std::nullopt;
    if (id) came.insert(*id);
  }
  bool is_any_here = false;
  {
    const std::lock_guard lock(lock_);
    for (const auto& [id, lines] : images) {
      const bool is_here = came.contains(id);
      images_[id] = {.state = is_here ? Image::State::Came : Image::State::WithNobody};
      ++(is_here ? counts_.came : counts_.had_by_nobody);
      --counts_.under_way;
      is_any_here |= is_here;
    }
  }
  if (!is_any_here) return;
  ++arrivals_;
  arrived_();
}

Fetches::State Fetches::state() const {
  const std::lock_guard lock(lock_);
  return counts_;
}

}  // namespace symkit::service
