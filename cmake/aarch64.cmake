# Compiling for 64-bit ARM on another machine: with Debian's cross compiler, and the libraries that tools/sysroot
# unpacked into SYMKIT_SYSROOT. tools/package uses it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)

set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SYMKIT_SYSROOT)
set(CMAKE_FIND_ROOT_PATH ${SYMKIT_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# The C and C++ libraries are the compiler's own; of the others it knows no folder.
set(CMAKE_CXX_STANDARD_INCLUDE_DIRECTORIES ${SYMKIT_SYSROOT}/usr/include/aarch64-linux-gnu ${SYMKIT_SYSROOT}/usr/include)
