// Writes modules whose classes are exported in every way that there is, into the folder that it is given. Each member of
// each class throws. A compiler that knows decorators gets them in the place of /*seen*/, which is as long.
import { writeFileSync } from 'node:fs';

const members = `
  /*seen*/ act() { FAIL; }
  static make() { FAIL; }
  get held() { return FAIL; }
  set held(value) { FAIL; }
  #hidden() { FAIL; }
  callHidden() { this.#hidden(); }
  get #secret() { return FAIL; }
  callSecret() { return this.#secret; }
  static #quiet() { FAIL; }
  static callQuiet() { this.#quiet(); }
  async later() { await null; FAIL; }
  async callBack() { await null; [1].forEach(() => { FAIL; }); }
  *each() { yield 1; FAIL; }
  async *flow() { yield 1; FAIL; }
  arrow = () => { FAIL; };
  held2 = function () { FAIL; };
  inner() { const local = () => { FAIL; }; local(); }
  static caught = null;
  static { try { FAIL; } catch (error) { this.caught = error; } }
  constructor(fails) { if (fails) FAIL; }
`;

const calls = {
  method: 'new K().act()', 'static method': 'K.make()', getter: 'new K().held', setter: 'new K().held = 1',
  'private method': 'new K().callHidden()', 'private getter': 'new K().callSecret()', 'private static method': 'K.callQuiet()',
  'async method': 'new K().later()', 'callback in an async method': 'new K().callBack()', 'generator method': 'drain(new K().each())', 'async generator method': 'drainAsync(new K().flow())',
  'arrow field': 'new K().arrow()', 'function field': 'new K().held2()', 'arrow in a method': 'new K().inner()',
  'static block': '(() => { throw K.caught; })()', constructor: 'new K(true)',
};

const body = (number) => members.replaceAll('FAIL', `fail('${number}')`);

// What stands in the module, and how the class is reached from another that has imported it as `all`.
const inOne = [
  ['export class', (b) => `export class Shop$ {${b}}`, 'Shop$'],
  ['export in braces', (b) => `class Shop$ {${b}}\nexport { Shop$ };`, 'Shop$'],
  ['export renamed', (b) => `class Shop$ {${b}}\nexport { Shop$ as Store$ };`, 'Store$'],
  ['export before', (b) => `export { Shop$ };\nclass Shop$ {${b}}`, 'Shop$'],
  ['class expression', (b) => `export const Shop$ = class {${b}};`, 'Shop$'],
  ['named class expression', (b) => `export const Shop$ = class Own$ {${b}};`, 'Shop$'],
  ['assigned later', (b) => `export let Shop$;\nShop$ = class {${b}};`, 'Shop$'],
  ['object', (b) => `export const box$ = { Shop$: class {${b}} };`, 'box$.Shop$'],
  ['namespace object', (b) => `export const box$ = {};\nbox$.Shop$ = class {${b}};`, 'box$.Shop$'],
  ['from a function', (b) => `function build$() { return class Shop$ {${b}}; }\nexport const Made$ = build$();`, 'Made$'],
  ['derived', (b) => `class Base$ {}\nexport class Shop$ extends Base$ {${b.replace('{ if', '{ super(); if')}}`, 'Shop$'],
];
const alone = [
  ['default', 'default_class.js', (b) => `export default class Shop$ {${b}}`, '.default'],
  ['default without a name', 'default_nameless.js', (b) => `export default class {${b}}`, '.default'],
  ['default in braces', 'default_braces.js', (b) => `class Shop$ {${b}}\nexport { Shop$ as default };`, '.default'],
  ['default expression', 'default_expression.js', (b) => `class Shop$ {${b}}\nexport default Shop$;`, '.default'],
  ['default held', 'default_held.js', (b) => `const Shop$ = class {${b}};\nexport default Shop$;`, '.default'],
];
const common = [
  ['module.exports', 'whole.cjs', (b) => `module.exports = class Shop$ {${b}};`, ''],
  ['module.exports, nameless', 'whole_nameless.cjs', (b) => `module.exports = class {${b}};`, ''],
  ['module.exports, held', 'whole_held.cjs', (b) => `class Shop$ {${b}}\nmodule.exports = Shop$;`, ''],
  ['module.exports, object', 'object.cjs', (b) => `class Shop$ {${b}}\nmodule.exports = { Shop$ };`, '.Shop$'],
  ['exports.name', 'named.cjs', (b) => `class Shop$ {${b}}\nexports.Shop$ = Shop$;`, '.Shop$'],
  ['exports.name, expression', 'expression.cjs', (b) => `exports.Shop$ = class {${b}};`, '.Shop$'],
  ['module.exports.name', 'module_named.cjs', (b) => `module.exports.Shop$ = class Shop$ {${b}};`, '.Shop$'],
];

const folder = process.argv[2];
const fill = (text, number) => text.replaceAll(/\$(?!\{)/g, number);
const cases = [];
const add = (kind, number, reach) => {
  for (const [label, call] of Object.entries(calls))
    cases.push(`  ['${number} ${kind}: ${label}', () => { const K = ${fill(reach, number)}; return ${call}; }],`);
};

const seen = 'const seen = (target) => target;\n';
const imports = [];
let text = "import { fail } from './support.js';\n" + seen;
inOne.forEach(([kind, written, reach], i) => {
  text += fill(written(body(`e${i}`)), `e${i}`) + '\n';
  add(kind, `e${i}`, `all.${reach}`);
});
writeFileSync(`${folder}/exported.js`, text);
imports.push("import * as all from './exported.js';", "export * as space from './exported.js';");
alone.forEach(([kind, file, written, reach], i) => {
  writeFileSync(`${folder}/${file}`, "import { fail } from './support.js';\n" + seen + fill(written(body(`d${i}`)), `d${i}`) + '\n');
  imports.push(`import * as d${i} from './${file}';`);
  add(kind, `d${i}`, `d${i}${reach}`);
});
common.forEach(([kind, file, written, reach], i) => {
  writeFileSync(`${folder}/${file}`, 'const fail = (text) => { throw new Error(text); };\n' + fill(written(body(`c${i}`)), `c${i}`).replaceAll('/*seen*/', '') + '\n');
  imports.push(`import c${i} from './${file}';`);
  add(kind, `c${i}`, `c${i}${reach}`);
});
writeFileSync(`${folder}/support.js`, `export function fail(text) {
  throw new Error(text);
}
export function drain(generator) {
  for (;;) {
    if (generator.next().done) return;
  }
}
export async function drainAsync(generator) {
  for (;;) {
    if ((await generator.next()).done) return;
  }
}
`);
writeFileSync(`${folder}/main.js`, `import { drain, drainAsync } from './support.js';
${imports.join('\n')}

Error.stackTraceLimit = 30;

const cases = [
${cases.join('\n')}
];
async function run(list) {
  for (const [label, call] of list) {
    try {
      await call();
      console.log('== ' + label + '\\nnothing thrown');
    } catch (error) {
      console.log('== ' + label + '\\n' + error.stack);
    }
  }
}
run(cases);
`);
