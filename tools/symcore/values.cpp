#include "symcore/values.h"

#include <string_view>
#include <utility>

#include "find/locate/image_variables.h"
#include "ground/base/bytes.h"
#include "ground/base/words.h"
#include "ground/io/mapped_file.h"
#include "ground/print/visible.h"
#include "stacks/unwind/processor.h"
#include "stacks/values/type_name.h"
#include "symcore/image_files.h"

namespace symkit::symcore {

Values::Values(const dumps::Process& process, const dumps::LoadedImages& images, const locate::Search& search,
               const values::Privacy* privacy)
    : process_(process), images_(images), search_(search), privacy_(privacy), symbols_(images) {}

std::unique_ptr<values::FrameValues> Values::of(const dumps::ThreadStack& stack) {
  std::vector<values::CodeOfFrame> code;
  code.reserve(stack.stack.frames.size());
  for (const unwind::Frame& frame : stack.stack.frames) code.push_back(code_of(frame));
  const auto hide = [this](bool is_secret) {
    hidden_ += is_secret ? 1 : 0;
    return is_secret;
  };
  return std::make_unique<values::FrameValues>(
      values::FrameValues::Input{.stack = stack.stack,
                                 .code = std::move(code),
                                 .processor = *unwind::processor_of(process_.architecture),
                                 .vectors = stack.threads.front()->vectors,
                                 .memory = images_,
                                 .symbol_at = [this](std::uint64_t address) { return symbol_at(address); },
                                 .is_secret =
                                     [this, hide](std::string_view name) {
                                       return hide(privacy_ != nullptr && privacy_->is_secret(name));
                                     },
                                 .has_secret =
                                     [this, hide](std::string_view text) {
                                       return hide(privacy_ != nullptr && privacy_->has_secret(text));
                                     }});
}

// A debug file has the symbols that its program was stripped of. C++'s functions have their parameters in
// their names, also those whose symbols do not have them.
std::string Values::symbol_at(std::uint64_t address) {
  std::string name = symbols_.at(address);
  const dumps::LoadedImage* const image = images_.find(address);
  const auto known = sources_.find(image);
  if (known == sources_.end() || known->second == nullptr) return name;
  variables::Source& source = *known->second;
  const std::uint64_t in_file = address - image->bias;
  if (name.empty())
    if (const auto found = source.symbol_at(in_file))
      name = SymbolNames::text_of({found->name, found->distance});
  if (name.empty() || name.find_first_of("(<:+ ") != std::string::npos) return name;
  const variables::Function* const function = source.function_at(in_file);
  const bool has_parameters = function != nullptr && function->entry == in_file &&
                              values::language_of(function->language) == values::Language::Cplusplus;
  return has_parameters ? name + values::parameters_of(*function, source) : name;
}

values::CodeOfFrame Values::code_of(const unwind::Frame& frame) {
  const std::uint64_t within = frame.address - (frame.is_return_address ? 1 : 0);
  const dumps::LoadedImage* const image = images_.find(within);
  if (image == nullptr || !image->has_bias || frame.trust == unwind::Trust::Scan) return {};
  const auto [known, is_new] = sources_.try_emplace(image);
  if (is_new) known->second = locate::variables_of(search_, reference_of(*image), {});
  return {known->second.get(), image->bias};
}

namespace {

// The number of a frame's line; nothing if it is none.
std::optional<std::size_t> number_of_frame(std::string_view line) {
  constexpr std::string_view begin = "      #";
  if (!line.starts_with(begin)) return std::nullopt;
  std::size_t number = 0, at = begin.size();
  for (; at < line.size() && line[at] >= '0' && line[at] <= '9'; ++at)
    number = number * 10 + static_cast<std::size_t>(line[at] - '0');
  return line.substr(at).starts_with(" pc ") ? std::optional(number) : std::nullopt;
}

class ReportFiller {
 public:
  ReportFiller(const std::vector<dumps::ThreadStack>& stacks, Values& values)
      : stacks_(stacks), values_(values) {}

  void take(std::string_view line) {
    if (line == "backtrace:") begin_stack();
    const auto number = number_of_frame(line);
    if (!number || *number != frame_) end_frame();
    if (!number) return append(line);
    frame_ = *number;
    lines_.push_back(line);
  }
  std::string finish() {
    end_frame();
    return std::move(text_);
  }

 private:
  void begin_stack() {
    end_frame();
    if (next_ < stacks_.size()) of_stack_ = values_.of(stacks_[next_++]);
  }

  // Of several lines, the inner ones are of inlined calls.
  void end_frame() {
    if (lines_.empty()) return;
    const auto scopes =
        of_stack_ == nullptr ? std::vector<std::vector<values::Value>>() : of_stack_->of(frame_);
    const bool is_each = scopes.size() == lines_.size();
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      append(lines_[i]);
      if (is_each) append_values(scopes[i]);
    }
    if (!is_each)
      for (const auto& scope : scopes) append_values(scope);
    lines_.clear();
  }

  void append(std::string_view line) { text_ += say(line, '\n'); }
  void append_values(const std::vector<values::Value>& all) {
    for (const values::Value& one : all)
      text_ += say("          ", print::visible(one.name), " = ", print::visible(one.text.text), '\n');
  }

  const std::vector<dumps::ThreadStack>& stacks_;
  Values& values_;
  std::size_t next_ = 0;  // of the stacks
  std::unique_ptr<values::FrameValues> of_stack_;
  std::size_t frame_ = 0;
  std::vector<std::string_view> lines_;  // of the frame
  std::string text_;
};

}  // namespace

std::string with_values(const std::string& report, const std::vector<dumps::ThreadStack>& stacks,
                        Values& values) {
  ReportFiller writer(stacks, values);
  std::string_view rest = report;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    writer.take(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  std::string text = writer.finish();
  if (const std::size_t hidden = values.hidden(); hidden != 0)
    text += say("(", hidden, hidden == 1 ? " value is" : " values are",
                " hidden, as a name or a text looks secret; --unredacted shows everything)\n");
  return text;
}

Result<values::Privacy> privacy_of(const Options& options) {
  values::Privacy privacy;
  for (const std::string& path : options.redact) {
    const auto file = io::MappedFile::open(path);
    if (!file) return fail(file.error());
    privacy.add_names(as_text(file->bytes()));
  }
  return privacy;
}

}  // namespace symkit::symcore
