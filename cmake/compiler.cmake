# How every target is compiled: C++23, all warnings, optional sanitizers.
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
if(SYMKIT_SANITIZE AND NOT SYMKIT_FUZZ)
  # Compiled in three quarters of the time, and a report still says functions and lines.
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1 -DNDEBUG")
endif()

# A room may be one object: a tool takes those functions of it that it calls.
add_compile_options(-ffunction-sections -fdata-sections)
add_link_options(-Wl,--gc-sections)

add_compile_options(-Wall -Wextra -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # The stable_sort of GCC 12's library uses what C++17 deprecated, and Clang says so to each of its callers.
  add_compile_options(-Wno-deprecated-declarations)
endif()
if(SYMKIT_WERROR)
  add_compile_options(-Werror)
endif()

# A program that may be loaded anywhere begins by mending each address in its tables; packed, that takes a tenth of
# the instructions.
include(CheckLinkerFlag)
check_linker_flag(CXX -Wl,-z,pack-relative-relocs,--fatal-warnings SYMKIT_PACKS_RELOCATIONS)
if(SYMKIT_PACKS_RELOCATIONS)
  set(SYMKIT_PACKED_RELOCATIONS -Wl,-z,pack-relative-relocs)
endif()

# What a tool executes when it starts and looks one address up lies side by side: a page fault maps 64 kB of it.
set(SYMKIT_FIRST_FUNCTIONS_SCRIPT ${CMAKE_SOURCE_DIR}/cmake/first_functions.ld)
check_linker_flag(CXX -Wl,-T,${SYMKIT_FIRST_FUNCTIONS_SCRIPT} SYMKIT_PUTS_FUNCTIONS_FIRST)
if(SYMKIT_PUTS_FUNCTIONS_FIRST)
  set(SYMKIT_FIRST_FUNCTIONS -Wl,-T,${SYMKIT_FIRST_FUNCTIONS_SCRIPT})
endif()

if(SYMKIT_SANITIZE)
  add_compile_options(-fsanitize=${SYMKIT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${SYMKIT_SANITIZE})
endif()

if(SYMKIT_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # Without these it would not keep what was compiled with a precompiled header.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()
