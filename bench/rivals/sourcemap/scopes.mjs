// A map of a hundred megabytes, with scopes and without: the bundle and its map several times over, and of every function of the
// bundle a range, a scope and its parameters.
//
//   node scopes.mjs BUNDLE MAP ENCODER OUT-WITH OUT-WITHOUT
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from '@babel/parser';
import { decodedMappings, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { encode } from '@jridgewell/sourcemap-codec';

const [bundle, mapFile, encoder, outWith, outWithout] = process.argv.slice(2);
const { rangesText, scopesText } = await import(pathToFileURL(path.resolve(encoder)));
const copies = 4;

const text = readFileSync(bundle, 'utf8'), map = JSON.parse(readFileSync(mapFile, 'utf8')), trace = new TraceMap(map);
const numbers = new Map(map.names.map((name, number) => [name, number]));
const numberOfName = (name) => {
  if (!numbers.has(name)) numbers.set(name, map.names.push(name) - 1);
  return numbers.get(name);
};
const place = ({ line, column }) => ({ line: line - 1, column });
const before = (a, b) => a.line < b.line || (a.line === b.line && a.column < b.column);

// Functions and blocks of the bundle, as they lie within one another.
const ranges = [], all = [];
function walk(node, parent) {
  if (!node || typeof node.type !== 'string') return;
  let inner = parent;
  const isFunction = /Function|ClassMethod|ObjectMethod|ClassPrivateMethod/.test(node.type);
  if (isFunction || node.type === 'BlockStatement') {
    inner = { start: place(node.loc.start), end: place(node.loc.end), isStackFrame: isFunction, values: [], children: [], parent, node };
    (parent ? parent.children : ranges).push(inner);
    all.push(inner);
  }
  for (const key in node) {
    const child = node[key];
    if (key === 'loc' || child === null || typeof child !== 'object') continue;
    for (const one of Array.isArray(child) ? child : [child]) walk(one, inner);
  }
}
walk(parse(text, { sourceType: 'unambiguous', errorRecovery: true }).program, null);

// Each leads to a scope of a source, where that can be: scopes begin and end in order, within one another.
const roots = map.sources.map(() => []), numberOf = new Map(), counts = map.sources.map(() => 0);
const found = all.map((range) => {
  const at = originalPositionFor(trace, { line: range.start.line + 1, column: range.start.column });
  const end = originalPositionFor(trace, { line: range.end.line + 1, column: range.end.column - 1 });
  const usable = at.source !== null && at.source === end.source;
  return usable && { range, source: map.sources.indexOf(at.source), start: place(at), end: place(end), at };
}).filter((one) => one && before(one.start, one.end));
found.sort((a, b) => a.source - b.source || a.start.line - b.start.line || a.start.column - b.start.column ||
  b.end.line - a.end.line || b.end.column - a.end.column);
let open = [], source = -1;
for (const { range, source: of, start, end, at } of found) {
  if (of !== source) open = [];
  source = of;
  while (open.length && !before(start, open.at(-1).end)) open.pop();
  if (open.length && before(open.at(-1).end, end)) continue;
  const parameters = (range.node.params ?? []).filter((one) => one.type === 'Identifier').map((one) => one.name);
  const scope = { start, end, isStackFrame: range.isStackFrame, variables: parameters, children: [], kind: range.isStackFrame ? 'function' : 'block' };
  if (range.isStackFrame) scope.name = at.name ?? range.node.id?.name;
  (open.length ? open.at(-1).children : roots[of]).push(scope);
  open.push(scope);
  numberOf.set(scope, { source: of, scope: counts[of]++ });
  range.originalScope = scope;
  range.values = parameters;
}
const scopes = roots.map((scopes) => scopesText(scopes, numberOfName));

// Copies, one behind the other in the generated file; each has sources of its own.
const lines = text.split('\n').length, sources = map.sources.length;
const mappings = [], allRanges = [];
for (let copy = 0; copy < copies; ++copy) {
  const down = ({ line, column }) => ({ line: line + copy * lines, column });
  for (const line of decodedMappings(trace))
    mappings.push(line.map((one) => (one.length === 1 ? one : [one[0], one[1] + copy * sources, ...one.slice(2)])));
  while (mappings.length < (copy + 1) * lines) mappings.push([]);
  const moved = (range) => ({ ...range, start: down(range.start), end: down(range.end), copy, children: range.children.map(moved) });
  allRanges.push(...ranges.map(moved));
}
const scopesOfCopies = new Map();
const tag = (range) => {
  if (range.originalScope) {
    const { source: of, scope } = numberOf.get(range.originalScope);
    range.originalScope = { of: range.originalScope };
    scopesOfCopies.set(range.originalScope, { source: of + range.copy * sources, scope });
  }
  range.children.forEach(tag);
};
allRanges.forEach(tag);
const repeated = (list) => Array.from({ length: copies }, () => list).flat();
const plain = { version: 3, sources: repeated(map.sources).map((name, number) => `${Math.floor(number / sources)}/${name}`),
  sourcesContent: repeated(map.sourcesContent), names: map.names, mappings: encode(mappings) };
const ranged = rangesText(allRanges, scopesOfCopies, numberOfName);
writeFileSync(outWithout, JSON.stringify(plain));
writeFileSync(outWith, JSON.stringify({ ...plain, scopes: repeated(scopes), ranges: ranged }));
