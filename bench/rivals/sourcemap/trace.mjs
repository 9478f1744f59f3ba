// What bench/rivals/sourcemap asks of the peers from npm: positions from stdin, one LINE:COL a line, both from 1.
//   node trace.mjs trace-mapping|source-map MAP < positions
import { readFileSync } from 'node:fs';

const [peer, path] = process.argv.slice(2);
const text = readFileSync(path, 'utf8');
let find;
if (peer === 'trace-mapping') {
  const { TraceMap, originalPositionFor } = await import('@jridgewell/trace-mapping');
  const map = new TraceMap(text);
  find = (line, column) => originalPositionFor(map, { line, column });
} else {
  const { SourceMapConsumer } = await import('source-map');
  const map = await new SourceMapConsumer(text);
  find = (line, column) => map.originalPositionFor({ line, column });
}
const out = [];
for (const position of readFileSync(0, 'utf8').split('\n')) {
  if (position === '') continue;
  const [line, column] = position.split(':').map(Number);
  const found = find(line, column - 1);
  out.push(found.source === null ? '?' : `${found.source}:${found.line}:${found.column + 1}`);
}
process.stdout.write(out.join('\n') + '\n');
