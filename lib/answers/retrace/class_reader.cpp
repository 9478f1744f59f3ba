#include "answers/retrace/class_reader.h"

#include <algorithm>
#include <utility>

#include "answers/retrace/characters.h"
#include "ground/base/each_line.h"
#include "ground/base/text_hash.h"
#include "ground/base/words.h"

namespace symkit::retrace {
namespace {

bool is_comment_or_empty(std::string_view line) {
  const std::size_t at = line.find_first_not_of(blanks);
  return at == std::string_view::npos || line[at] == '#';
}

// The method's signature in the program, if the mapping records it: only the types differ.
std::string residual_key(std::string_view type, std::string_view arguments, std::string_view renamed,
                         bool is_method) {
  return say(type, is_method ? "(" : " ", arguments, ")", renamed);
}

}  // namespace

class ClassReader {
 public:
  explicit ClassReader(MapVersion version) : version_(version) {}

  std::expected<ReadClass, LineError> read(std::string_view body) {
    const std::string_view all = body;
    for (std::size_t number = 1; !body.empty(); ++number) {
      const auto begin = static_cast<std::size_t>(body.data() - all.data());
      const std::string_view line = take_line(body);
      if (const auto json = json_of_comment(line)) {
        if (!annotate(*json, number)) break;
      } else if (!is_comment_or_empty(line)) {
        if (auto error = take_member(line))
          return std::unexpected(LineError{begin + error->at, error->expected});
      }
    }
    if (previous_) flush_member();
    for (ReadGroup& group : class_.methods) find_members(group);
    number_methods();
    return std::move(class_);
  }

 private:
  // The subject of a line, apart from its ranges.
  struct Subject {
    std::string_view text;  // type, name and arguments, normalized
    Signature signature;
    std::string_view renamed;
    bool is_method = false;
  };

  struct KnownMember {
    Subject original;
    std::string residual;  // the key of its residual signature
    bool synthesized = false;
    bool outline = false;
  };

  std::optional<LineError> take_member(std::string_view line) {
    if (!is_blank(line.front())) {
      const auto as_class = read_class_line(line);
      return as_class ? LineError{0, "a member of the class, indented"} : as_class.error();
    }
    const auto member = read_member_line(line);
    if (!member) return member.error();
    const Subject subject = subject_of(*member);
    if (member->is_method) {
      add_range(*member, subject);
    } else {
      class_.fields.push_back({subject.renamed, subject.signature});
    }
    const bool goes_on = previous_ && previous_->renamed == subject.renamed && previous_range_ &&
                         previous_range_ == member->minified && member->original && member->original->single;
    if (previous_ && !goes_on) flush_member();
    previous_ = subject;
    previous_range_ = member->minified;
    return std::nullopt;
  }

  Subject subject_of(const MemberLine& line) {
    Subject subject;
    subject.renamed = line.renamed;
    subject.is_method = line.is_method;
    subject.signature.return_type = line.type;
    subject.signature.arguments = line.arguments;
    subject.text = line.subject;
    if (std::ranges::any_of(line.arguments, is_blank)) normalize(line, subject);
    const std::size_t dot = line.name.rfind('.');
    subject.signature.name = line.name.substr(dot + 1);
    if (dot != std::string_view::npos) subject.signature.holder = line.name.substr(0, dot);
    return subject;
  }

  void normalize(const MemberLine& line, Subject& subject) {
    std::string& text = class_.owned.emplace_back(say(line.type, ' ', line.name, '('));
    const std::size_t begin = text.size();
    for (const char c : line.arguments)
      if (!is_blank(c)) text += c;
    subject.text = text;
    subject.signature.arguments = subject.text.substr(begin);
  }

  void add_range(const MemberLine& line, const Subject& subject) {
    ReadGroup& group = group_of(subject.renamed);
    const auto next = static_cast<std::uint32_t>(group.texts_.size());
    const auto [known, is_new] = group.numbers_.try_emplace(subject.text, next);
    if (is_new) group.texts_.push_back(subject.signature);
    MappedRange range;
    range.minified = line.minified;
    range.original = line.original;
    range.signature = known->second;
    // Once given, it applies to the following lines of the method.
    std::string residual;
    const bool same = active_group_ == &group && group.ranges.back().signature == range.signature;
    if (same) {
      residual = active_residual_;
    } else if (last_added_ != nullptr && last_added_->original.is_method &&
               last_added_->original.text == subject.text) {
      residual = last_added_->residual;
    }
    group.ranges.push_back(range);
    active_group_ = &group;
    active_residual_ = std::move(residual);
    if (!active_residual_.empty()) residuals_.insert_or_assign(active_range(), active_residual_);
  }

