// Writes maps with random scopes into a folder, each in the encodings that there are, and prints what a stack
// has at random places of them: a line of JSON each, {file, line, column, frames}.
//
// The scopes are made as a tree. The codec of Chrome's developer tools writes them as one text and reads them back; the texts by
// source are written by encode.mjs, after the draft of ECMA-426's "Scopes" of June 2026, which that codec does not have yet.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import assert from 'node:assert/strict';
import { rangesText, scopesText } from './encode.mjs';

const [folder, packages, count] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(packages), 'package.json'));
const { encode: encodeMappings } = require('@jridgewell/sourcemap-codec');
const codec = path.join(path.resolve(packages),
  'node_modules/chrome-devtools-frontend/front_end/third_party/source-map-scopes-codec/package/src/mod.js');
const { encode, decode } = await import(pathToFileURL(codec));

// A small generator of numbers, the same everywhere.
let state = 1;
const random = (below) => {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) % below;
};
const chance = (percent) => random(100) < percent;
const before = (a, b) => a.line < b.line || (a.line === b.line && a.column < b.column);
const within = (span, at) => !before(at, span.start) && before(at, span.end);

// Positions that only go forward.
class Walk {
  at = { line: random(3), column: random(5) };
  step() {
    if (chance(30)) this.at = { line: this.at.line + 1 + random(40), column: random(40) };
    else this.at = { line: this.at.line, column: this.at.column + 1 + random(chance(10) ? 5000 : 30) };
    return this.at;
  }
}

const names = Array.from({ length: 60 }, (_, i) => `name${i}`);
function scopeTree(walk, depth) {
  const scope = { start: walk.step(), isStackFrame: chance(60), variables: [], children: [] };
  if (chance(80)) scope.name = names[random(names.length)];
  if (chance(50)) scope.kind = names[random(names.length)];
  for (let i = random(3); i > 0; --i) scope.variables.push(names[random(names.length)]);
  for (let i = depth > 5 ? 0 : random(4); i > 0; --i) scope.children.push(scopeTree(walk, depth + 1));
  for (const child of scope.children) child.parent = scope;
  scope.end = walk.step();
  return scope;
}
const flattened = (scopes) => scopes.flatMap((scope) => [scope, ...flattened(scope.children)]);

function rangeTree(walk, depth, roots) {
  const range = { start: walk.step(), isStackFrame: chance(30), isHidden: false, values: [], children: [] };
  if (range.isStackFrame) range.isHidden = chance(20);
  const source = random(roots.length);
  const all = roots[source] ? flattened([roots[source]]) : [];
  if (all.length && chance(80)) {
    range.originalScope = all[random(all.length)];
    if (chance(50)) range.values = range.originalScope.variables.map(() => (chance(70) ? names[random(names.length)] : null));
    if (!range.isStackFrame && chance(40))
      range.callSite = { sourceIndex: random(roots.length), line: random(50), column: random(60) };
  }
  for (let i = depth > 7 ? 0 : random(4); i > 0; --i) range.children.push(rangeTree(walk, depth + 1, roots));
  for (const child of range.children) child.parent = range;
  range.end = walk.step();
  return range;
}

// What a stack has: the function of the innermost scope round a place; where it was inlined, its callers, too.
const functionOf = (scope) => (!scope || scope.isStackFrame ? scope : functionOf(scope.parent));
const nameOf = (scope) => ({ name: functionOf(scope)?.name ?? null });
const innermost = (spans, at) => {
  const span = spans.find((one) => within(one, at));
  return span && (innermost(span.children, at) ?? span);
};
const isFrame = (range) => range.isStackFrame || range.callSite;
const definitionOf = (range) => range.originalScope ?? (isFrame(range) || !range.parent ? undefined : definitionOf(range.parent));
const frameOf = (range) => (!range || isFrame(range) ? range : frameOf(range.parent));

function framesAt(ranges, roots, at) {
  const range = innermost(ranges, at);
  const scope = range && definitionOf(range);
  if (!scope) return null;
  const frames = [nameOf(scope)];
  let frame = frameOf(range);
  for (; frame?.callSite; frame = frameOf(frame.parent)) {
    const { sourceIndex, line, column } = frame.callSite;
    const outer = (frame.parent && definitionOf(frame.parent)) ?? innermost(roots[sourceIndex], { line, column });
    frames.push({ ...(outer ? nameOf(outer) : { name: null }), source: `s${sourceIndex}.js`, line: line + 1, column: column + 1 });
  }
  frames[0].hidden = Boolean(frame?.isHidden);
  return frames;
}

// Every generated place leads somewhere, so that it has an answer.
function mappingsFor(spans, sources) {
  const lines = [];
  const add = ({ line, column }) => ((lines[line] ??= []), lines[line].push(column));
  for (const span of spans) [span.start, span.end].forEach(add);
  for (let i = 0; i < lines.length; ++i)
    lines[i] = [...new Set([0, ...(lines[i] ?? [])])].sort((a, b) => a - b)
      .map((column) => [column, random(sources), random(60), random(60)]);
  return lines;
}

const placesIn = (spans) => {
  const places = spans.flatMap(({ start, end }) => [start, end, { line: end.line, column: Math.max(0, end.column - 1) }]);
  return Array.from({ length: 40 }, () => places[random(places.length)]);
};

function ask(file, ranges, roots, sources) {
  for (const at of placesIn(ranges.length ? flattened(ranges) : [{ start: { line: 0, column: 0 }, end: { line: 0, column: 9 } }]))
    console.log(JSON.stringify({ file, line: at.line + 1, column: at.column + 1, frames: framesAt(ranges, roots, at) }));
}

const write = (file, map) => writeFileSync(path.join(folder, `${file}.map`), JSON.stringify({ ...map, file }));
const shape = (scope) => scope && { ...scope, parent: undefined, children: scope.children.map(shape),
  originalScope: scope.originalScope && shape({ ...scope.originalScope, children: [] }) };

for (let i = 0; i < Number(count); ++i) {
  state = i + 1;
  const sources = 1 + random(4);
  // Of each source one tree, as one text can have, or none.
  const roots = Array.from({ length: sources }, () => (chance(80) ? scopeTree(new Walk(), 0) : null));
  const walk = new Walk(), ranges = [];
  for (let n = 1 + random(3); n > 0; --n) ranges.push(rangeTree(walk, 0, roots));
  const plain = { version: 3, sources: roots.map((_, n) => `s${n}.js`), names: [...names],
    mappings: encodeMappings(mappingsFor(flattened(ranges), sources)) };

  const one = encode({ scopes: roots, ranges }, structuredClone(plain));
  const read = decode(one, { mode: 1 });
  assert.deepEqual(read.scopes.map(shape), roots.map(shape));
  write(`one${i}.js`, one);
  const forests = roots.map((root) => (root ? [root] : []));
  ask(`one${i}.js`, ranges, forests, sources);

  // By source there may be several.
  const numberOfName = (name) => names.indexOf(name);
  for (const forest of forests)
    if (forest.length && chance(50)) {
      const further = new Walk();
      further.at = forest[0].end;
      forest.push(scopeTree(further, 2));
    }
  const numberOf = new Map();
  forests.forEach((forest, source) => flattened(forest).forEach((scope, number) => numberOf.set(scope, { source, scope: number })));
  const list = { ...plain, scopes: forests.map((forest) => (forest.length || chance(50) ? scopesText(forest, numberOfName) : null)),
    ranges: rangesText(ranges, numberOf, numberOfName) };
  write(`list${i}.js`, list);
  ask(`list${i}.js`, ranges, forests, sources);
}
