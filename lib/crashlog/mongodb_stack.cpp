// MongoDB's stacks: a line with the images, and a line for each frame, both JSON.
//   … "processInfo":{…,"somap":[{"b":"55D0C0A00000","path":"/usr/bin/mongod","elfType":3,"buildId":"0123…"}]}
//   … … "msg":"Frame","attr":{"frame":{"a":"55D0C0A2BA2B","b":"55D0C0A00000","o":"2BA2B","s":"_ZN5mongo1fEv",
//   …
// "a" is the address, "b" where the image begins. All are return addresses. The description comes behind the
// line.
#include <array>

#include "crashlog/formats.h"
#include "crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

constexpr std::string_view images_mark = "\"somap\":[";
constexpr std::string_view frame_mark = "\"frame\":{\"a\":\"";

// The member's text where the object has it; neither numbers nor ids nor paths have escapes.
std::string_view member(std::string_view object, std::string_view name) {
  const std::size_t at = object.find(name);
  if (at == std::string_view::npos) return {};
  const std::string_view value = object.substr(at + name.size());
  return value.substr(0, value.find('"'));
}

std::optional<Number> bare_hex(std::string_view text) {
  Scanner at(text);
  const auto number = at.hex();
  return number && at.at_end() ? number : std::nullopt;
}

class MongodbStack : public Format {
 public:
  std::span<const std::string_view> marks() const override {
    static constexpr std::array<std::string_view, 2> all = {images_mark, frame_mark};
    return all;
  }

  bool reads_json() const override { return true; }

  Found read(std::string_view line, std::size_t start, Report& report, Frame& frame) override {
    if (const std::size_t images = line.find(images_mark, start); images != std::string_view::npos) {
      read_images(line.substr(images + images_mark.size()), report);
      return Found::Context;
    }
    const std::size_t mark = line.find(frame_mark, start);
    if (mark == std::string_view::npos) return Found::Nothing;
    const std::string_view rest = line.substr(mark + frame_mark.size() - 6);
    const std::string_view object = rest.substr(0, rest.find('}'));
    frame.address_text = member(object, "\"a\":\"");
    const auto address = bare_hex(frame.address_text);
    const auto begin = bare_hex(member(object, "\"b\":\""));
    if (!address || !begin) return Found::Nothing;
    frame.symbol = member(object, "\"s\":\"");
    frame.runtime_address = usable(*address, frame);
    frame.load_address = usable(*begin, frame);
    if (const ListedImage* image = begin->fits ? report.image_at(begin->value) : nullptr)
      Report::fill_in(*image, frame);
    frame.address_of = AddressOf::Return;
    frame.replaced = {line.size(), line.size()};
    return Found::Frame;
  }

 private:
  static void read_images(std::string_view list, Report& report) {
    if (report.images_listed() != 0) report.begin();  // of another stack
    list = list.substr(0, list.find(']'));
    for (std::size_t open = list.find('{'); open != std::string_view::npos; open = list.find('{', open + 1)) {
      const std::string_view object = list.substr(open, list.find('}', open) - open);
      const auto begin = bare_hex(member(object, "\"b\":\""));
      if (!begin || !begin->fits) {
        report.skip_image();
        continue;
      }
      ListedImage image;
      image.begin = begin->value;
      image.load_address = begin->value;
      image.path = member(object, "\"path\":\"");
      image.name = base_name(image.path);
      image.id = ImageId::parse(member(object, "\"buildId\":\"")).value_or(ImageId{});
      report.add_image(std::move(image));
    }
  }
};

}  // namespace

std::unique_ptr<Format> mongodb_stack() { return std::make_unique<MongodbStack>(); }

}  // namespace symkit::crashlog
