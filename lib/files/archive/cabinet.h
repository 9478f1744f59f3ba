// A cabinet (MSCF) with a single file in it: what symbol servers make of "app.pdb" and call "app.pd_".
#pragma once

#include <string>

#include "ground/base/bytes.h"
#include "ground/base/result.h"
#include "ground/io/blob.h"
#include "ground/io/unpack_budget.h"

namespace symkit::archive {

// By its first bytes; false for one with several files.
bool looks_like_cabinet(Bytes beginning);

struct CabinetFile {
  std::string name;  // without folders
  io::SharedBlob content;
};

Result<CabinetFile> unpack_cabinet(Bytes file, io::UnpackBudget& budget);

}  // namespace symkit::archive
