/* Stacks of programs built with Clang's -fxray-instrument, whose hooks are put in and taken out as they run;
 * in libsymtrace_xray, x86_64. Before and after, those functions cost a jump over a few bytes. */
#ifndef SYMTRACE_XRAY_H
#define SYMTRACE_XRAY_H

#include "symtrace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* From now on functions are noted as they are entered; those that threads are in already are not. 0, or -1 if
 * that cannot be had. */
SYMTRACE_API int symtrace_xray_start(void);
SYMTRACE_API int symtrace_xray_stop(void);

#ifdef __cplusplus
}
#endif
#endif
