// Two functions without an entry of their own in the debug information: only lines.
	.section __TEXT,__text,regular,pure_instructions
	.globl _leaf
	.p2align 2
_leaf:
	add	w0, w0, #1
	add	w0, w0, w0, lsl #1
	b	_leaf_end

	.globl _leaf_unused
	.p2align 2
_leaf_unused:
	mov	w0, #0
	ret

	.globl _leaf_end
	.p2align 2
_leaf_end:
	sub	w0, w0, #2
	ret
	.subsections_via_symbols
