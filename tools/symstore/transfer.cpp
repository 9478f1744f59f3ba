// push and pull: copy indexes from one store to another.
#include "keep/store/transfer.h"

#include <set>
#include <unistd.h>

#include "ground/base/words.h"
#include "ground/io/beginning.h"
#include "ground/io/blob.h"
#include "ground/print/progress.h"
#include "keep/index/envelope.h"
#include "keep/store/web_shelf.h"
#include "symstore/table.h"
#include "symstore/work.h"

namespace symkit::symstore {
namespace {

// A single index in a file, as symprep -o writes it.
bool is_index_file(const std::string& path) { return index::looks_like_index(io::Beginning(path).bytes()); }

struct Want {
  ImageId id;
  index::Kind kind = index::Kind::Native;
};

class Transfers {
 public:
  Transfers(const Work& work, std::size_t count)
      : table_(work.options.format, {"kind", "id", "bytes", "done", "store"}),
        progress_(work.options.progress) {
    progress_.begin("indexes", count, print::ProgressUnit::Files);
  }

  Result<void> add(const Want& want, const Result<store::Transfer>& done, const std::string& place) {
    progress_.advance(1);
    if (!done) return fail(done.error());
    progress_.erase();
    table_.add({std::string(index::name_of(want.kind)), want.id.hex(), say(done->bytes),
                done->was_there ? "was there" : "sent", place});
    return {};
  }

  Result<void> finish() {
    progress_.finish();
    return table_.flush();
  }

 private:
  Table table_;
  print::Progress progress_;
};

// A web server does not list what it has: complete ids are requested, for each kind.
Result<std::vector<Want>> named_by(const std::vector<std::string>& ids) {
  std::vector<Want> wanted;
  for (const std::string& text : ids) {
    const auto id = ImageId::parse(text);
    if (!id) return fail(say("'", text, "' is not an id"));
    for (const index::Kind kind : index::kinds)
      if (kind != index::Kind::Manifest) wanted.push_back({*id, kind});
  }
  return wanted;
}

// The entries for these ids: each kind once, whether in one piece or in parts.
Result<std::vector<Want>> wanted_in(store::StockedShelf& shelf, const std::vector<std::string>& ids) {
  const auto all = store::holdings_of(shelf);
  if (!all) return fail(all.error());
  const auto some = chosen(*all, ids, shelf.place());
  if (!some) return fail(some.error());
  std::vector<Want> wanted;
  for (const store::Holding& holding : *some) {
    if (!holding.has_head) continue;
    if (wanted.empty() || wanted.back().id != holding.id || wanted.back().kind != holding.kind)
      wanted.push_back({holding.id, holding.kind});
  }
  return wanted;
}

Result<void> put_file(const std::string& path, store::StockedShelf& to, Transfers& transfers) {
  const auto blob = io::map_blob(path);
  if (!blob) return fail(blob.error());
  const Bytes bytes = (*blob)->bytes();
  const auto envelope = index::Envelope::open(bytes);
  if (!envelope) return fail(say(path, ' ', envelope.error().message));
  if (const auto sound = envelope->verify_checksums(); !sound)
    return fail(say(path, ' ', sound.error().message));
  if (envelope->kind() == index::Kind::Manifest)
    return fail(say(path, ": is the manifest of an index in parts; push the index from its store, by id"));
  const auto put = to.put({.id = envelope->id(), .kind = envelope->kind()}, {&bytes, 1});
  const Result<store::Transfer> done =
      put ? Result<store::Transfer>(store::Transfer{.is_there = true, .bytes = bytes.size()})
          : fail(put.error());
  return transfers.add({envelope->id(), envelope->kind()}, done, to.place());
}

Result<void> move(const Work& work, const std::string& from_store, const std::string& to_store,
                  const std::vector<std::string>& ids) {
  const auto from = store::open_store(from_store), to = store::open_store(to_store, work.options.expire);
  const auto wanted = store::is_web(from_store) ? named_by(ids) : wanted_in(*from, ids);
  if (!wanted) return fail(wanted.error());
  Transfers transfers(work, wanted->size());
  std::set<ImageId> missing;
  for (const Want& want : *wanted) missing.insert(want.id);
  for (const Want& want : *wanted) {
    const auto done = store::transfer(*from, *to, want.id, want.kind);
    if (done && !done->is_there) continue;
    missing.erase(want.id);
    if (const auto added = transfers.add(want, done, to->place()); !added) return added;
  }
  if (const auto finished = transfers.finish(); !finished || missing.empty()) return finished;
  return fail(say("store ", from->place(), " has no index with the id ", missing.begin()->hex()));
}

Result<store::Chain> one_store(const std::string& text) {
  auto chain = store::read_chain(text);
  if (const auto usable = store::check_chain(chain); !usable) return fail(usable.error());
  if (chain.size() != 1) return fail(say("'", text, "' is several stores; name a single one"));
  return chain;
}

std::string neither_file_nor_id(const std::string& word) {
  if (::access(word.c_str(), F_OK) == 0) return say(word, ": is not an index; create one with symprep -o");
  return say("'", word, "' is neither a file nor an id: at least four hex digits, with or without dashes");
}

}  // namespace

Result<void> push(const Work& work) {
  const auto to = one_store(work.options.to);
  if (!to) return fail(to.error());
  if (work.options.as_files)
    if (const auto made = store::make_static(to->front()); !made) return made;
  std::vector<std::string> files, ids;
  for (const std::string& word : work.options.operands()) {
    const bool is_file = is_index_file(word);
    if (!is_file && !may_be_id(word)) return fail(neither_file_nor_id(word));
    (is_file ? files : ids).push_back(word);
  }
  if (!files.empty()) {
    const auto shelf = store::open_store(to->front(), work.options.expire);
    Transfers transfers(work, files.size());
    for (const std::string& file : files)
      if (const auto put = put_file(file, *shelf, transfers); !put) return put;
    if (const auto done = transfers.finish(); !done) return done;
  }
  if (ids.empty()) return {};
  if (work.stores.size() != 1) return fail("push copies from one store: name it with --store");
  return move(work, work.stores.front(), to->front(), ids);
}

Result<void> pull(const Work& work) {
  const auto from = one_store(work.options.from);
  if (!from) return fail(from.error());
  if (work.stores.empty()) return fail("no store to pull into: give --store STORE");
  return move(work, from->front(), work.stores.front(), work.options.operands());
}

}  // namespace symkit::symstore
