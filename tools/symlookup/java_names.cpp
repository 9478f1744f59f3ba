#include "symlookup/java_names.h"

#include <utility>

#include "base/words.h"
#include "common/store_mappings.h"
#include "common/store_path.h"
#include "retrace/answer_json.h"
#include "retrace/single_mapping.h"

namespace symkit::symlookup {
namespace {

Result<std::unique_ptr<retrace::MappingSource>> open_mappings(const Options& options,
                                                              tools::Console& console) {
  if (options.java_from_store()) {
    const auto stores = tools::stores(options.stores, console);
    if (!stores) return fail(stores.error());
    return std::make_unique<tools::StoreMappings>(store::open_shelf(*stores), console.warnings());
  }
  auto mapping = retrace::Mapping::open(options.mapping, console.warnings(), [](const std::string&) {});
  if (!mapping) return fail(mapping.error());
  return std::make_unique<retrace::SingleMapping>(std::move(*mapping));
}

}  // namespace

JavaNames::JavaNames(const Options& options, std::unique_ptr<retrace::MappingSource> mappings,
                     print::Output& output, bool color)
    : mappings_(std::move(mappings)),
      output_(output),
      json_(options.format == Format::Json),
      chooses_ahead_(options.java_from_store()) {
  how_.style = {json_, color && !json_};
}

Result<std::unique_ptr<JavaNames>> JavaNames::open(const Options& options, print::Output& output,
                                                   tools::Console& console) {
  if (options.mapping.empty()) return nullptr;
  auto mappings = open_mappings(options, console);
  if (!mappings) return fail(mappings.error());
  return std::unique_ptr<JavaNames>(
      new JavaNames(options, std::move(*mappings), output, console.color_on_stdout()));
}

std::unique_ptr<io::Input> JavaNames::translated(std::unique_ptr<io::Input> log, std::string_view name) {
  retrace::RewriteOptions how = how_;
  how.log = name;
  return io::Input::translated(std::move(log), std::make_unique<JavaText>(*this, how));
}

// As it stands in the text of a tombstone, where what ART tells of Java's methods is recognised.
std::string JavaNames::method_of(std::string_view name) {
  constexpr std::string_view before = "#00 pc 00000000  base.odex (", behind = "+0)";
  const std::string line = say(before, name, behind);
  std::string out;
  retrace::LineRewriter rewriter(how_, *mappings_);
  const bool is_rewritten = rewriter.rewrite(line, out) && out != line && out.starts_with(before) &&
                            out.ends_with(behind) && !out.contains('\n');
  return is_rewritten ? out.substr(before.size(), out.size() - before.size() - behind.size()) : "";
}

rewrite::Rename rename_by(JavaNames* java) {
  if (java == nullptr) return {};
  return [java](std::string_view image, std::string_view function) {
    const bool is_of_art = image.ends_with(".odex") || image.ends_with(".oat");
    return is_of_art ? java->method_of(function) : std::string();
  };
}

JavaText::JavaText(JavaNames& names, const retrace::RewriteOptions& how)
    : names_(names), rewriter_(how, *names.mappings_), ahead_(*names.mappings_) {
  rewriter_.observe([this, log = how.log](const retrace::StackLine& line, const retrace::Answer& answer) {
    observe(line, answer, log);
  });
}

// Much of a log looks like an exception that the mapping does not know.
void JavaText::observe(const retrace::StackLine& line, const retrace::Answer& answer, std::string_view log) {
  names_.tally_.count(line, answer);
  const bool is_frame = line.method.present() || line.field.present();
  if (!names_.json_ || (!is_frame && answer.outcome != retrace::Outcome::Retraced)) return;
  retrace::append_json(names_.output_.buffer(), written_, line, answer, log);
  is_told_ = true;
}

Result<std::size_t> JavaText::read(io::Input& source, std::span<char> buffer) {
  if (!lines_) lines_.emplace(source);
  while (given_ == text_.size()) {
    if (error_) return fail(*error_);
    if (ended_) return 0;
    text_.clear();
    given_ = 0;
    if (const auto taken = take_next(); !taken) error_ = taken.error();
  }
  const std::size_t count = text_.copy(buffer.data(), buffer.size(), given_);
  given_ += count;
  return count;
}

// A line, so that objects of JSON come in the log's order; what waits for a mapping does not wait for ever.
Result<void> JavaText::take_next() {
  if (!ahead_.empty() && !lines_->ready(ahead_.patience())) return ahead_.release(write_);
  const auto line = lines_->next();
  if (line && *line && (*line)->begins && (*line)->ends) return take((*line)->text);
  const auto released = ahead_.release(write_);
  if (!line || !released) return fail(line ? released.error() : line.error());
  ended_ = !*line;
  if (ended_) return {};
  if ((*line)->begins) ++number_;
  text_ += (*line)->text;  // a piece of a line that is too long to be a frame's
  return {};
}

Result<void> JavaText::take(std::string_view line) {
  ++number_;
  return names_.chooses_ahead_ ? ahead_.take(rewriter_, line, number_, write_) : write(line, number_);
}

// With JSON what is told of a line takes its place; in other lines only names are replaced.
Result<void> JavaText::write(std::string_view line, std::uint64_t number) {
  written_ = number;
  is_told_ = false;
  const std::size_t before = text_.size();
  const auto done = rewriter_.rewrite(line, text_);
  if (is_told_) text_.replace(before, std::string::npos, line);
  names_.output_.written();
  return done;
}

}  // namespace symkit::symlookup