  ReadGroup& group_of(std::string_view renamed) {
    if (active_group_ != nullptr && active_group_->name() == renamed) return *active_group_;
    ReadGroup*& group = groups_[renamed];
    if (group == nullptr) group = &class_.methods.emplace_back(renamed);
    return *group;
  }

  // Refers to a range that was added, even if the vector grows.
  using RangeName = std::pair<const ReadGroup*, std::size_t>;
  struct RangeNameHash {
    std::size_t operator()(const RangeName& name) const {
      return std::hash<const void*>()(name.first) * 31 + name.second;
    }
  };
  RangeName active_range() const { return {active_group_, active_group_->ranges.size() - 1}; }

  void flush_member() {
    const bool is_last_added = last_added_ != nullptr && previous_range_ &&
                               last_added_->original.renamed == previous_->renamed &&
                               last_added_->original.text == previous_->text &&
                               last_added_->original.is_method == previous_->is_method;
    if (!is_last_added) {
      const bool told = residual_ && residual_->first == previous_->is_method;
      std::string key = told ? residual_->second : default_residual(*previous_);
      KnownMember& member = members_[key];
      if (member.residual.empty()) {
        member.original = *previous_;
        member.residual = std::move(key);
      }
      last_added_ = &member;
    }
    last_added_->synthesized |= pending_synthesized_;
    last_added_->outline |= pending_outline_;
    pending_synthesized_ = pending_outline_ = false;
    residual_.reset();
  }

  static std::string default_residual(const Subject& subject) {
    return residual_key(subject.signature.return_type, subject.signature.arguments, subject.renamed,
                        subject.is_method);
  }

  // Returns false where the class ends: at an annotation of the whole mapping.
  bool annotate(std::string_view json, std::size_t line_number) {
    Annotation annotation = read_annotation(json, version_);
    using Kind = Annotation::Kind;
    if (annotation.kind == Kind::Version) return false;
    if (annotation.kind == Kind::TooNew) class_.has_newer_annotations = true;
    if (annotation.kind == Kind::Malformed || annotation.kind == Kind::Unknown)
      remark(annotation, line_number);
    if (!previous_) {
      if (annotation.kind == Kind::SourceFile && !class_.source_file)
        class_.source_file = std::move(annotation.text);
      return true;
    }
    if (active_group_ != nullptr) annotate_range(annotation);
    if (annotation.kind == Kind::Synthesized) pending_synthesized_ = true;
    if (annotation.kind == Kind::Outline) pending_outline_ = true;
    if (annotation.kind == Kind::ResidualSignature) take_residual(annotation);
    return true;
  }

  void remark(const Annotation& annotation, std::size_t line_number) {
    const bool malformed = annotation.kind == Annotation::Kind::Malformed;
    class_.remarks.push_back({line_number, malformed ? say("the comment ", annotation.text, " and is ignored")
                                                     : say("unknown comment \"", annotation.text, "\"")});
  }

  void annotate_range(Annotation& annotation) {
    MappedRange& range = active_group_->ranges.back();
    using Kind = Annotation::Kind;
    if (annotation.kind == Kind::Synthesized) range.synthesized = true;
    if (annotation.kind == Kind::Outline) range.outline = true;
    if (annotation.kind == Kind::RewriteFrame && range.rewrite == none) {
      range.rewrite = static_cast<std::uint32_t>(active_group_->rewrites.size());
      active_group_->rewrites.push_back(std::move(annotation.rewrite));
    }
    if (annotation.kind == Kind::OutlineCallsite && range.callsite == none) {
      range.callsite = static_cast<std::uint32_t>(active_group_->callsites.size());
      active_group_->callsites.push_back(std::move(annotation.positions));
    }
  }

