#include "answers/retrace/annotation.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "answers/retrace/characters.h"
#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "ground/json/lenient.h"

namespace symkit::retrace {
namespace {

using Kind = Annotation::Kind;

struct KnownKind {
  std::string_view id;
  Kind kind;
  MapVersion since;
};

constexpr std::array known_kinds = std::to_array<KnownKind>({
    {"com.android.tools.r8.mapping", Kind::Version, {0, 0}},
    {"sourceFile", Kind::SourceFile, {0, 0}},
    {"com.android.tools.r8.synthesized", Kind::Synthesized, {1, 0}},
    {"com.android.tools.r8.rewriteFrame", Kind::RewriteFrame, {2, 0}},
    {"com.android.tools.r8.outline", Kind::Outline, {2, 0}},
    {"com.android.tools.r8.outlineCallsite", Kind::OutlineCallsite, {2, 0}},
    {"com.android.tools.r8.residualsignature", Kind::ResidualSignature, {2, 2}},
    {"partitionSourceFiles", Kind::PartitionSourceFiles, {0, 0}},
});

// Removes the type at the beginning of a descriptor and returns it in Java's notation: "[Lcom/a/B;" is
// "com.a.B[]". Empty if there is none.
std::string take_type(std::string_view& descriptor) {
  constexpr std::string_view letters = "VZBSCIJFD";
  constexpr std::array<std::string_view, 9> names = {"void", "boolean", "byte",  "short", "char",
                                                     "int",  "long",    "float", "double"};
  const std::size_t dimensions = std::min(descriptor.find_first_not_of('['), descriptor.size());
  descriptor.remove_prefix(dimensions);
  if (descriptor.empty()) return {};
  std::string type;
  if (const std::size_t letter = letters.find(descriptor.front()); letter != std::string_view::npos) {
    type = names[letter];
    descriptor.remove_prefix(1);
  } else {
    const std::size_t end = descriptor.find(';');
    if (descriptor.front() != 'L' || end == std::string_view::npos || end == 1) return {};
    type = descriptor.substr(1, end - 1);
    std::ranges::replace(type, '/', '.');
    descriptor.remove_prefix(end + 1);
  }
  for (std::size_t i = 0; i < dimensions; ++i) type += "[]";
  return type;
}

bool read_residual_signature(std::string_view descriptor, Annotation& out) {
  out.is_method = descriptor.starts_with('(');
  if (out.is_method) {
    descriptor.remove_prefix(1);
    while (!descriptor.starts_with(')')) {
      const std::string type = take_type(descriptor);
      if (type.empty() || type == "void") return false;
      out.arguments += (out.arguments.empty() ? "" : ",") + type;
    }
    descriptor.remove_prefix(1);
  }
  out.return_type = take_type(descriptor);
  return !out.return_type.empty() && descriptor.empty();
}

// "throws(Ljava/lang/Error;)" → "java.lang.Error"
std::optional<std::string> thrown_of(std::string_view condition) {
  constexpr std::string_view before = "throws(";
  if (!condition.starts_with(before) || !condition.ends_with(')')) return std::nullopt;
  condition = condition.substr(before.size(), condition.size() - before.size() - 1);
  const bool is_class = condition.starts_with('L');
  std::string type = take_type(condition);
  if (!is_class || type.empty() || !condition.empty()) return std::nullopt;
  return type;
}

std::optional<std::int32_t> removed_by(std::string_view action) {
  constexpr std::string_view before = "removeInnerFrames(";
  if (!action.starts_with(before) || !action.ends_with(')')) return std::nullopt;
  return whole_number<std::int32_t>(action.substr(before.size(), action.size() - before.size() - 1));
}

bool read_rewrite(const json::LenientValue& object, RewriteFrame& out) {
  const json::LenientValue* conditions = object.find("conditions");
  const json::LenientValue* actions = object.find("actions");
  if (conditions == nullptr || actions == nullptr) return false;
  for (const json::LenientValue& condition : conditions->items) {
    auto thrown = thrown_of(condition.text);
    if (!thrown) return false;
    out.thrown.push_back(std::move(*thrown));
  }
  for (const json::LenientValue& action : actions->items) {
    const auto removed = removed_by(action.text);
    if (!removed || *removed < 0 || *removed > INT16_MAX) return false;
    out.remove_inner += *removed;
  }
  return true;
}

bool read_positions(const json::LenientValue& object, CallsitePositions& out) {
  const json::LenientValue* positions = object.find("positions");
  if (positions == nullptr || positions->kind != json::LenientValue::Kind::Object) return false;
  for (std::size_t i = 0; i < positions->names.size(); ++i) {
    const auto from = whole_number<std::int32_t>(positions->names[i]);
    const auto to = whole_number<std::int32_t>(positions->items[i].text);
    if (!from || !to) return false;
    out.emplace_back(*from, *to);
  }
  return true;
}

bool read_files(const json::LenientValue& object, Annotation& out) {
  const json::LenientValue* files = object.find("fileNameMappings");
  if (files == nullptr || files->kind != json::LenientValue::Kind::Object) return false;
  for (std::size_t i = 0; i < files->names.size(); ++i)
    out.files.emplace_back(files->names[i], files->items[i].text);
  return true;
}

// Returns whether the object has what its kind requires.
bool read_content(const json::LenientValue& object, Annotation& out) {
  switch (out.kind) {
    case Kind::Version: {
      const auto version = object.text_of("version");
      if (!version) return false;
      out.text = *version;
      out.version = read_map_version(*version);
      return true;
    }
    case Kind::SourceFile: {
      const auto name = object.text_of("fileName");
      if (name) out.text = *name;
      return name.has_value();
    }
    case Kind::RewriteFrame: return read_rewrite(object, out.rewrite);
    case Kind::OutlineCallsite: return read_positions(object, out.positions);
    case Kind::PartitionSourceFiles: return read_files(object, out);
    case Kind::ResidualSignature: {
      const auto signature = object.text_of("signature");
      return signature && read_residual_signature(*signature, out);
    }
    default: return true;
  }
}

Annotation malformed(std::string why) {
  Annotation annotation;
  annotation.text = std::move(why);
  return annotation;
}

}  // namespace

MapVersion read_map_version(std::string_view text) {
  if (text == "none" || text == "experimental") return {};
  const std::size_t dot = text.find('.');
  const auto major = whole_number<std::int32_t>(text.substr(0, dot));
  const auto minor =
      dot == std::string_view::npos ? std::optional(0) : whole_number<std::int32_t>(text.substr(dot + 1));
  if (!major || !minor) return {INT32_MAX, 0};
  return {*major, *minor};
}

std::optional<std::string_view> json_of_comment(std::string_view line) {
  std::size_t at = line.find_first_not_of(blanks);
  if (at == std::string_view::npos || line[at] != '#') return std::nullopt;
  at = line.find_first_not_of(blanks, at + 1);
  if (at == std::string_view::npos || line[at] != '{') return std::nullopt;
  return line.substr(at);
}

Annotation read_annotation(std::string_view json, MapVersion declared) {
  const auto object = json::read_lenient(json);
  if (!object) return malformed("is not valid JSON");
  const auto id = object->text_of("id");
  if (!id) return malformed("has no \"id\"");
  const auto* known = std::ranges::find(known_kinds, *id, &KnownKind::id);
  Annotation annotation;
  annotation.text = *id;
  annotation.kind = Kind::Unknown;
  if (known == known_kinds.end()) return annotation;
  annotation.kind = known->since <= declared ? known->kind : Kind::TooNew;
  if (read_content(*object, annotation)) return annotation;
  if (annotation.kind == Kind::Version)
    return malformed(say("\"", *id, "\" has no \"version\": the version declared before stays valid"));
  return malformed(say("\"", *id, "\" lacks required members"));
}

}  // namespace symkit::retrace
