#include "answers/retrace/retracer.h"

#include <algorithm>
#include <utility>

#include "answers/retrace/ambiguity.h"
#include "answers/retrace/source_name.h"

namespace symkit::retrace {
namespace {

// A mapping can claim that a line of the program is one of a billion; at most this many are shown.
constexpr std::int64_t most_alternatives = 1000;

std::string with_dots(std::string_view binary_name) {
  std::string name(binary_name);
  std::ranges::replace(name, '/', '.');
  return name;
}

int compare(const OriginalFrame& a, const OriginalFrame& b) {
  if (const int order = a.class_name.compare(b.class_name); order != 0) return order;
  if ((a.method == nullptr) != (b.method == nullptr)) return a.method == nullptr ? -1 : 1;
  if (a.method != nullptr)
    if (const int order = compare(*a.method, *b.method); order != 0) return order;
  if (a.source_file != b.source_file) return a.source_file < b.source_file ? -1 : 1;
  return a.line - b.line;
}

}  // namespace

Result<const Answer*> Retracer::retrace(const java::StackLine& line, Mapping& mapping) {
  answer_.outcome = Outcome::Nothing;
  answer_.ambiguous = answer_.chosen_by_type = false;
  answer_.alternatives.clear();  // keeps its memory
  answer_.type.reset();
  answer_.arguments.reset();
  is_settled_ = true;
  line_ = &line;
  mapping_ = &mapping;
  if (line.type.present()) answer_.type = original_type(line.at(line.type));
  if (line.arguments.present()) answer_.arguments = original_types(line.at(line.arguments));
  if (answer_.type || answer_.arguments) answer_.outcome = Outcome::Retraced;
  if (line.class_name.present())
    if (const auto done = retrace_class(line); !done) return fail(done.error());
  return &answer_;
}

Result<void> Retracer::retrace_class(const java::StackLine& line) {
  std::string dotted;
  std::string_view name = line.at(line.class_name);
  if (line.binary_class) name = dotted = with_dots(name);
  const auto found = mapping_->find(name);
  if (!found && mapping_->failure()) return fail(*mapping_->failure());
  is_known_class_ = found.has_value();
  class_name_.assign(found ? found->original : name);
  written_line_ = line.line();
  answer_.outcome = Outcome::Retraced;
  if (!found) conclude_nothing(Outcome::UnknownClass);
  if (!line.method.present() && !line.field.present()) {
    set_context(Context{.thrown = std::string(name), .within_outline = {}});
    only_class(line);
  } else if (!found) {
    only_class(line);
  } else if (line.method.present()) {
    return retrace_method(line, found->number);
  } else {
    auto fields = mapping_->fields(found->number, line.at(line.field));
    if (!fields) return fail(fields.error());
    fields_ = std::move(*fields);
    retrace_field(line);
  }
  return {};
}

Result<void> Retracer::retrace_method(const java::StackLine& line, std::uint32_t class_number) {
  const auto group = mapping_->methods(class_number, line.at(line.method));
  if (!group) return fail(group.error());
  is_settled_ = *group == nullptr || ((*group)->rewrites.empty() && (*group)->callsites.empty());
  if (asks_ && !is_settled_) set_context(ask_());
  Narrowed narrowed;
  if (*group != nullptr) narrowed = narrow(**group, written_line_, context_.within_outline);
  if (narrowed.candidates.empty()) {
    conclude_nothing(Outcome::UnknownMember);
    only_class(line);
    return {};
  }
  if (answer_.type) choose_by_type(**group, narrowed);
  position_ = narrowed.position;
  answer_.ambiguous = is_ambiguous(**group, narrowed);
  contexts_.clear();
  last_context_ = {};
  for (const Candidate& candidate : narrowed.candidates) add_candidate(**group, candidate);
  if (answer_.alternatives.size() > 1)
    std::ranges::stable_sort(answer_.alternatives, [](const Alternative& one, const Alternative& other) {
      return compare(one.front(), other.front()) < 0;
    });
  if (contexts_.empty()) contexts_.push_back(last_context_);
  set_context(contexts_.size() == 1 ? contexts_.front() : Context());
  is_settled_ = is_settled_ && !remembers();
  return {};
}

void Retracer::choose_by_type(const MethodGroup& group, Narrowed& narrowed) {
  const auto is_other = [&](const Candidate& candidate) {
    return group.signatures->signature(candidate.signature, Detail::Types).return_type != *answer_.type;
  };
  const auto others = std::ranges::count_if(narrowed.candidates, is_other);
  if (others == 0 || static_cast<std::size_t>(others) == narrowed.candidates.size()) return;
  std::erase_if(narrowed.candidates, is_other);
  answer_.chosen_by_type = true;
}

// An unavailable mapping is distinguished from one without the answer.
void Retracer::conclude_nothing(Outcome otherwise) {
  answer_.reason = mapping_->trouble();
  answer_.outcome = answer_.reason.empty() ? otherwise : Outcome::Unavailable;
}

void Retracer::only_class(const java::StackLine& line) {
  OriginalFrame frame;
  frame.class_name = class_name_;
  if (line.source_file.present()) frame.source_file = source_file_of(class_name_, is_known_class_);
  frame.line = written_line_.value_or(-1);
  answer_.alternatives.push_back({std::move(frame)});
}

void Retracer::retrace_field(const java::StackLine& line) {
  if (fields_.empty()) {
    conclude_nothing(Outcome::UnknownMember);
    return only_class(line);
  }
  answer_.ambiguous = fields_.size() > 1;
  for (const Signature& field : fields_) {
    OriginalFrame frame;
    frame.class_name = field.holder.empty() ? class_name_ : field.holder;
    frame.field = &field;
    if (line.source_file.present()) frame.source_file = source_file_of(frame.class_name, true);
    keep({std::move(frame)});
  }
}

void Retracer::add_candidate(const MethodGroup& group, const Candidate& candidate) {
  const std::vector<std::uint32_t>& ranges = candidate.ranges;
  if (ranges.empty()) return add_method_only(group, candidate);
  const std::uint32_t* begin = ranges.data();
  const std::uint32_t* const end = begin + ranges.size();
  while (begin != end) {
    const auto& minified = group.ranges[*begin].minified;
    const std::uint32_t* next = begin + 1;
    while (next != end && minified && group.ranges[*next].minified == minified) ++next;
    add_frames(group, candidate, begin, next);
    begin = next;
  }
}

// Adds one chain of inlined frames, or one for each line that the innermost frame can have been at.
void Retracer::add_frames(const MethodGroup& group, const Candidate& candidate, const std::uint32_t* begin,
                          const std::uint32_t* end) {
  const MappedRange& innermost = group.ranges[*begin];
  const auto only_line = [](const MappedRange& range) -> std::optional<std::int32_t> {
    if (!range.original || range.original->span() != 1) return std::nullopt;
    return range.original->from;
  };
  if (!answer_.ambiguous || !is_ambiguous(innermost))
    return add_chain(group, candidate, begin, end, only_line(innermost));
  const std::int64_t last =
      std::min<std::int64_t>(innermost.original->to, innermost.original->from + most_alternatives - 1);
  for (std::int64_t line = innermost.original->from; line <= last; ++line)
    add_chain(group, candidate, begin, end, static_cast<std::int32_t>(line));
}

void Retracer::add_chain(const MethodGroup& group, const Candidate& candidate, const std::uint32_t* begin,
                         const std::uint32_t* end, std::optional<std::int32_t> first_line) {
  const auto count = end - begin;
  const MappedRange& outermost = group.ranges[*(end - 1)];
  const bool has_member = candidate.member != none;
  const bool synthesized =
      has_member ? group.members[candidate.member].is_synthesized() : outermost.is_synthesized();
  const bool outline = has_member ? group.members[candidate.member].outline : outermost.outline;
  last_context_ = {};
  if (outline && position_) last_context_.within_outline = position_;
  std::int32_t remove = frames_to_remove(group, begin, end);
  if (remove > count) remove = 0;
  Alternative chain;
  chain.reserve(static_cast<std::size_t>(count - remove));
  for (std::ptrdiff_t i = remove; i < count; ++i) {
    if (i == count - 1 && synthesized) break;
    const MappedRange& range = group.ranges[begin[i]];
    std::optional<std::int32_t> known = first_line;
    if (i != 0)
      known =
          range.original && range.original->span() == 1 ? std::optional(range.original->from) : std::nullopt;
    const std::int32_t line = line_of(range, known);
    chain.push_back(frame_of(group.signatures->signature(range.signature, detail()), line));
  }
  if (!chain.empty() && keep(std::move(chain))) contexts_.push_back(last_context_);
}

// The mapping has the method, but not this line.
void Retracer::add_method_only(const MethodGroup& group, const Candidate& candidate) {
  last_context_ = {};
  std::uint32_t signature = candidate.signature;
  if (candidate.member != none) {
    const Member& member = group.members[candidate.member];
    signature = member.signature;
    if (member.outline && position_) last_context_.within_outline = position_;
    if (member.is_synthesized()) return;
  }
  if (keep({frame_of(group.signatures->signature(signature, detail()), written_line_.value_or(-1))}))
    contexts_.push_back(last_context_);
}

std::int32_t Retracer::line_of(const MappedRange& range, std::optional<std::int32_t> known) const {
  const std::int32_t otherwise = written_line_.value_or(-1);
  if (!written_line_) return -1;
  if (known) return *known;
  if (!answer_.ambiguous && (!range.minified || position_.value_or(-1) == -1)) {
    const std::int32_t first = range.original   ? range.original->from
                               : range.minified ? range.minified->from
                                                : 0;
    return first > 0 ? first : otherwise;
  }
  if (!position_ || !range.minified || !range.minified->contains(*position_)) return otherwise;
  if (!range.original) return *position_;
  const std::int64_t line = std::int64_t{range.original->from} + *position_ - range.minified->from;
  return static_cast<std::int32_t>(std::min<std::int64_t>(line, INT32_MAX));
}

std::int32_t Retracer::frames_to_remove(const MethodGroup& group, const std::uint32_t* begin,
                                        const std::uint32_t* end) const {
  std::int32_t count = 0;
  for (; begin != end; ++begin) {
    const std::uint32_t rewrite = group.ranges[*begin].rewrite;
    if (rewrite == none) continue;
    const RewriteFrame& rule = group.rewrites[rewrite];
    if (std::ranges::all_of(rule.thrown,
                            [&](const std::string& thrown) { return context_.thrown == thrown; }))
      count = std::min(count + rule.remove_inner, INT16_MAX);
  }
  return count;
}

OriginalFrame Retracer::frame_of(const Signature& signature, std::int32_t line) {
  OriginalFrame frame;
  frame.class_name = signature.holder.empty() ? class_name_ : signature.holder;
  frame.method = &signature;
  frame.line = line;
  if (line_->source_file.present()) frame.source_file = source_file_of(frame.class_name, true);
  return frame;
}

std::optional<std::string> Retracer::source_file_of(std::string_view class_name, bool is_known) {
  std::string file;
  if (mapping_->source_file(class_name, file)) return file;
  const std::string_view written = line_->at(line_->source_file);
  return is_known ? inferred_source_file(class_name, written) : std::string(written);
}

// Whether an alternative repeats another; parts that are not shown do not count.
bool Retracer::same_place(const OriginalFrame& a, const OriginalFrame& b) const {
  if (a.class_name != b.class_name || a.source_file != b.source_file) return false;
  if ((verbose_ || written_line_.value_or(-1) > 0) && a.line != b.line) return false;
  if ((a.method == nullptr) != (b.method == nullptr)) return false;
  const auto same = [&](const Signature& one, const Signature& other) {
    if (one.name != other.name) return false;
    return !verbose_ || (one.return_type == other.return_type && one.arguments == other.arguments);
  };
  if (a.method != nullptr && !same(*a.method, *b.method)) return false;
  return a.field == nullptr || b.field == nullptr || same(*a.field, *b.field);
}

bool Retracer::keep(Alternative alternative) {
  if (answer_.alternatives.size() >= most_alternatives) return false;
  const bool is_new = std::ranges::none_of(answer_.alternatives, [&](const Alternative& other) {
    return same_place(alternative.front(), other.front());
  });
  if (is_new) answer_.alternatives.push_back(std::move(alternative));
  return is_new;
}

std::string Retracer::original_type(std::string_view type) const {
  const std::size_t end = std::min(type.find('['), type.size());
  const auto found = mapping_->find(type.substr(0, end));
  return std::string(found ? found->original : type.substr(0, end)) + std::string(type.substr(end));
}

// Text between the types stays as it is.
std::string Retracer::original_types(std::string_view types) const {
  constexpr std::string_view between = " \t,";
  std::string out;
  while (!types.empty()) {
    const std::size_t begin = std::min(types.find_first_not_of(between), types.size());
    out += types.substr(0, begin);
    types.remove_prefix(begin);
    const std::size_t end = std::min(types.find_first_of(between), types.size());
    if (end != 0) out += original_type(types.substr(0, end));
    types.remove_prefix(end);
  }
  return out;
}

}  // namespace symkit::retrace
