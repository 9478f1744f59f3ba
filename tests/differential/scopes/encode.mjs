// Writes scopes as the draft of ECMA-426's "Scopes" of June 2026 has them: a text for each source, and one of ranges.
// `numberOfName` tells where a name stands in the map's names, `numberOf` which scope of which source one is.

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const unsigned = (value) => (value < 32 ? digits[value] : digits[32 + (value & 31)] + unsigned(value >>> 5));
const signed = (value) => unsigned(value < 0 ? (-value << 1) | 1 : value << 1);
const moved = (from, to) => [to.line - from.line, to.line === from.line ? to.column - from.column : to.column];

export function scopesText(roots, numberOfName) {
  const items = [], last = { at: { line: 0, column: 0 }, name: 0, kind: 0, variable: 0 };
  const place = (to) => {
    const text = moved(last.at, to).map(unsigned).join('');
    last.at = to;
    return text;
  };
  const index = (what, name) => {
    const number = numberOfName(name), text = signed(number - last[what]);
    last[what] = number;
    return text;
  };
  const write = (scope) => {
    const flags = (scope.name ? 1 : 0) | (scope.kind ? 2 : 0) | (scope.isStackFrame ? 4 : 0);
    items.push('B' + unsigned(flags) + place(scope.start) + (scope.name ? index('name', scope.name) : '') +
      (scope.kind ? index('kind', scope.kind) : ''));
    if (scope.variables.length) items.push('D' + scope.variables.map((name) => index('variable', name)).join(''));
    scope.children.forEach(write);
    items.push('C' + place(scope.end));
  };
  roots.forEach(write);
  return items.join(',');
}

export function rangesText(ranges, numberOf, numberOfName) {
  const items = [], last = { at: { line: 0, column: 0 }, source: 0, scope: 0 };
  const place = (to) => {
    const [line, column] = moved(last.at, to);
    last.at = to;
    return { line, text: (line ? unsigned(line) : '') + unsigned(column) };
  };
  const definition = (scope) => {
    if (!scope) return '';
    const to = numberOf.get(scope), source = to.source - last.source;
    const text = signed(source) + (source === 0 ? signed(to.scope - last.scope) : unsigned(to.scope));
    Object.assign(last, to);
    return text;
  };
  const write = (range) => {
    const { line, text } = place(range.start);
    const flags = (line ? 1 : 0) | (range.originalScope ? 2 : 0) | (range.isStackFrame ? 4 : 0) | (range.isHidden ? 8 : 0);
    items.push('E' + unsigned(flags) + text + definition(range.originalScope));
    if (range.values.length) items.push('G' + range.values.map((name) => unsigned(numberOfName(name) + 1)).join(''));
    const call = range.callSite;
    if (call) items.push('I' + [call.sourceIndex, call.line, call.column].map(unsigned).join(''));
    range.children.forEach(write);
    items.push('F' + place(range.end).text);
  };
  ranges.forEach(write);
  return items.join(',');
}
