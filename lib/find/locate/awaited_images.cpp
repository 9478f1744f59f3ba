// Images that may arrive in the background: nothing is offered now, but the image is reported as
// requested.
#include "find/locate/elsewhere.h"
#include "find/locate/providers.h"

namespace symkit::locate {
namespace {

class AwaitedImages final : public Provider {
 public:
  explicit AwaitedImages(std::shared_ptr<Elsewhere> elsewhere) : elsewhere_(std::move(elsewhere)) {}

  bool offer(const ImageReference& image, Offering& offering) const override {
    if (image.id.empty()) return false;
    if (std::string said = elsewhere_->ask(image); !said.empty()) offering.note(std::move(said));
    return false;
  }

 private:
  std::shared_ptr<Elsewhere> elsewhere_;
};

}  // namespace

std::unique_ptr<Provider> awaited_images(std::shared_ptr<Elsewhere> elsewhere) {
  return std::make_unique<AwaitedImages>(std::move(elsewhere));
}

}  // namespace symkit::locate
