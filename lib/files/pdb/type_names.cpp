#include "files/pdb/type_names.h"

#include "files/pdb/codeview.h"
#include "files/pdb/records.h"
#include "ground/base/cursor.h"
#include "ground/base/words.h"

namespace symkit::pdb {
namespace {

// Skips a number whose kind gives its size; small numbers are their own kind.
void skip_number(Cursor& at) {
  const std::uint16_t kind = at.u16();
  if (kind < 0x8000) return;
  switch (kind) {
    case 0x8000: return at.skip(1);
    case 0x8001:
    case 0x8002: return at.skip(2);
    case 0x8003:
    case 0x8004: return at.skip(4);
    case 0x8009:
    case 0x800a: return at.skip(8);
    default: at.fail();
  }
}

}  // namespace

NumberedRecords NumberedRecords::in(Stream stream) {
  NumberedRecords all;
  all.stream_ = std::move(stream);
  Cursor at(all.stream_.bytes(), Endian::Little);
  at.skip(4);  // version
  const std::uint32_t header_size = at.u32();
  all.first_ = at.u32();
  at.skip(4);  // the last number plus one
  const std::uint32_t size = at.u32();
  at.seek(header_size);
  all.records_ = at.bytes(size);
  if (at.failed()) return {};
  const std::uint8_t* const begin = all.records_.data();
  each_record(all.records_, [&](std::uint16_t, Bytes body) {
    all.places_.push_back(static_cast<std::uint32_t>(body.data() - begin) - 4);
  });
  return all;
}

std::optional<NumberedRecords::Record> NumberedRecords::find(std::uint32_t number) const {
  if (number < first_ || number - first_ >= places_.size()) return std::nullopt;
  Cursor at(records_, Endian::Little, places_[number - first_]);
  const std::uint16_t size = at.u16(), kind = at.u16();
  return Record{kind, at.bytes(size - 2U)};
}

Result<FunctionNames> FunctionNames::of(const Database& database) {
  auto types = database.types();
  if (!types) return fail(types.error().within("types"));
  auto ids = database.ids();
  if (!ids) return fail(ids.error().within("ids"));
  FunctionNames names;
  names.types_ = NumberedRecords::in(std::move(*types));
  names.ids_ = NumberedRecords::in(std::move(*ids));
  return names;
}

std::string FunctionNames::name_of(std::uint32_t id) const {
  const auto record = id == 0 ? std::nullopt : ids_.find(id);
  if (!record) return {};
  Cursor at(record->body, Endian::Little);
  const std::uint32_t scope = at.u32();
  at.skip(4);  // type
  const std::string_view name = at.cstring();
  std::string_view outer;
  if (record->kind == leaf::member_function_id) {
    outer = type_name(scope);
  } else if (record->kind == leaf::function_id) {
    outer = scope_name(scope);
  } else {
    return {};
  }
  if (outer.empty() || name.empty()) return std::string(name);
  return say(outer, "::", name);
}

std::string_view FunctionNames::type_name(std::uint32_t number) const {
  const auto record = types_.find(number);
  if (!record) return {};
  Cursor at(record->body, Endian::Little);
  at.skip(4);  // count of members, properties
  switch (record->kind) {
    case leaf::class_type:
    case leaf::structure:
    case leaf::interface:
      at.skip(12);  // members, base class, shape of the virtual function table
      skip_number(at);
      break;
    case leaf::union_type:
      at.skip(4);
      skip_number(at);
      break;
    case leaf::enumeration: at.skip(8); break;
    default: return {};
  }
  return at.cstring();
}

std::string_view FunctionNames::scope_name(std::uint32_t number) const {
  const auto record = ids_.find(number);
  if (!record || record->kind != leaf::string_id) return {};
  Cursor at(record->body, Endian::Little);
  at.skip(4);  // further texts that this one was split from
  return at.cstring();
}

}  // namespace symkit::pdb
