#include "reports/profile/firefox_libraries.h"

#include "ground/print/frames.h"
#include "logs/crashlog/frame_text.h"
#include "reports/profile/place.h"

namespace symkit::profile::firefox {
namespace {

using json::Value;

std::string_view kept(TextTable& texts, std::string_view text) { return texts[texts.add(text)]; }

// For ELF files codeId has the complete build id; Breakpad's id is made of its first bytes, in another
// order.
void take_id(json::Value library, TextTable& texts, ImageReference& image) {
  constexpr std::size_t fewest_digits = 20;  // Windows's timestamp and size have fewer
  const std::string_view code_id = library["codeId"].string();
  const std::string_view debug_name = library["debugName"].string();
  const std::string_view breakpad = library["breakpadId"].string();
  if (crashlog::pdb_name(debug_name).empty() && code_id.size() >= fewest_digits)
    image.id = ImageId::parse(code_id).value_or(ImageId{});
  if (image.id.empty()) image.id = crashlog::breakpad_id(breakpad, debug_name);
  image.debug_name = kept(texts, crashlog::pdb_name(debug_name));
  if (!image.debug_name.empty()) image.code_id = kept(texts, code_id);
}

}  // namespace

ImageReference image_of(json::Value library, TextTable& texts) {
  ImageReference image;
  image.path = kept(texts, library["path"].string());
  image.name = kept(texts, library["name"].string());
  if (image.name.empty()) image.name = print::base_name(image.path);
  take_id(library, texts, image);
  if (is_kernel(image.name)) {
    image.name = "vmlinux";
    image.path = {};
  }
  return image;
}

}  // namespace symkit::profile::firefox