  void take_residual(const Annotation& annotation) {
    std::string key =
        residual_key(annotation.return_type, annotation.arguments, previous_->renamed, annotation.is_method);
    residual_ = {annotation.is_method, key};
    if (active_group_ == nullptr) return;
    if (!annotation.is_method) return residual_.reset();
    const std::uint32_t signature = active_group_->ranges.back().signature;
    const bool is_last_added =
        last_added_ != nullptr && last_added_->original.is_method &&
        same_signature(last_added_->original.signature, active_group_->texts_[signature]);
    if (is_last_added) return;
    residuals_.insert_or_assign(active_range(), key);
    active_residual_ = std::move(key);
  }

  static bool same_signature(const Signature& a, const Signature& b) {
    return a.name == b.name && a.holder == b.holder && a.return_type == b.return_type &&
           a.arguments == b.arguments;
  }

  // What was needed only for reading is given back.
  void number_methods() {
    class_.method_by_name.reserve(class_.methods.size());
    for (ReadGroup& group : class_.methods) {
      group.numbers_ = {};
      class_.method_by_name.add(TextHash()(group.name()),
                                static_cast<std::uint32_t>(class_.method_numbers.size()));
      class_.method_numbers.push_back(&group);
    }
  }

  // Finds the member for each range, now that all are known.
  void find_members(ReadGroup& group) {
    std::unordered_map<const KnownMember*, std::uint32_t> numbers;
    std::vector<const KnownMember*> of_signature(group.texts_.size());
    std::vector<bool> asked(group.texts_.size());
    for (std::size_t i = 0; i < group.ranges.size(); ++i) {
      MappedRange& range = group.ranges[i];
      const KnownMember* member = nullptr;
      if (const auto told = residuals_.empty() ? residuals_.end() : residuals_.find({&group, i});
          told != residuals_.end()) {
        member = find_member(told->second);
      } else {
        if (!asked[range.signature]) {
          const Signature& text = group.texts_[range.signature];
          of_signature[range.signature] =
              find_member(residual_key(text.return_type, text.arguments, group.name(), true));
          asked[range.signature] = true;
        }
        member = of_signature[range.signature];
      }
      if (member == nullptr) continue;
      const auto [known, is_new] =
          numbers.try_emplace(member, static_cast<std::uint32_t>(group.members.size()));
      if (is_new)
        group.members.push_back(
            {signature_number(group, member->original), member->synthesized, member->outline});
      range.member = known->second;
    }
  }

  const KnownMember* find_member(const std::string& key) const {
    const auto found = members_.find(key);
    return found == members_.end() ? nullptr : &found->second;
  }

  static std::uint32_t signature_number(ReadGroup& group, const Subject& original) {
    const auto [known, is_new] =
        group.numbers_.try_emplace(original.text, static_cast<std::uint32_t>(group.texts_.size()));
    if (is_new) group.texts_.push_back(original.signature);
    return known->second;
  }

  MapVersion version_;
  ReadClass class_;
  std::unordered_map<std::string_view, ReadGroup*> groups_;  // by name
  std::unordered_map<std::string, KnownMember> members_;     // by residual signature
  std::unordered_map<RangeName, std::string, RangeNameHash> residuals_;
  KnownMember* last_added_ = nullptr;
  std::optional<Subject> previous_;
  std::optional<LineRange> previous_range_;
  std::optional<std::pair<bool, std::string>> residual_;  // given since the last member; true: a method's
  bool pending_synthesized_ = false;
  bool pending_outline_ = false;
  ReadGroup* active_group_ = nullptr;  // of the last method line
  std::string active_residual_;        // of that line, if it has one
};

ReadGroup* ReadClass::methods_of(std::string_view name) const {
  const std::uint32_t* const found = method_by_name.find(
      TextHash()(name), [&](std::uint32_t number) { return method_numbers[number]->name() == name; });
  return found == nullptr ? nullptr : method_numbers[*found];
}

std::expected<ReadClass, LineError> read_class_body(std::string_view body, MapVersion version) {
  return ClassReader(version).read(body);
}

std::optional<std::string> read_source_file(std::string_view body, MapVersion version) {
  while (!body.empty()) {
    const std::string_view line = take_line(body);
    const auto json = json_of_comment(line);
    if (!json && !is_comment_or_empty(line)) break;
    if (!json) continue;
    Annotation annotation = read_annotation(*json, version);
    if (annotation.kind == Annotation::Kind::Version) break;
    if (annotation.kind == Annotation::Kind::SourceFile) return std::move(annotation.text);
  }
  return std::nullopt;
}

}  // namespace symkit::retrace
