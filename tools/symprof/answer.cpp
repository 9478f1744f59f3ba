#include "symprof/answer.h"

#include <functional>

#include "ground/base/words.h"
#include "ground/io/atomic_file.h"
#include "ground/print/frames.h"
#include "ground/print/visible.h"
#include "reports/profile/firefox_rewriter.h"
#include "reports/profile/json_slabs.h"
#include "reports/profile/pprof_rewriter.h"
#include "reports/profile/writers.h"

namespace symkit::symprof {
namespace {

using profile::InputKind;
using profile::Pieces;

// The format that `same` means, by the kind of input. Output of a watcher is for programs.
Format format_of(const Options& options, const Read& read) {
  if (options.format != Format::Same) return options.format;
  if (read.kind == InputKind::Firefox) return Format::Firefox;
  return read.kind == InputKind::Pprof || !options.watch.empty() ? Format::Pprof : Format::Folded;
}

// Its index among the profile's types.
Result<std::size_t> type_of(const Options& options, const profile::Profile& profile) {
  if (profile.types.empty()) return fail("has no values: there is nothing to show");
  if (options.sample_type.empty()) return shown_type(profile);
  std::string known;
  for (std::size_t i = 0; i < profile.types.size(); ++i) {
    const std::string_view name = profile.texts[profile.types[i].type];
    if (name == options.sample_type) return i;
    known += say(known.empty() ? "" : ", ", name);
  }
  return fail(say("has no sample type '", options.sample_type, "'; there are: ", print::visible(known)));
}

Pieces one_piece(std::string text) {
  Pieces pieces;
  pieces.add(std::move(text));
  return pieces;
}

Pieces pprof_of(const Read& read, const profile::Naming& naming) {
  Pieces pieces;
  std::string packed;
  if (read.kind == InputKind::Pprof) {
    pieces = profile::rewritten_pprof(std::get<profile::PprofFile>(read.file), naming.renamed);
    if (read.loaded.packing == profile::Packing::None) return pieces;
    profile::append_packed(packed, pieces.joined(), read.loaded.packing);
  } else {
    std::string plain;
    write_pprof(read.profile(), plain);
    profile::append_packed(packed, plain, profile::Packing::Gzip);
  }
  return one_piece(std::move(packed));
}

std::string firefox_of(const Read& read, const profile::Naming& naming) {
  std::string out;
  if (read.kind == InputKind::Firefox)
    profile::append_packed(out, profile::rewritten_firefox(std::get<profile::FirefoxFile>(read.file), naming),
                           read.loaded.packing);
  else
    write_firefox(read.profile(), naming.extents, print::base_name(read.loaded.name), out);
  return out;
}

// Output for an input with separate columns of numbers is plain JSON.
std::string_view extension_of_firefox(const Read& read) {
  if (read.kind != InputKind::Firefox) return ".json";
  if (!profile::looks_like_json_slabs(read.loaded.bytes->bytes())) return "";
  switch (read.loaded.packing) {
    case profile::Packing::Gzip: return ".json.gz";
    case profile::Packing::Zstd: return ".json.zst";
    default: return ".json";
  }
}

}  // namespace

bool is_text(const Options& options, const Read& read) {
  const Format format = format_of(options, read);
  if (format == Format::Firefox && read.kind == InputKind::Firefox)
    return read.loaded.packing == profile::Packing::None;
  return format != Format::Pprof;
}

profile::Samples wanted_samples(const Options& options) {
  const bool is_pprof = options.format == Format::Same || options.format == Format::Pprof;
  return is_pprof ? profile::Samples::Check : profile::Samples::Keep;
}

std::string_view extension_of(const Options& options, const Read& read) {
  switch (format_of(options, read)) {
    case Format::Pprof: return read.kind == InputKind::Pprof ? "" : ".pb.gz";
    case Format::Speedscope: return ".speedscope.json";
    case Format::Firefox: return extension_of_firefox(read);
    case Format::Top: return ".txt";
    case Format::Svg: return ".svg";
    default: return ".folded";
  }
}

Result<Pieces> answer_of(const Options& options, const Read& read, const profile::Naming& naming) {
  const profile::Profile& profile = read.profile();
  const Format format = format_of(options, read);
  if (format == Format::Pprof) return pprof_of(read, naming);
  if (format == Format::Firefox) return one_piece(firefox_of(read, naming));
  const auto type = type_of(options, profile);
  if (!type) return fail(type.error());
  const std::string_view name = print::base_name(read.loaded.name);
  if (format == Format::Folded) return profile::folded_of(profile, *type);
  std::string out;
  switch (format) {
    case Format::Speedscope: write_speedscope(profile, "symprof", name, out); break;
    case Format::Top:
      write_top(profile, *type, options.full_names ? profile::Names::Whole : profile::Names::Cut, out);
      break;
    default: write_flame_graph(profile, *type, name, out); break;
  }
  return one_piece(std::move(out));
}

Result<void> write_answer(const std::string& path, const Pieces& answer, const Loaded& loaded,
                          const std::string& drafts) {
  const Bytes raw = loaded.bytes->bytes();
  return io::write_atomically(path, answer.parts(), drafts, [&](Bytes part) {
    const bool is_of_raw =
        !std::less<>()(part.data(), raw.data()) && std::less<>()(part.data(), raw.data() + raw.size());
    if (loaded.passed && is_of_raw) loaded.passed(part);
  });
}

}  // namespace symkit::symprof
