#include "files/pdb/procedures.h"

#include "files/pdb/codeview.h"
#include "ground/base/cursor.h"

namespace symkit::pdb {

bool is_procedure(std::uint16_t kind) {
  switch (kind) {
    case symbol::local_procedure:
    case symbol::global_procedure:
    case symbol::local_procedure_id:
    case symbol::global_procedure_id:
    case symbol::local_procedure_dpc:
    case symbol::local_procedure_dpc_id: return true;
    default: return false;
  }
}

std::optional<Procedure> read_procedure(Bytes body) {
  Cursor at(body, Endian::Little);
  at.skip(12);  // where it ends in the records, and the next one
  Procedure procedure;
  procedure.size = at.u32();
  at.skip(12);  // begin and end of its own code, its type
  procedure.offset = at.u32();
  procedure.section = at.u16();
  at.skip(1);
  procedure.name = at.cstring();
  if (at.failed()) return std::nullopt;
  return procedure;
}

std::optional<Procedure> read_thunk(Bytes body) {
  Cursor at(body, Endian::Little);
  at.skip(12);
  Procedure thunk;
  thunk.offset = at.u32();
  thunk.section = at.u16();
  thunk.size = at.u16();
  at.skip(1);
  thunk.name = at.cstring();
  if (at.failed()) return std::nullopt;
  return thunk;
}

std::optional<std::size_t> end_of_procedure(Bytes records, Bytes body) {
  constexpr std::size_t signature_size = 4;  // counted as well
  Cursor said(body, Endian::Little);
  said.skip(4);
  const std::size_t end = said.u32();
  const auto behind = static_cast<std::size_t>(body.data() + body.size() - records.data());
  if (said.failed() || end < behind + signature_size) return std::nullopt;
  Cursor at(records, Endian::Little, end - signature_size);
  at.skip(2);
  const std::uint16_t kind = at.u16();
  const bool is_end = kind == symbol::end || kind == symbol::procedure_id_end;
  if (at.failed() || !is_end) return std::nullopt;
  return end - signature_size;
}

}  // namespace symkit::pdb
