#include "find/intake/intake.h"

#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "find/intake/first_answers.h"
#include "find/intake/input_kind.h"
#include "find/intake/preparing.h"
#include "ground/base/words.h"
#include "ground/io/memory_bound.h"
#include "keep/index/manifest.h"
#include "keep/index/native_index.h"
#include "keep/index/part_table.h"
#include "keep/index/placing.h"

namespace symkit::intake {
namespace {

store::Key key_of(const Indexed& indexed) {
  return {.id = indexed.id, .kind = indexed.in_parts ? index::Kind::Manifest : indexed.kind};
}

// Puts the store's entry into `indexed` if it can be used. Otherwise the index is made again.
void take_usable(Indexed& indexed, const Preparable& one, store::Shelf& store, const Options& options) {
  const auto forms = options.whole ? std::vector{indexed.kind} : store::forms_of(indexed.kind);
  const std::vector<store::Key> keys = store::keys_of(indexed.id, forms);
  std::vector<store::Found> found = store.get(keys);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!found[i] || *found[i] == nullptr || !one.can_use(*found[i])) continue;
    if (options.whole && index::leads_to_parts((*found[i])->bytes())) continue;
    indexed.blob = std::move(*found[i]);
    indexed.in_parts = keys[i].kind == index::Kind::Manifest;
    return;
  }
}

Error nothing_in(const std::string& path, const Preparable& one) {
  return {say(path, ": ", one.why_empty())};
}

Result<Indexed> put(Indexed indexed, std::vector<std::uint8_t> bytes, store::Shelf& store,
                    const Options& options) {
  indexed.prepared = true;
  indexed.in_parts = false;
  const std::array pieces = {Bytes(bytes)};
  auto kept = store.put(key_of(indexed), pieces);
  if (const auto facts = index::facts_of(bytes); kept && facts)
    kept = store.add_name(facts->image_name, key_of(indexed));
  indexed.path = store.place_of(key_of(indexed));
  if (kept) {
    if (options.whole) indexed.blob = io::blob_of(std::move(bytes));
    return indexed;
  }
  if (!options.keep_unstored) return fail(kept.error());
  if (!store.place().empty()) options.watch.warn(say(kept.error().message, "; the index is not kept"));
  indexed.blob = io::blob_of(std::move(bytes));
  return indexed;
}

// Whether the index was made of another file, and knows no less than that file's debug information.
bool is_of_another(const Indexed& indexed, const Preparable& one) {
  const Bytes stored = indexed.blob->bytes();
  if (indexed.kind == index::Kind::Native) {
    const auto facts = index::facts_of(stored);
    return facts && facts->counts.with_lines != 0 && facts->source_stamp != one.stamp();
  }
  const auto envelope = index::Envelope::open(stored);
  return envelope && envelope->source_stamp() != one.stamp();
}

// The same index with the image's text base, if that is known and the index lacks it.
std::optional<std::vector<std::uint8_t>> placed(Bytes bytes, std::optional<FileAddress> text_base) {
  if (!text_base) return std::nullopt;
  const auto index = index::NativeIndex::open(bytes);
  return index ? index::placed_at(*text_base, *index) : std::nullopt;
}

std::optional<FileAddress> text_base_in(const io::SharedBlob& stored) {
  const auto facts = stored ? index::facts_of(stored->bytes()) : fail("");
  if (!facts || facts->is_relative) return std::nullopt;
  return facts->text_base;
}

// Keeps the store's index, and adds the image's text base to it.
Result<std::optional<Indexed>> keep(Indexed indexed, const Preparable& one, store::Shelf& store,
                                    const Options& options) {
  auto bytes = placed(indexed.blob->bytes(), one.text_base());
  if (!bytes) return indexed;
  indexed.blob = nullptr;
  return put(std::move(indexed), std::move(*bytes), store, options);
}

// Prepares the index, within the limit of memory.
Result<std::vector<std::uint8_t>> prepared(Preparable& one, const ImageId& id, const std::string& path) {
  io::begin_within_memory();
  auto bytes = one.prepare(id);
  io::relieve_memory();
  if (const auto kept = io::memory_result(); !kept) return fail(kept.error().within(path));
  return bytes;
}

// The image may come without functions, and its debug file without the table: each is kept when it comes.
// That the store cannot be written is told with the index.
void keep_unwind_index(const Preparable& one, const ImageId& id, store::Shelf& store) {
  const auto bytes = one.unwind_index(id);
  if (bytes.empty()) return;
  const store::Key key{.id = id, .kind = index::Kind::Unwind};
  const auto stored = store.find(key);
  const bool knows_more = stored && *stored != nullptr && (*stored)->bytes().size() >= bytes.size();
  const std::array pieces = {Bytes(bytes)};
  if (!knows_more) static_cast<void>(store.put(key, pieces));
}

// Makes the index and puts it into the store. Returns nothing if the input is left out. `indexed`: with
// the store's index, if that can be used.
Result<std::optional<Indexed>> make(Indexed indexed, Preparable& one, const std::string& path,
                                    store::Shelf& store, const Options& options) {
  if (indexed.blob && !options.force) one.keep_what_is_in(indexed.blob->bytes());
  auto bytes = prepared(one, indexed.id, path);
  if (!bytes) return fail(bytes.error());
  keep_unwind_index(one, indexed.id, store);
  indexed.units = one.units();
  const bool has_better =
      indexed.blob && !options.force && (bytes->empty() || one.knows_less(*bytes, indexed.blob->bytes()));
  if (has_better) return keep(std::move(indexed), one, store, options);
  if (bytes->empty() && options.leave_out_unusable) return std::nullopt;
  if (bytes->empty()) return fail(nothing_in(path, one));
  auto text_base = text_base_in(indexed.blob);
  if (!text_base && one.counts_from_load()) text_base = one.text_base();
  if (auto with_base = placed(*bytes, text_base)) *bytes = std::move(*with_base);
  indexed.blob = nullptr;
  return put(std::move(indexed), std::move(*bytes), store, options);
}

