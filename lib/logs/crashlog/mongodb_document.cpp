#include "logs/crashlog/mongodb_document.h"

#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {
namespace {

// "55D0C0A2BA2B": the form of all numbers.
std::optional<std::uint64_t> hex_in(json::Value value) {
  Scanner at(value.string());
  const auto number = at.hex();
  return number && at.at_end() && number->fits ? std::optional(number->value) : std::nullopt;
}

bool is_mongodb_frame(json::Value value) { return hex_in(value["b"]) && hex_in(value["o"]); }

DocumentFrame mongodb_frame(json::Value value) {
  DocumentFrame made;
  made.value = value;
  made.object = value.where();
  made.end_of_members = value.end_of_members();
  made.separator = value.separator();
  made.has_symbol = static_cast<bool>(value["symbol"]);
  made.has_place = static_cast<bool>(value["sourceFile"]);
  Frame& frame = made.frame;
  const std::uint64_t begin = *hex_in(value["b"]);
  frame.address_text = value["a"] ? value["a"].string() : value["o"].string();
  frame.runtime_address = hex_in(value["a"]).value_or(begin + *hex_in(value["o"]));
  frame.load_address = begin;
  if (begin == 0) frame.problem = no_image_file;
  frame.symbol = value["s"].string();
  frame.symbol_offset = hex_in(value["s+"]);
  // In a stripped library the name is that of the exported function before the address.
  frame.names_nearest = frame.symbol_offset.has_value();
  frame.address_of = AddressOf::Return;
  return made;
}

ListedImage mongodb_image(json::Value value) {
  ListedImage image;
  image.begin = hex_in(value["b"]).value_or(0);
  image.load_address = image.begin;
  image.path = value["path"].string();  // the program itself has none
  image.name = base_name(image.path);
  image.id = ImageId::parse(value["buildId"].string()).value_or(ImageId{});
  return image;
}

}  // namespace

std::optional<DocumentReport> read_mongodb(const json::Document& document) {
  DocumentReport made;
  made.goes_on = true;
  document.each_value([&](json::Value value) {
    if (value.is_array() && value.key() == "somap") {
      for (json::Value image = value.first(); image; image = image.next())
        if (hex_in(image["b"])) made.images.push_back(mongodb_image(image));
    } else if (value.is_array() && value.key() == "backtrace" && is_mongodb_frame(value.first())) {
      for (json::Value frame = value.first(); frame; frame = frame.next())
        if (is_mongodb_frame(frame)) made.frames.push_back(mongodb_frame(frame));
    } else if (value.is_object() && value.key() == "frame" && is_mongodb_frame(value)) {
      made.frames.push_back(mongodb_frame(value));
    }
  });
  if (made.frames.empty() && made.images.empty()) return std::nullopt;
  return made;
}

}  // namespace symkit::crashlog
