# The libraries of others, all Debian packages. docs/dependencies.md says why each is here.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)

# Static where Debian has an archive: a short-lived tool should not pay for the dynamic loader.
function(symkit_static_library target name)
  find_library(SYMKIT_${name}_LIBRARY NAMES lib${name}.a ${name} PATHS /usr/lib/llvm-19/lib REQUIRED)
  add_library(${target} INTERFACE)
  target_link_libraries(${target} INTERFACE ${SYMKIT_${name}_LIBRARY})
endfunction()

symkit_static_library(symkit_dep_deflate deflate)
symkit_static_library(symkit_dep_zstd zstd)
symkit_static_library(symkit_dep_lzma lzma)
symkit_static_library(symkit_dep_lz4 lz4)
symkit_static_library(symkit_dep_lzo2 lzo2)
symkit_static_library(symkit_dep_mspack mspack)
symkit_static_library(symkit_dep_z z)
symkit_static_library(symkit_dep_bz2 bz2)
symkit_static_library(symkit_dep_boost_iostreams boost_iostreams)
target_link_libraries(symkit_dep_boost_iostreams INTERFACE symkit_dep_zstd symkit_dep_lzma symkit_dep_z symkit_dep_bz2)

symkit_static_library(symkit_dep_demangle LLVMDemangle)
find_path(SYMKIT_LLVM_INCLUDE llvm/Demangle/Demangle.h PATHS /usr/lib/llvm-19/include REQUIRED)
target_include_directories(symkit_dep_demangle SYSTEM INTERFACE ${SYMKIT_LLVM_INCLUDE})

find_path(SYMKIT_RAPIDJSON_INCLUDE rapidjson/reader.h REQUIRED)
find_path(SYMKIT_PROTOZERO_INCLUDE protozero/pbf_reader.hpp REQUIRED)

symkit_static_library(symkit_dep_pcre2 pcre2-8)

# Each needs the next, and rooms name some of them alone: as imported targets they come in that order whoever does.
foreach(library mbedcrypto mbedx509 mbedtls)
  find_library(SYMKIT_${library}_LIBRARY NAMES lib${library}.a ${library} REQUIRED)
  add_library(symkit_dep_${library} UNKNOWN IMPORTED)
  set_target_properties(symkit_dep_${library} PROPERTIES IMPORTED_LOCATION ${SYMKIT_${library}_LIBRARY})
endforeach()
target_link_libraries(symkit_dep_mbedx509 INTERFACE symkit_dep_mbedcrypto)
target_link_libraries(symkit_dep_mbedtls INTERFACE symkit_dep_mbedx509)

# Only symkit-fetch uses it, and loads it when it starts: its headers are all that is needed here.
find_path(SYMKIT_CURL_INCLUDE curl/curl.h)
if(NOT SYMKIT_CURL_INCLUDE)
  message(STATUS "No libcurl (libcurl4-openssl-dev): symkit-fetch is left out, and nothing is fetched from servers")
endif()

# LIEF and what its archive needs; only symkit-lief is linked with them. Not every distribution has it: where there is
# no target symkit_dep_lief, what needs it is left out.
find_library(SYMKIT_LIEF_LIBRARY NAMES libLIEF.a LIEF)
find_path(SYMKIT_LIEF_INCLUDE LIEF/LIEF.hpp)
if(SYMKIT_LIEF_LIBRARY AND SYMKIT_LIEF_INCLUDE)
  symkit_static_library(symkit_dep_lief LIEF)
  target_link_libraries(symkit_dep_lief INTERFACE symkit_dep_mbedx509 symkit_dep_mbedcrypto)
  target_include_directories(symkit_dep_lief SYSTEM INTERFACE ${SYMKIT_LIEF_INCLUDE})
else()
  message(STATUS "No LIEF (liblief-dev): symkit-lief is left out, and syminfo has no second opinion")
endif()

# TLS of the service: Boost.Asio's is OpenSSL's, which gRPC brings along as well.
if(SYMKIT_SERVICE)
  symkit_static_library(symkit_dep_crypto crypto)
  symkit_static_library(symkit_dep_ssl ssl)
  target_link_libraries(symkit_dep_ssl INTERFACE symkit_dep_crypto)
endif()

# gRPC and what its archive needs; only symserve is linked with them, and where they are missing it has HTTP alone.
if(SYMKIT_SERVICE AND SYMKIT_GRPC)
  find_package(PkgConfig)
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(SYMKIT_GRPCXX grpc++)
  endif()
  find_program(SYMKIT_PROTOC protoc)
  find_program(SYMKIT_GRPC_PLUGIN grpc_cpp_plugin)
  find_library(SYMKIT_PROTOBUF_LITE_LIBRARY libprotobuf-lite.a)
  find_path(SYMKIT_PROTOBUF_INCLUDE google/protobuf/message_lite.h)
  if(SYMKIT_GRPCXX_FOUND AND SYMKIT_PROTOC AND SYMKIT_GRPC_PLUGIN AND SYMKIT_PROTOBUF_LITE_LIBRARY AND SYMKIT_PROTOBUF_INCLUDE)
    add_library(symkit_dep_grpc INTERFACE)
    # Archives that need each other.
    list(TRANSFORM SYMKIT_GRPCXX_STATIC_LIBRARIES PREPEND -l OUTPUT_VARIABLE grpc_libraries)
    target_link_libraries(symkit_dep_grpc INTERFACE -Wl,--start-group ${SYMKIT_PROTOBUF_LITE_LIBRARY} ${grpc_libraries} -Wl,--end-group)
  else()
    message(STATUS "No gRPC (libgrpc++-dev, libprotobuf-dev, protobuf-compiler-grpc): symserve answers over HTTP alone")
  endif()
endif()
