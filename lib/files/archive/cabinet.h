// A cabinet (MSCF) with a single file in it: symbol servers store "app.pdb" as such a cabinet with the
// name "app.pd_".
#pragma once

#include <string>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "ground/io/unpack_budget.h"

namespace symkit::archive {

// Checks the first bytes; false for a cabinet with several files.
bool looks_like_cabinet(Bytes beginning);

struct CabinetFile {
  std::string name;  // without folders
  io::SharedBlob content;
};

Result<CabinetFile> unpack_cabinet(Bytes file, io::UnpackBudget& budget);

}  // namespace symkit::archive
