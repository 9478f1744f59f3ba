#include "symlookup/fetch_ahead.h"

#include <optional>
#include <utility>

namespace symkit::symlookup {

std::unique_ptr<FetchAhead> FetchAhead::begin(const Fetching& fetching, std::unique_ptr<io::Input>& input) {
  if (!fetching.downloads || !input) return nullptr;
  return std::unique_ptr<FetchAhead>(new FetchAhead(fetching, input));
}

FetchAhead::FetchAhead(const Fetching& fetching, std::unique_ptr<io::Input>& input)
    : downloads_(fetching.downloads),
      scout_(
          [search = fetching.search, downloads = fetching.downloads](const ImageReference& image) {
            if (search->needs_servers(image)) downloads->expect(fetch::Wanted::of(image));
          },
          fetching.known) {
  auto log = input->again();
  if (!log) {
    ahead_ =
        io::ReadAhead::begin(std::move(input), [downloads = downloads_, wait = fetching.wait](bool is_live) {
          downloads->wait_at_most(is_live ? std::optional(wait) : std::nullopt);
        });
    input = ahead_->reader();
    log = ahead_->scout();
  }
  // Errors in the log are reported by its reader.
  thread_ = std::thread([this, log = std::move(log)] { static_cast<void>(scout_.read(*log)); });
}

FetchAhead::~FetchAhead() {
  scout_.stop();
  if (ahead_) ahead_->stop();
  thread_.join();
  downloads_->wait_at_most(std::nullopt);
}

}  // namespace symkit::symlookup
