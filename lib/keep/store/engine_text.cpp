#include "keep/store/engine_text.h"

#include <algorithm>
#include <array>
#include <vector>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "keep/store/packed.h"

namespace symkit::store {
namespace {

// Empty versions are kept longer than any writer pauses.
constexpr std::chrono::seconds emptied_lives = std::chrono::days(1);
constexpr std::uint64_t versions_at_once = 16;
constexpr int most_rounds = 64;

}  // namespace

// The newest version found.
struct EngineText::Held {
  std::uint64_t number = 0;
  io::SharedBlob text = nullptr;  // null: there is none
};

EngineText::EngineText(std::unique_ptr<redis::Engine> engine, std::string_view name,
                       std::chrono::seconds expire)
    : engine_(std::move(engine)), keys_(say("sym:{", name, "}:")), expire_(expire) {}

std::string EngineText::key_of(std::uint64_t number) const { return say(keys_, "version:", number); }

std::string EngineText::place() const { return say(engine_->place(), ' ', keys_, "last"); }

// The last version that a writer recorded; there may be later ones. 0: none.
Result<std::uint64_t> EngineText::last_told() const {
  const std::array key = {keys_ + "last"};
  const auto value = engine_->get(key);
  if (!value.front()) return fail(value.front().error());
  const io::SharedBlob& said = *value.front();
  return said ? whole_number<std::uint64_t>(as_text(said->bytes())).value_or(0) : 0;
}

// The newest of the next versions, except the known one.
Result<EngineText::Held> EngineText::newest_from(std::uint64_t number, std::uint64_t known) const {
  std::vector<std::uint64_t> numbers;
  std::vector<std::string> keys;
  for (std::uint64_t one = number; one < number + versions_at_once; ++one) {
    if (one == 0 || one == known) continue;
    numbers.push_back(one);
    keys.push_back(key_of(one));
  }
  auto values = engine_->get(keys);
  Held held;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i]) return fail(values[i].error());
    if (*values[i]) held = {.number = numbers[i], .text = std::move(*values[i])};
  }
  return held;
}

Result<std::optional<SharedText::Version>> EngineText::newer_than(std::uint64_t number) {
  const auto told = last_told();
  if (!told) return fail(told.error());
  std::uint64_t from = std::max(number, *told);
  std::uint64_t emptied = 0;
  for (int round = 0; round < most_rounds; ++round) {
    const auto held = newest_from(from, number);
    if (!held) return fail(held.error());
    if (held->text && !held->text->bytes().empty()) {
      const auto text = unpacked(held->text, longest);
      if (!text) return fail(text.error().within(place()));
      return Version{.number = held->number, .text = std::string(as_text((*text)->bytes()))};
    }
    // There is nothing more, or an emptied version with no other after it: the engine lost the later
    // ones.
    const bool is_last = !held->text || held->number == emptied;
    if (is_last && std::max(emptied, *told) <= number) return std::nullopt;
    if (is_last) return Version{.number = std::max(emptied, *told)};
    emptied = from = held->number;
  }
  return fail(say(place(), ": changes faster than it can be read"));
}

Result<bool> EngineText::follow(std::uint64_t number, std::string_view text) {
  const auto value = packed(as_bytes(text), quick_level);
  const auto written = engine_->put_if_absent(key_of(number + 1), value, expire_);
  if (!written || !*written) return written;
  // A writer killed here leaves the old version's text, which is never read again.
  const std::string last = say(number + 1);
  const std::array<Bytes, 1> told = {as_bytes(last)};
  const std::array entries = {redis::Engine::Entry{.key = keys_ + "last", .pieces = told}};
  const std::array emptied = {redis::Engine::Entry{.key = key_of(number), .pieces = {}}};
  // If this cannot be recorded, readers find the version by looking further.
  if (!engine_->put(entries, expire_ + emptied_lives)) return true;
  if (number != 0) static_cast<void>(engine_->put(emptied, emptied_lives).has_value());
  return true;
}

}  // namespace symkit::store
