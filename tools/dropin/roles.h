// The replaced tools, a source file each.
#pragma once

#include "dropin/role.h"

namespace symkit::dropin {

int llvm_symbolizer(const Call& call);
int llvm_addr2line(const Call& call);
int gnu_addr2line(const Call& call);
int cxxfilt(const Call& call);
int swift_demangle(const Call& call);
int ndk_stack(const Call& call);
int retrace(const Call& call);

}  // namespace symkit::dropin
