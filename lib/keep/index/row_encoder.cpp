#include "keep/index/row_encoder.h"

#include <algorithm>
#include <array>

namespace symkit::index {
namespace {

// The codes of line_steps by step, from the least one on; line_explicit for steps without a code.
constexpr int least_line_step = *std::ranges::min_element(line_steps);
constexpr auto line_codes = [] {
  std::array<std::uint8_t, *std::ranges::max_element(line_steps) - least_line_step + 1> codes{};
  codes.fill(line_explicit);
  for (std::size_t code = 0; code < std::size(line_steps); ++code)
    codes[static_cast<std::size_t>(line_steps[code] - least_line_step)] = static_cast<std::uint8_t>(code);
  return codes;
}();

std::uint8_t line_code(std::uint32_t line, std::int64_t difference) {
  if (line == 0) return line_none;
  const auto from_least = static_cast<std::uint64_t>(difference - least_line_step);
  return from_least < line_codes.size() ? line_codes[from_least] : line_explicit;
}

void put_codes(unsigned flag, std::uint8_t line, std::uint64_t steps, Buffer& out) {
  const auto address = static_cast<std::uint8_t>(std::min<std::uint64_t>(steps, address_explicit));
  out.push_back(static_cast<std::uint8_t>(flag | static_cast<unsigned>(line) << 4U | address));
  if (address == address_explicit) put_varint(out, steps - address_explicit);
}

}  // namespace

void LocalNumbers::start_block() {
  ++serial_;
  members_.clear();
}

std::uint32_t LocalNumbers::local(std::uint32_t number) {
  if (number == 0) return 0;
  auto& [serial, local] = known_[number];
  if (serial != serial_) {
    members_.push_back(number);
    serial = serial_;
    local = static_cast<std::uint32_t>(members_.size());
  }
  return local;
}

void RowEncoder::encode(const Draft& draft, std::uint32_t draft_number, const DraftFunction& function,
                        std::uint64_t begin, std::uint64_t end, Buffer& out) {
  start(draft, draft_number, function);
  last_address_ = begin - step_;
  const DraftRows rows = draft.rows(function);
  for (auto row = rows.holding(begin); row != rows.end() && row.address() < end; ++row)
    put_row(row, std::max(row.address(), begin), out);
}

void RowEncoder::start(const Draft& draft, std::uint32_t draft_number, const DraftFunction& function) {
  draft_ = &draft;
  draft_number_ = draft_number;
  draft_calls_ = draft.calls(function);
  ++serial_;
  if (local_.size() <= draft_calls_.size()) local_.resize(draft_calls_.size() + 1);
  calls_.clear();
  calls_.push_back(new_call(0, 0, function.callee));
  local_[0] = {serial_, 0};
  current_ = 0;
  last_atos_ = {};
}

RowEncoder::Call RowEncoder::new_call(std::uint32_t in_draft, std::uint32_t parent, CalleeKey callee) {
  const std::uint32_t number = pool_.callee(draft_number_, callee);
  const FileKey file = draft_->callees()[callee - 1].file;
  return {in_draft, parent, file_number(file) <= last_own_file ? file : 0, pool_.callees()[number - 1].line};
}

void RowEncoder::put_row(const DraftRows::Iterator& row, std::uint64_t address, Buffer& out) {
  const DraftPlace& place = row.place();
  const std::uint64_t distance = address - last_address_;
  const std::uint64_t steps = (step_ == 1 ? distance : distance / step_) - 1;
  last_address_ = address;
  Call& call = calls_[current_];
  const bool is_plain = call.in_draft == row.call() && place.file == call.file && !row.has_atos_place();
  if (!is_plain) return put_other_row(row, steps, out);
  // Most rows change nothing but the line.
  const std::int64_t difference = std::int64_t{place.line} - call.last_line;
  const std::uint8_t line = line_code(place.line, difference);
  put_codes(0, line, steps, out);
  if (line == line_explicit) put_varint(out, zigzag(difference));
  if (place.line != 0) call.last_line = place.line;
  last_atos_ = place;
}

void RowEncoder::put_other_row(const DraftRows::Iterator& row, std::uint64_t steps, Buffer& out) {
  switch_.assign(1, 0);
  std::uint8_t extended = put_switch(row.call());
  const DraftPlace& place = row.place();
  const DraftPlace& atos = row.atos_place();
  Call& call = calls_[current_];
  if (place.file != call.file) extended |= extended_has_file;
  const bool atos_differs =
      row.has_atos_place() && (atos.line != place.line || (place.line != 0 && atos.file != place.file));
  if (atos_differs) extended |= extended_has_atos;
  const std::int64_t difference = std::int64_t{place.line} - call.last_line;
  const std::uint8_t line = line_code(place.line, difference);
  const bool is_extended = extended != 0 || switch_.size() > 1;
  put_codes(is_extended ? row_is_extended : 0, line, steps, out);
  if (is_extended) {
    // The flags are in the byte of the first code; put_switch() left these bits empty.
    switch_[0] |= static_cast<std::uint8_t>(extended & (extended_has_atos | extended_has_file));
    out.insert(out.end(), switch_.begin(), switch_.end());
  }
  if ((extended & extended_has_file) != 0) put_varint(out, file_number(place.file));
  if (line == line_explicit) put_varint(out, zigzag(difference));
  if (place.file != 0) call.file = place.file;
  if (place.line != 0) call.last_line = place.line;
  if (atos_differs) put_atos(atos, place, call.last_line, out);
  last_atos_ = atos_differs ? atos : place;
}

// Fills switch_: its first byte is the first code, and has the flags whatever follows.
std::uint8_t RowEncoder::put_switch(std::uint32_t target) {
  if (calls_[current_].in_draft == target) return 0;
  const auto is_known = [&](std::uint32_t call) { return local_[call].first == serial_; };
  if (is_known(target)) {
    const std::uint32_t local = local_[target].second;
    const std::uint64_t since = calls_.size() - 1 - local;
    if (current_ != 0 && local == calls_[current_].parent) {
      switch_[0] = call_parent;
    } else if (since < call_recent_limit) {
      switch_[0] = static_cast<std::uint8_t>(call_recent + since);
    } else {
      switch_[0] = call_distant;
      put_varint(switch_, since);
    }
    current_ = local;
    return switch_[0];
  }
  unmet_.clear();
  std::uint32_t known = target;
  for (; !is_known(known); known = draft_calls_[known - 1].parent) unmet_.push_back(known);
  std::uint32_t parent = local_[known].second;
  for (std::size_t i = unmet_.size(); i-- > 0;) {
    const bool goes_on = i != 0;
    const bool is_first = i + 1 == unmet_.size();
    std::uint8_t code = call_new_elsewhere;
    if (parent == current_) {
      code = goes_on ? call_through_child : call_new_child;
    } else if (current_ != 0 && parent == calls_[current_].parent) {
      code = goes_on ? call_through_sibling : call_new_sibling;
    }
    if (is_first) {
      switch_[0] = code;
    } else {
      switch_.push_back(code);
    }
    if (code == call_new_elsewhere)
      put_varint(switch_, (calls_.size() - 1 - parent) << 1 | (goes_on ? 1U : 0U));
    define(unmet_[i], parent);
    parent = current_;
  }
  return switch_[0];
}

void RowEncoder::define(std::uint32_t in_draft, std::uint32_t parent) {
  const DraftCall& call = draft_calls_[in_draft - 1];
  Call& caller = calls_[parent];
  const bool away = call.site.file != caller.file;
  put_varint(switch_,
             std::uint64_t{callees_.local(pool_.callee(draft_number_, call.callee))} << 1 | (away ? 1U : 0U));
  if (away) put_varint(switch_, file_number(call.site.file));
  put_varint(switch_, zigzag(static_cast<std::int64_t>(call.site.line) - caller.last_line));
  caller.last_line = call.site.line;
  local_[in_draft] = {serial_, static_cast<std::uint32_t>(calls_.size())};
  current_ = static_cast<std::uint32_t>(calls_.size());
  calls_.push_back(new_call(in_draft, parent, call.callee));
}

void RowEncoder::put_atos(const DraftPlace& atos, const DraftPlace& place, std::uint32_t base_line,
                          Buffer& out) {
  if (atos == last_atos_) return put_varint(out, 0);
  const bool away = atos.file != place.file;
  const std::uint64_t difference = zigzag(static_cast<std::int64_t>(atos.line) - base_line);
  put_varint(out, (difference << 1 | (away ? 1U : 0U)) + 1);
  if (away) put_varint(out, file_number(atos.file));
}

}  // namespace symkit::index
