// Cuts functions with many rows or inlined calls into pieces, so that no lookup reads more than a piece.
#pragma once

#include <vector>

#include "index/native_writer.h"

namespace symkit::index {

std::vector<Piece> cut_pieces(const NativeContent& content, unsigned jobs);

}  // namespace symkit::index
