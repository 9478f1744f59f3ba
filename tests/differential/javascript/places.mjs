// Where the maps in a folder lead, as @jridgewell/trace-mapping reads them: a line "file:line:column" for each of those that
// standard input has, or an empty one.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';

const [dist, packages] = process.argv.slice(2);
const { FlattenMap, originalPositionFor } = createRequire(path.join(path.resolve(packages), 'package.json'))('@jridgewell/trace-mapping');
const maps = new Map();
const mapOf = (file) => {
  if (!maps.has(file)) maps.set(file, FlattenMap(readFileSync(path.join(dist, `${file}.map`), 'utf8')));
  return maps.get(file);
};
for (const place of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const [file, line, column] = place.split(':');
  const found = originalPositionFor(mapOf(file), { line: Number(line), column: Number(column) - 1 });
  console.log(found.source === null ? '' : `${path.posix.basename(found.source)}:${found.line}:${found.column + 1}`);
}
