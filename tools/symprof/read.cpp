#include "symprof/read.h"

#include "find/locate/unwind_tables.h"
#include "ground/base/cursor.h"
#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "ground/io/input.h"
#include "ground/io/workers.h"
#include "ground/print/frames.h"
#include "reports/profile/perf_data.h"
#include "reports/profile/symbol_lists.h"
#include "reports/profile/text_profile.h"
#include "stacks/samples/image_files.h"

namespace symkit::symprof {
namespace {

using profile::InputKind;

// gperftools' format: machine words, of which the first two are 0 and 3, and the fifth is 0.
bool is_of_gperftools(Bytes bytes) {
  Cursor at(bytes, Endian::Little);
  const bool begins_so = at.u64() == 0 && at.u64() == 3 && at.u64() == 0;
  at.skip(8);
  return begins_so && at.u64() == 0 && !at.failed();
}

std::string why_unknown(Bytes bytes) {
  if (is_of_gperftools(bytes))
    return "is in gperftools' own format; convert it with `pprof -proto PROGRAM FILE > OTHER`";
  return "is not a profile that symprof can read (pprof's, perf.data, the Firefox Profiler's, perf script's "
         "and "
         "bcc's text, folded stacks)";
}

// "ffffffff81000000", "0x401136": lines without information on mappings.
bool begins_with_address(std::string_view text) {
  text = trimmed(text);
  std::string_view line = trimmed(text.substr(0, text.find('\n')));
  if (line.starts_with("0x")) line.remove_prefix(2);
  constexpr std::size_t fewest_digits = 5;
  return line.size() >= fewest_digits && whole_number<std::uint64_t>(line, 16).has_value();
}

Result<profile::Profile> read_text(io::Input& input, Bytes bytes) {
  auto made = profile::read_perf_script(input);
  if (!made && begins_with_address(as_text(bytes)))
    return fail("is a list of addresses; name them with `symlookup -o IMAGE < FILE`");
  return made;
}

Result<profile::PprofFile> of_profile(Result<profile::Profile> made) {
  if (!made) return fail(made.error());
  return profile::PprofFile{.profile = std::move(*made)};
}

samples::Belief belief_of(const tools::PlaceOptions& places) {
  if (places.local) return samples::Belief::Path;
  return places.no_local ? samples::Belief::Nothing : samples::Belief::SameFile;
}

std::vector<std::string> files_of(const locate::Search& search, const samples::RecordedImage& image) {
  ImageReference reference;
  reference.name = print::base_name(image.path);
  reference.path = image.path;
  reference.id = image.id;
  return search.files_of(reference);
}

samples::StoredImage stored_image(const locate::Search& search, const samples::RecordedImage& image) {
  samples::StoredImage stored;
  auto table = locate::stored_table(search.store(), image.id, 0);
  const auto head = search.stored().find(image.id);
  if (table == nullptr || !head || head->image == nullptr) return stored;
  stored.table = std::move(table);
  stored.code = head->image->facts().segments;
  return stored;
}

profile::PerfDataUse use_for(const Loaded& loaded, const Options& options,
                             const std::shared_ptr<const locate::Search>& search) {
  return {
      .images = {
          .files = [search](const samples::RecordedImage& image) { return files_of(*search, image); },
          .stored = [search](const samples::RecordedImage& image) { return stored_image(*search, image); },
          .belief = belief_of(options.places)},
      .jobs = options.watch.empty() ? io::default_jobs() : 1,
      .passed = loaded.passed,
      .wanted = loaded.wanted};
}

Result<profile::PprofFile> read_kind(const Loaded& loaded, InputKind kind, profile::Samples samples,
                                     const profile::PerfDataUse& use) {
  const auto input = [&] { return io::Input::of_memory(loaded.bytes, loaded.name); };
  switch (kind) {
    case InputKind::Pprof: return profile::read_pprof(loaded.bytes, samples, loaded.passed);
    case InputKind::PerfData: return of_profile(profile::read_perf_data(loaded.bytes, use));
    case InputKind::PerfScript: return of_profile(read_text(*input(), loaded.bytes->bytes()));
    case InputKind::CountedStacks: return of_profile(profile::read_counted_stacks(*input()));
    case InputKind::Folded: return of_profile(profile::read_folded(*input()));
    case InputKind::Firefox:  // separate, as its tables are kept
    case InputKind::Unknown: break;
  }
  return fail(why_unknown(loaded.bytes->bytes()));
}

Result<std::string> text_in(const std::string& path) {
  const auto file = load(path);
  if (!file) return fail(file.error());
  return std::string(as_text(file->bytes->bytes()));
}

Result<void> add_maps(profile::Profile& profile, const std::string& path) {
  const auto text = text_in(path);
  if (!text) return fail(text.error());
  auto added = profile::add_process_maps(profile, *text);
  return added ? added : fail(say(path, " ", added.error().message));
}

Result<void> add_kernel_symbols(profile::Profile& profile, const std::string& path) {
  auto text = text_in(path);
  if (!text) return fail(text.error());
  const auto symbols = crashlog::KernelSymbols::parse(std::move(*text));
  if (!symbols) return fail(say(path, " ", symbols.error().message));
  profile::name_by_kernel_symbols(profile, *symbols);
  return {};
}

Result<void> add_perf_map(profile::Profile& profile, const std::string& path) {
  const auto text = text_in(path);
  if (!text) return fail(text.error());
  auto named = profile::name_by_perf_map(profile, as_bytes(*text));
  return named ? named : fail(say(path, " ", named.error().message));
}

using Add = Result<void> (*)(profile::Profile&, const std::string&);

Result<void> add_lists(profile::Profile& profile, const Lists& lists) {
  const std::pair<const std::string&, Add> all[] = {{lists.process_maps, add_maps},
                                                    {lists.kernel_symbols, add_kernel_symbols},
                                                    {lists.perf_map, add_perf_map}};
  for (const auto& [path, add] : all)
    if (!path.empty())
      if (auto added = add(profile, path); !added) return added;
  return {};
}

}  // namespace

profile::Stacks Read::stacks() const {
  if (kind == InputKind::Pprof)
    return [this](const profile::TakeStack& take) { each_stack(std::get<profile::PprofFile>(file), take); };
  return [this](const profile::TakeStack& take) {
    for (std::size_t i = 0; i < profile().sample_count(); ++i)
      if (!take(profile().stack(i))) return;
  };
}

Result<Read> read_profile(Loaded loaded, const Options& options, profile::Samples samples,
                          const std::shared_ptr<const locate::Search>& search) {
  Read read{.loaded = std::move(loaded), .file = {}};
  read.kind = profile::kind_of(read.loaded.bytes->bytes());
  if (read.kind == InputKind::Firefox) {
    auto file = profile::read_firefox(read.loaded.bytes);
    if (!file) return fail(file.error().within(read.loaded.name));
    read.file = std::move(*file);
  } else {
    auto file = read_kind(read.loaded, read.kind, samples, use_for(read.loaded, options, search));
    if (!file) return fail(file.error().within(read.loaded.name));
    read.file = std::move(*file);
  }
  if (auto added = add_lists(read.profile(), options.lists); !added) return fail(added.error());
  return read;
}

}  // namespace symkit::symprof
