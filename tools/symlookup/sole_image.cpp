#include "symlookup/sole_image.h"

#include <functional>
#include <set>
#include <string>
#include <utility>

#include "io/text_ahead.h"
#include "locate/candidates.h"
#include "locate/same_id.h"
#include "rewrite/image_scout.h"

namespace symkit::symlookup {
namespace {

// Whether the named file is taken for this image anyway, or for none by this name.
bool is_of_another(const ImageReference& image, const symbolize::OpenImage& named) {
  if (!image.id.empty()) return locate::same_id(image.id, named.facts().id);
  return image.name.empty() || !image.code_id.empty() || locate::same_name(image.name, named.name());
}

// Empty where there are several, or the named file is another one of the log's.
std::string sole_image(io::Input& log, const crashlog::Knowledge& known, const symbolize::OpenImage& named) {
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
  const auto read = scout.read(log);
  return read && !is_another && without_id.size() == 1 ? *without_id.begin() : std::string();
}

// Of a pipe as much as comes at once, if that is all of it.
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
  if (const auto again = log->again()) return locator.set_sole_image(sole_image(*again, known, *named));
  log = io::TextAhead::before(std::move(log),
                              std::make_unique<WholePipe>([=, &known, &locator](std::string text) {
                                const auto whole = io::Input::of_memory(std::move(text), "standard input");
                                locator.set_sole_image(sole_image(*whole, known, *named));
                              }));
}

}  // namespace symkit::symlookup
