// Two functions without an entry of their own in the debug information: only lines.
	.section __TEXT,__text,regular,pure_instructions
	.globl _leaf
_leaf:
	leal	1(%rdi), %eax
	leal	(%rax,%rax,2), %edi
	jmp	_leaf_end

	.globl _leaf_unused
_leaf_unused:
	xorl	%eax, %eax
	retq

	.globl _leaf_end
_leaf_end:
	leal	-2(%rdi), %eax
	retq
	.subsections_via_symbols
