#include "reports/profile/answers.h"

namespace symkit::profile {
namespace {

// An answer takes some 100 bytes with its lines.
constexpr std::size_t most_answers = 300'000;
constexpr std::size_t most_text_bytes = 32 * 1024 * 1024;

std::size_t hash_of_ids(const Function& function) {
  return mixed(std::uint64_t{function.name} << 32 | function.start_line,
               std::uint64_t{function.system_name} << 32 | function.file);
}

}  // namespace

bool Answers::is_full() const { return answers_.size() > most_answers || text_bytes_ > most_text_bytes; }

void Answers::forget() {
  texts_ = {};
  text_bytes_ = 0;
  functions_ = {};
  function_numbers_ = {};
  readable_functions_ = {};
  images_ = {};
  places_ = {};
  answers_ = {};
  lines_ = {};
}

void Answers::begin_profile() {
  if (is_full()) forget();
  functions_there_.assign(functions_.size(), none);
  texts_there_.assign(texts_.size(), none);
}

std::uint32_t Answers::image_number(std::string_view key) {
  return images_.try_emplace(std::string(key), static_cast<std::uint32_t>(images_.size())).first->second;
}

const Answers::Answer* Answers::find(const Address& place) const {
  const std::uint32_t found = places_.find(place);
  return found == none ? nullptr : &answers_[found];
}

void Answers::keep(const Address& place, const Extent& extent, std::span<const Line> lines, bool is_folded) {
  if (!places_.add(place, static_cast<std::uint32_t>(answers_.size()))) return;
  answers_.push_back({extent, static_cast<std::uint32_t>(lines_.size()),
                      static_cast<std::uint32_t>(lines.size()), is_folded});
  lines_.insert(lines_.end(), lines.begin(), lines.end());
}

std::uint32_t Answers::function(std::string_view name, std::string_view system_name, std::string_view file,
                                std::uint32_t start_line) {
  const std::size_t before = texts_.size();
  const Function function{texts_.add(name), texts_.add(system_name), texts_.add(file), start_line};
  if (texts_.size() != before) text_bytes_ += name.size() + system_name.size() + file.size();
  texts_there_.resize(texts_.size(), none);
  const std::size_t hash = hash_of_ids(function);
  const std::uint32_t* const known =
      function_numbers_.find(hash, [&](std::uint32_t number) { return functions_[number] == function; });
  if (known != nullptr) return *known;
  const auto number = static_cast<std::uint32_t>(functions_.size());
  function_numbers_.add(hash, number);
  functions_.push_back(function);
  functions_there_.push_back(none);
  return number;
}

std::uint32_t Answers::function_in(Profile& profile, std::uint32_t function) {
  std::uint32_t& there = functions_there_[function];
  if (there != none) return there;
  const Function& it = functions_[function];
  const Function in_profile{text_in(profile, it.name), text_in(profile, it.system_name),
                            text_in(profile, it.file), it.start_line};
  there = static_cast<std::uint32_t>(profile.functions.size());
  profile.functions.push_back(in_profile);
  return there;
}

// Looked up by its number, not by its content: if the profile has the text, it has another number there.
TextId Answers::text_in(Profile& profile, TextId text) {
  TextId& there = texts_there_[text];
  if (there == none) there = profile.texts.add_view(texts_[text]);
  return there;
}

}  // namespace symkit::profile