// An input that may answer before it is prepared, with the options it refers to.
struct Owned {
  std::shared_ptr<const Options> options;
  std::unique_ptr<Preparable> one;
  Indexed indexed = {};
  std::string path = {};
};

// The processor time that preparing takes: at least, and for each byte of .debug_info as it is stored.
constexpr double seconds_at_least = 8e-3;
constexpr double seconds_per_byte = 3.5e-9;

// Nothing if the input can only be prepared.
std::shared_ptr<symbolize::Unprepared> unprepared(const std::shared_ptr<Owned>& owned, store::Shelf& store) {
  Preparable& one = *owned->one;
  const Options& options = *owned->options;
  const ImageId& id = owned->indexed.id;
  Preparable::First first = one.first(id);
  if (first.excerpts == nullptr) return nullptr;
  const double seconds = static_cast<double>(first.work) * seconds_per_byte;
  PreparingPolicy policy(options.preparing, seconds_at_least + seconds);
  const store::Key key = key_of(owned->indexed);
  const std::uint64_t stamp = one.stamp();
  policy.expect(options.questions);
  if (store.was_asked(key, stamp)) policy.note_seen_before();
  if (policy.is_due()) return nullptr;
  const auto prepare = [&store, owned = owned.get()]() -> Result<io::SharedBlob> {
    Options whole = *owned->options;
    whole.whole = true;
    auto made = make(owned->indexed, *owned->one, owned->path, store, whole);
    if (!made) return fail(made.error());
    if (!*made) return fail(nothing_in(owned->path, *owned->one));
    return (*made)->blob;
  };
  const auto leave_note = [&store, key, stamp] { store.note_asked(key, stamp); };
  return std::make_shared<FirstAnswers>(FirstAnswers::Ways{.owner = owned,
                                                           .excerpts = std::move(first.excerpts),
                                                           .facts = std::move(first.facts),
                                                           .text_base = first.text_base,
                                                           .counts_from_load = one.counts_from_load(),
                                                           .path = owned->path,
                                                           .prepare = prepare,
                                                           .leave_note = leave_note,
                                                           .prepares_beside = options.prepares_beside},
                                        policy);
}

// Returns nothing if the input is left out.
Result<std::optional<Indexed>> bring_in(std::unique_ptr<Preparable> input, const std::string& path,
                                        store::Shelf& store, std::shared_ptr<const Options> shared) {
  Preparable& one = *input;
  const Options& options = *shared;
  const auto id = one.id();
  if (!id) return fail(id.error());
  Indexed indexed = one.about();
  indexed.id = *id;
  indexed.counts_from_load = one.counts_from_load();
  take_usable(indexed, one, store, options);
  indexed.path = store.place_of(key_of(indexed));
  if (indexed.blob && !options.force && one.is_up_to_date(indexed.blob->bytes()))
    return one.counts_from_load() ? keep(std::move(indexed), one, store, options) : indexed;
  if (indexed.blob && options.only_new && is_of_another(indexed, one)) {
    options.watch.warn(say(path, ": the store keeps its symbols with this id from another file"));
    indexed.of_another = true;
    return indexed;
  }
  if (indexed.blob || options.preparing == Preparing::Now)
    return make(std::move(indexed), one, path, store, options);
  const auto owned = std::make_shared<Owned>(std::move(shared), std::move(input), std::move(indexed), path);
  indexed = owned->indexed;
  indexed.unprepared = unprepared(owned, store);
  if (indexed.unprepared == nullptr)
    return make(std::move(indexed), *owned->one, path, store, *owned->options);
  return indexed;
}

}  // namespace

Result<std::vector<Indexed>> index_file(const std::string& path, store::Shelf& store,
                                        const Options& options) {
  const auto shared = std::make_shared<const Options>(options);
  auto found = recognise(path).open(path, *shared);
  if (!found) return fail(found.error());
  std::vector<Indexed> all;
  for (std::unique_ptr<Preparable>& one : *found) {
    auto indexed = bring_in(std::move(one), path, store, shared);
    if (!indexed) return fail(indexed.error());
    if (*indexed) all.push_back(std::move(**indexed));
  }
  return all;
}

Result<std::vector<std::uint8_t>> index_bytes(const std::string& path, const Options& options,
                                              Indexed& about) {
  const auto found = recognise(path).open(path, options);
  if (!found) return fail(found.error());
  if (found->size() != 1) {
    std::string names;
    for (const auto& one : *found)
      names += say(names.empty() ? "" : ", ", name_of(one->about().architecture));
    return fail(say(path, ": holds several images (", names, "); pick one with --arch"));
  }
  Preparable& only = *found->front();
  about = only.about();
  about.prepared = true;
  auto bytes = prepared(only, about.id, path);
  about.units = only.units();
  if (bytes && bytes->empty()) return fail(nothing_in(path, only));
  return bytes;
}

Result<store::Shelf::Match> find(const Indexed& indexed, store::Shelf& store) {
  if (indexed.blob) return store::Shelf::Match{key_of(indexed), indexed.blob};
  auto found = store.find_first(indexed.id, store::forms_of(indexed.kind));
  if (found && found->blob == nullptr) return fail(say(indexed.path, ": no longer exists"));
  return found;
}

}  // namespace symkit::intake
