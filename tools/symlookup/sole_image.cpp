#include "symlookup/sole_image.h"

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "answers/rewrite/image_scout.h"
#include "find/locate/candidates.h"
#include "ground/base/same_id.h"
#include "ground/base/words.h"
#include "ground/io/text_ahead.h"
#include "symlookup/options.h"

namespace symkit::symlookup {
namespace {

// Whether the named file is used for this image anyway, or cannot be it.
bool is_of_another(const ImageReference& image, const symbolize::OpenImage& named) {
  if (!image.id.empty()) return same_id(image.id, named.facts().id);
  return image.name.empty() || !image.code_id.empty() || locate::same_name(image.name, named.name());
}

// A longer log is resolved without this, as its first line should not wait for its last.
constexpr std::size_t longest = std::size_t{1} << 20;

// Nothing if the log is longer.
std::optional<std::string> all_of(io::Input& log) {
  constexpr std::size_t piece = std::size_t{1} << 15;
  std::string text;
  for (std::size_t size = 0; size <= longest;) {
    text.resize(size + piece);
    const auto count = log.read(std::span(text).subspan(size));
    if (!count) return std::nullopt;
    text.resize(size += *count);
    if (*count == 0) return text;
  }
  return std::nullopt;
}

// Lists of addresses are long, and name no images.
bool begins_with_address(std::string_view text) {
  return read_address(trimmed(text.substr(0, text.find('\n')))).has_value();
}

// Empty if there are several, or the named file is another image of the log.
std::string sole_image(std::string text, const crashlog::Knowledge& known,
                       const symbolize::OpenImage& named) {
  std::set<std::string> without_id;
  std::string key;
  bool is_another = false;
  rewrite::ImageScout* reader = nullptr;
  rewrite::ImageScout scout(
      [&](const ImageReference& image) {
        if (image.name.starts_with('[')) return;  // [vdso]
        is_another = is_another || is_of_another(image, named);
        if (image.id.empty()) {
          write_key(image, key);
          without_id.insert(key);
        }
        if (is_another || without_id.size() > 1) reader->stop();
      },
      known);
  reader = &scout;
  const auto read = scout.read(*io::Input::of_memory(std::move(text), "the log"));
  return read && !is_another && without_id.size() == 1 ? *without_id.begin() : std::string();
}

// From a pipe, what arrives at once, if that is the complete log.
class WholePipe final : public io::TextAhead::Listener {
 public:
  using Tell = std::function<void(std::string text)>;
  explicit WholePipe(Tell tell) : tell_(std::move(tell)) {}

  bool take(std::string_view text) override {
    if (!is_told_) text_ += text;
    return !is_told_;
  }
  void end() override { ended_ = true; }
  void tell() override {
    if (!std::exchange(is_told_, true) && ended_) tell_(std::move(text_));
    text_ = {};
  }

 private:
  Tell tell_;
  std::string text_;
  bool ended_ = false;
  bool is_told_ = false;
};

}  // namespace

void look_for_sole_image(std::unique_ptr<io::Input>& log, const crashlog::Knowledge& known,
                         const std::shared_ptr<const symbolize::OpenImage>& named, locate::Locator& locator) {
  locator.set_sole_image({});
  if (!log) return;
  if (const auto first = log->peek(); !first || begins_with_address(*first)) return;
  if (const auto again = log->again()) {
    if (auto text = all_of(*again)) locator.set_sole_image(sole_image(std::move(*text), known, *named));
    return;
  }
  log = io::TextAhead::before(std::move(log),
                              std::make_unique<WholePipe>([=, &known, &locator](std::string text) {
                                locator.set_sole_image(sole_image(std::move(text), known, *named));
                              }));
}

}  // namespace symkit::symlookup
