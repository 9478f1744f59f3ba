# Run by CPack between installing into its own folder and making the package: what Debian wants otherwise than other
# systems do; and modes and times that depend on no umask and no clock, so that the same commit gives the same package.
set(root "${CPACK_TEMPORARY_INSTALL_DIRECTORY}")
set(share "${root}/usr/share")

# Debian's zsh does not look into /usr/share/zsh/site-functions.
if(EXISTS "${share}/zsh/site-functions")
  file(RENAME "${share}/zsh/site-functions" "${share}/zsh/vendor-completions")
endif()

file(GLOB pages "${share}/man/man*/*.[0-9]")
execute_process(COMMAND gzip --no-name --best ${pages} COMMAND_ERROR_IS_FATAL ANY)

execute_process(COMMAND chmod -R u=rwX,go=rX "${root}" COMMAND_ERROR_IS_FATAL ANY)
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND find "${root}" -exec touch --no-dereference --date=@$ENV{SOURCE_DATE_EPOCH} {} +
                  COMMAND_ERROR_IS_FATAL ANY)
endif()
