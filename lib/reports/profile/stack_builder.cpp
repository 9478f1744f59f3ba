#include "reports/profile/stack_builder.h"

#include <algorithm>

#include "reports/profile/units.h"

namespace symkit::profile {
namespace {

template <class Number>
void add_to_key(std::string& key, const std::optional<Number>& number) {
  key += number ? std::to_string(*number) : "-";
  key += '\n';
}

void write_frame_key(const FrameReference& frame, std::string& key) {
  write_key(frame.image, key);
  key += '\n';
  key += frame.symbol;
  key += '\n';
  key += static_cast<char>('0' + static_cast<int>(frame.address_of));
  for (const auto& number : {frame.runtime_address, frame.load_address, frame.slide, frame.file_address,
                             frame.image_offset, frame.file_offset, frame.symbol_offset})
    add_to_key(key, number);
}

}  // namespace

std::uint32_t StackBuilder::new_location(Location location, std::span<const std::string_view> names) {
  const auto number = static_cast<std::uint32_t>(profile_.locations.size());
  location.first_line = static_cast<std::uint32_t>(profile_.lines.size());
  for (const std::string_view name : names) {
    if (name.empty()) continue;
    const TextId text = profile_.texts.add(name);
    const auto [function, is_new] =
        functions_.try_emplace(text, static_cast<std::uint32_t>(profile_.functions.size()));
    if (is_new) profile_.functions.push_back({text, 0, 0, 0});
    profile_.lines.push_back({function->second, 0, 0});
    ++location.line_count;
  }
  profile_.locations.push_back(location);
  return number;
}

std::uint32_t StackBuilder::location_called(std::string_view name, bool is_label) {
  key_.assign(is_label ? "label\n" : "name\n").append(name);
  const auto [place, is_new] = locations_.try_emplace(key_);
  if (is_new) place->second = new_location({.is_label = is_label}, {&name, 1});
  return place->second;
}

std::uint32_t StackBuilder::location_at(std::uint64_t address, AddressOf address_of) {
  key_.assign("at\n").append(std::to_string(address));
  key_ += static_cast<char>('0' + static_cast<int>(address_of));
  const auto [place, is_new] = locations_.try_emplace(key_);
  if (is_new) place->second = new_location({.address = address, .address_of = address_of}, {});
  return place->second;
}

FrameReference StackBuilder::kept(const FrameReference& frame) {
  FrameReference own = frame;
  own.number.reset();
  own.depth.reset();
  for (std::string_view* text : {&own.image.name, &own.image.path, &own.image.release, &own.image.debug_name,
                                 &own.image.code_id, &own.symbol, &own.problem})
    *text = kept(*text);
  return own;
}

std::uint32_t StackBuilder::location_of(const FrameReference& frame,
                                        std::span<const std::string_view> names) {
  write_frame_key(frame, key_);
  for (const std::string_view name : names) key_.append(name) += '\n';
  const auto [place, is_new] = locations_.try_emplace(key_);
  if (!is_new) return place->second;
  const FrameReference own = kept(frame);
  Location location{.address = frame.runtime_address.value_or(frame.file_offset.value_or(0)),
                    .mapping = mapping_of(own.image),
                    .address_of = frame.address_of,
                    .reference = static_cast<std::uint32_t>(profile_.references.size())};
  profile_.references.push_back(own);
  return place->second = new_location(location, names);
}

std::uint32_t StackBuilder::location_of_text(std::string_view text, const FrameReference& frame) {
  const bool has_image = !frame.image.name.empty() || !frame.image.id.empty();
  const bool has_number = frame.load_address || frame.slide || frame.file_address || frame.image_offset ||
                          frame.file_offset || frame.memory || frame.may_be_file_offset;
  if (has_image && (has_number || frame.symbol_offset)) return location_of(frame);
  if (!frame.runtime_address) return location_called(text);
  if (!frame.symbol.empty()) return location_called(frame.symbol);
  return location_at(*frame.runtime_address, frame.address_of);
}

std::uint32_t StackBuilder::mapping_of(const ImageReference& image) {
  if (image.name.empty() && image.id.empty()) return none;
  std::string key;
  write_key(image, key);
  const auto [place, is_new] =
      mappings_.try_emplace(std::move(key), static_cast<std::uint32_t>(profile_.mappings.size()));
  if (is_new)
    profile_.mappings.push_back({.file = profile_.texts.add(image.path.empty() ? image.name : image.path),
                                 .build_id = profile_.texts.add(image.id.hex())});
  return place->second;
}

void StackBuilder::add_sample(std::vector<std::uint32_t> stack, std::string_view event, std::int64_t count,
                              std::optional<std::int64_t> value) {
  Sample sample{.stack = std::move(stack), .count = count, .value = value.value_or(1)};
  if (!event.empty()) {
    const TextId text = profile_.texts.add(event);
    const auto found = std::ranges::find(events_, text, &Event::name);
    sample.event = static_cast<std::uint32_t>(found - events_.begin());
    Event& its = found == events_.end() ? events_.emplace_back(Event{.name = text}) : *found;
    its.has_values = its.has_values && value.has_value();
  }
  samples_.push_back(std::move(sample));
}

void StackBuilder::count(std::string_view what, std::string_view unit) {
  counted_ = {profile_.texts.add(what), profile_.texts.add(unit)};
}

Profile StackBuilder::finish() {
  if (counted_.type == 0) count("samples", "count");
  profile_.types.push_back(counted_);
  for (const Event& event : events_) {
    const std::string_view unit = event.has_values ? unit_of_event(profile_.texts[event.name]) : "count";
    profile_.types.push_back({event.name, profile_.texts.add(unit)});
  }
  std::vector<std::int64_t> values;
  for (const Sample& sample : samples_) {
    values.assign(profile_.types.size(), 0);
    values[0] = sample.count;
    if (sample.event != none) values[sample.event + 1] = sample.value;
    profile_.add_sample(sample.stack, values);
  }
  profile_.shown_type = 0;
  return std::move(profile_);
}

}  // namespace symkit::profile
