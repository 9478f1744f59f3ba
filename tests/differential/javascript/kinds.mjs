// Writes the program whose frames are compared into the folder it is given: a function of every kind that ES2022
// has, each of which throws. `$` in a case is its number, so that all names differ; FAIL is the call that throws.
// The cases stand once at the top level of a module and once within a function.
import { writeFileSync } from 'node:fs';

const functions = [
  ['function', (body) => `function () { ${body} }`],
  ['named function', (body) => `function inner$() { ${body} }`],
  ['arrow', (body) => `() => { ${body} }`],
  ['short arrow', () => `() => FAIL`],
  ['async function', (body) => `async function () { await null; ${body} }`],
  ['async arrow', (body) => `async () => { await null; ${body} }`],
  ['generator', (body) => `function* () { yield 1; ${body} }`],
  ['named generator', (body) => `function* made$() { yield 1; ${body} }`],
  ['async generator', (body) => `async function* () { yield 1; ${body} }`],
  ['class', (body) => `class { constructor() { ${body} } }`],
  ['named class', (body) => `class Inner$ { constructor() { ${body} } }`],
];

// Where a function can stand, and what then calls it.
const places = [
  ['const', (f) => `const held$ = ${f};`, 'held$'],
  ['let', (f) => `let held$ = ${f};`, 'held$'],
  ['var', (f) => `var held$ = ${f};`, 'held$'],
  ['assigned', (f) => `let held$; held$ = ${f};`, 'held$'],
  ['assigned if unset', (f) => `let held$; held$ ??= ${f};`, 'held$'],
  ['property', (f) => `const box$ = { held$: ${f} };`, 'box$.held$'],
  ['quoted property', (f) => `const box$ = { 'held by $': ${f} };`, "box$['held by $']"],
  ['computed property', (f) => `const key$ = 'ke' + 'y$'; const box$ = { [key$]: ${f} };`, 'box$[key$]'],
  ['symbol property', (f) => `const key$ = Symbol('sym$'); const box$ = { [key$]: ${f} };`, 'box$[key$]'],
  ['nested property', (f) => `const box$ = { deep: { held$: ${f} } };`, 'box$.deep.held$'],
  ['assigned property', (f) => `const box$ = {}; box$.held$ = ${f};`, 'box$.held$'],
  ['default parameter', (f) => `function takes$(held$ = ${f}) { return held$; }`, 'takes$()'],
  ['destructuring default', (f) => `const { held$ = ${f} } = {};`, 'held$'],
  ['array destructuring default', (f) => `const [held$ = ${f}] = [];`, 'held$'],
  ['conditional', (f) => `const held$ = globalThis.never ? null : ${f};`, 'held$'],
  ['in brackets', (f) => `const held$ = (${f});`, 'held$'],
  ['comma', (f) => `const held$ = (0, ${f});`, 'held$'],
  ['array element', (f) => `const box$ = [${f}];`, 'box$[0]'],
  ['returned', (f) => `function makes$() { return ${f}; }`, 'makes$()'],
  ['argument', (f) => `const held$ = same(${f});`, 'held$'],
  ['prototype', (f) => `function Old$() {} Old$.prototype.held$ = ${f};`, 'new Old$().held$'],
  ['prototype by alias', (f) => `function Old$() {} const proto$ = Old$.prototype; proto$.held$ = ${f};`, 'new Old$().held$'],
  ['static property', (f) => `class Klass$ {} Klass$.held$ = ${f};`, 'Klass$.held$'],
  ['class prototype', (f) => `class Klass$ {} Klass$.prototype.held$ = ${f};`, 'new Klass$().held$'],
  ['class prototype by alias', (f) => `class Klass$ {} const Alias$ = Klass$; Alias$.prototype.held$ = ${f};`, 'new Klass$().held$'],
  ['class expression prototype', (f) => `const Klass$ = class {}; Klass$.prototype.held$ = ${f};`, 'new Klass$().held$'],
  ['named class expression prototype', (f) => `const Klass$ = class Other$ {}; Klass$.prototype.held$ = ${f};`, 'new Klass$().held$'],
  ['field', (f) => `class Klass$ { held$ = ${f}; }`, 'new Klass$().held$'],
  ['static field', (f) => `class Klass$ { static held$ = ${f}; }`, 'Klass$.held$'],
  ['private field', (f) => `class Klass$ { #held$ = ${f}; get() { return this.#held$; } }`, 'new Klass$().get()'],
];

function calling(kind, callee) {
  if (kind.includes('class')) return `new (${callee})()`;
  if (kind === 'async generator') return `drainAsync(${callee}())`;
  if (kind.includes('generator')) return `drain(${callee}())`;
  return `${callee}()`;
}

const crossed = places.flatMap(([place, put, callee]) =>
  functions.map(([kind, make]) => [`${kind}, ${place}`, put(make('FAIL;')), calling(kind, callee)]));

const methods = [
  ['method', 'm$() { FAIL; }', '.m$()'],
  ['async method', 'async m$() { await null; FAIL; }', '.m$()'],
  ['generator method', '*m$() { yield 1; FAIL; }', '.m$()', 'drain'],
  ['async generator method', 'async *m$() { yield 1; FAIL; }', '.m$()', 'drainAsync'],
  ['getter', 'get m$() { return FAIL; }', '.m$'],
  ['setter', 'set m$(value) { FAIL; }', '.m$ = 1'],
  ['quoted method', "'m of $'() { FAIL; }", "['m of $']()"],
  ['numbered method', '12() { FAIL; }', '[12]()'],
  ['computed method', "['m' + '$']() { FAIL; }", '.m$()'],
  ['symbol method', '[Symbol.iterator]() { FAIL; }', '[Symbol.iterator]()'],
  ['computed getter', "get ['m' + '$']() { return FAIL; }", '.m$'],
  ['method named get', 'get() { FAIL; }', '.get()'],
  ['method named static', 'static() { FAIL; }', '.static()'],
  ['method named async', 'async() { FAIL; }', '.async()'],
];
const membered = methods.flatMap(([kind, text, call, by = '']) => [
  [`${kind} of an object`, `const box$ = { a: 1, ${text}, b: 2 };`, `${by}(box$${call})`],
  [`${kind} of a class`, `class Klass$ { ${text} }`, `${by}(new Klass$()${call})`],
  [`${kind} of a class expression`, `const Klass$ = class { ${text} };`, `${by}(new Klass$()${call})`],
  [`${kind} of a named class expression`, `const Held$ = class Klass$ { ${text} };`, `${by}(new Held$()${call})`],
  [`${kind} of a default class`, `const make$ = () => class { ${text} };`, `${by}(new (make$())()${call})`],
  [`static ${kind}`, `class Klass$ { static ${text} }`, `${by}(Klass$${call})`],
]);

const privates = [
  ['private method', 'class Klass$ { #privateMethod$() { FAIL; } call() { this.#privateMethod$(); } }', 'new Klass$().call()'],
  ['private async method', 'class Klass$ { async #privateMethod$() { await null; FAIL; } call() { return this.#privateMethod$(); } }', 'new Klass$().call()'],
  ['private generator', 'class Klass$ { *#privateMethod$() { FAIL; } call() { return drain(this.#privateMethod$()); } }', 'new Klass$().call()'],
  ['private getter', 'class Klass$ { get #privateValue$() { return FAIL; } call() { return this.#privateValue$; } }', 'new Klass$().call()'],
  ['private setter', 'class Klass$ { set #privateValue$(v) { FAIL; } call() { this.#privateValue$ = 1; } }', 'new Klass$().call()'],
  ['private static method', 'class Klass$ { static #privateMethod$() { FAIL; } static call() { Klass$.#privateMethod$(); } }', 'Klass$.call()'],
  ['private static getter', 'class Klass$ { static get #privateValue$() { return FAIL; } static call() { return Klass$.#privateValue$; } }', 'Klass$.call()'],
  ['private static field', 'class Klass$ { static #held$ = () => { FAIL; }; static call() { return Klass$.#held$(); } }', 'Klass$.call()'],
];

const classes = [
  ['constructor', 'class Klass$ { constructor() { FAIL; } }', 'new Klass$()'],
  ['constructor of a derived class', 'class Base$ { constructor() { FAIL; } } class Derived$ extends Base$ { constructor() { super(); } }', 'new Derived$()'],
  ['implied constructor', 'class Base$ { constructor() { FAIL; } } class Derived$ extends Base$ {}', 'new Derived$()'],
  ['method by super', 'class Base$ { act$() { FAIL; } } class Derived$ extends Base$ { act$() { super.act$(); } }', 'new Derived$().act$()'],
  ['inherited method', 'class Base$ { act$() { FAIL; } } class Derived$ extends Base$ {}', 'new Derived$().act$()'],
  ['inherited static method', 'class Base$ { static act$() { FAIL; } } class Derived$ extends Base$ {}', 'Derived$.act$()'],
  ['field', 'class Klass$ { held = FAIL; }', 'new Klass$()'],
  ['field of a derived class', 'class Base$ {} class Derived$ extends Base$ { held = FAIL; }', 'new Derived$()'],
  ['static block', '', '(() => { class Klass$ { static { FAIL; } } return Klass$; })()'],
  ['static field', '', '(() => { class Klass$ { static held = FAIL; } return Klass$; })()'],
  ['static name', "class Klass$ { static name = 'Renamed$'; act() { FAIL; } static stat() { FAIL; } }", 'new Klass$().act()'],
  ['static method of a renamed class', "class Klass$ { static name = 'Renamed$'; static stat() { FAIL; } }", 'Klass$.stat()'],
  ['method with the name of its class', 'class Klass$ { Klass$() { FAIL; } }', 'new Klass$().Klass$()'],
  ['method beginning as its class', 'class Klass$ { Klass$Method() { FAIL; } }', 'new Klass$().Klass$Method()'],
  ['class in an object', 'const box$ = { Klass$: class { act() { FAIL; } } };', 'new box$.Klass$().act()'],
  ['class assigned to a property', 'const box$ = {}; box$.Klass$ = class { act() { FAIL; } };', 'new box$.Klass$().act()'],
  ['class returned', 'function mixin$(Base) { return class extends Base { act() { FAIL; } }; } const Mixed$ = mixin$(Object);', 'new Mixed$().act()'],
  ['named class returned', 'function mixin$(Base) { return class Mixin$ extends Base { act() { FAIL; } }; } const Mixed$ = mixin$(Object);', 'new Mixed$().act()'],
  ['bound in the constructor', 'class Klass$ { constructor() { this.act = this.act.bind(this); } act() { FAIL; } }', '[1].map(new Klass$().act)'],
  ['arrow in a method', 'class Klass$ { act$() { return [1].map(() => FAIL); } }', 'new Klass$().act$()'],
  ['function in the constructor', 'class Klass$ { constructor() { this.act$ = () => { FAIL; }; } }', 'new Klass$().act$()'],
  ['function in an old constructor', 'function Old$() { this.act$ = function () { FAIL; }; }', 'new Old$().act$()'],
  ['old constructor', 'function Old$() { FAIL; }', 'new Old$()'],
  ['held old constructor', 'const Old$ = function () { FAIL; };', 'new Old$()'],
  ['extends an error', 'class Fault$ extends Error { constructor() { super(); FAIL; } }', 'new Fault$()'],
  ['extends an array', 'class List$ extends Array { act$() { FAIL; } }', 'new List$().act$()'],
  ['extends a map', 'class Table$ extends Map { get(key) { FAIL; } }', 'new Table$().get(1)'],
  ['toString of a class', "class Klass$ { toString() { FAIL; } }", '`${new Klass$()}`'],
  ['valueOf of a class', "class Klass$ { valueOf() { FAIL; } }", '+new Klass$()'],
  ['iterator of a class', 'class Klass$ { *[Symbol.iterator]() { FAIL; } }', '[...new Klass$()]'],
  ['prototype object', 'function Old$() {} Old$.prototype = { act$: function () { FAIL; }, other$() { FAIL; } };', 'new Old$().act$()'],
  ['method of a prototype object', 'function Old$() {} Old$.prototype = { act$: function () { FAIL; }, other$() { FAIL; } };', 'new Old$().other$()'],
  ['Object.assign to a prototype', 'function Old$() {} Object.assign(Old$.prototype, { act$() { FAIL; } });', 'new Old$().act$()'],
  ['Object.create', 'const proto$ = { act$() { FAIL; } }; const made$ = Object.create(proto$);', 'made$.act$()'],
];

const calls = [
  ['declaration', 'function declared$() { FAIL; }', 'declared$()'],
  ['async declaration', 'async function declared$() { await null; FAIL; }', 'declared$()'],
  ['async without await', 'async function declared$() { FAIL; }', 'declared$()'],
  ['async within async', 'async function inner$() { await null; FAIL; } async function outer$() { await inner$(); }', 'outer$()'],
  ['async arrow within async', 'const inner$ = async () => { await null; FAIL; }; const outer$ = async () => { await inner$(); };', 'outer$()'],
  ['async with try', 'async function inner$(n) { try { await null; if (n) FAIL; } finally { await null; } }', 'inner$(1)'],
  ['async with a loop', 'async function inner$(n) { for (let i = 0; i < 3; i++) { await null; if (i === n) FAIL; } }', 'inner$(1)'],
  ['for await', 'async function inner$() { for await (const one of [1]) { FAIL; } }', 'inner$()'],
  ['Promise.all', 'async function inner$() { await null; FAIL; } async function outer$() { await Promise.all([inner$()]); }', 'outer$()'],
  ['generator declaration', 'function* made$() { yield 1; FAIL; }', 'drain(made$())'],
  ['generator delegated', 'function* inner$() { yield 1; FAIL; } function* outer$() { yield* inner$(); }', 'drain(outer$())'],
  ['async generator declaration', 'async function* made$() { yield 1; FAIL; }', 'drainAsync(made$())'],
  ['closure', 'function outer$() { function inner$() { FAIL; } return inner$; } const closed$ = outer$();', 'closed$()'],
  ['nested declaration', 'function outer$() { inner$(); function inner$() { FAIL; } }', 'outer$()'],
  ['recursion', 'function down$(n) { if (n === 0) FAIL; down$(n - 1); }', 'down$(3)'],
  ['IIFE', '', '(function () { FAIL; })()'],
  ['named IIFE', '', '(function once$() { FAIL; })()'],
  ['arrow IIFE', '', '(() => { FAIL; })()'],
  ['async IIFE', '', '(async () => { await null; FAIL; })()'],
  ['assigned IIFE', 'function run$() { const got = (function () { FAIL; })(); return got; }', 'run$()'],
  ['property IIFE', 'const box$ = {}; function run$() { box$.got = (function () { FAIL; })(); }', 'run$()'],
  ['bound', 'function plain$() { FAIL; } const bound$ = plain$.bind(null);', 'bound$()'],
  ['bound method', 'const box$ = { act$() { FAIL; } }; const bound$ = box$.act$.bind(box$);', 'bound$()'],
  ['called with an object', 'function plain$() { FAIL; }', 'plain$.call({ a: 1 })'],
  ['called with an array', 'function plain$() { FAIL; }', 'plain$.apply([], [])'],
  ['called with a number', 'function plain$() { FAIL; }', 'plain$.call(1)'],
  ['alias', 'function plain$() { FAIL; } const other$ = plain$;', 'other$()'],
  ['alias as a property', 'function plain$() { FAIL; } const box$ = { other$: plain$ };', 'box$.other$()'],
  ['short property', 'function plain$() { FAIL; } const box$ = { plain$ };', 'box$.plain$()'],
  ['method under another name', 'const box$ = { act$() { FAIL; } }; const third$ = { moved$: box$.act$ };', 'third$.moved$()'],
  ['Array.map', 'const list$ = [1];', 'list$.map((one) => FAIL)'],
  ['Array.forEach, function', 'const list$ = [1];', 'list$.forEach(function (one) { FAIL; })'],
  ['Array.forEach, named function', 'const list$ = [1];', 'list$.forEach(function each$(one) { FAIL; })'],
  ['Array.sort', 'const list$ = [1, 2];', 'list$.sort((a, b) => { FAIL; })'],
  ['Array.reduce', 'function add$(a, b) { FAIL; }', '[1, 2].reduce(add$)'],
  ['Array.from', '', 'Array.from([1], (one) => { FAIL; })'],
  ['two callbacks', 'function two$(first, second) { first(); }', 'two$(() => { FAIL; }, () => {})'],
  ['two function callbacks', 'function two$(first, second) { first(); }', 'two$(function () { FAIL; }, function () {})'],
  ['callback of a held call', 'function run$() { const got = [1].map(function () { FAIL; }); return got; }', 'run$()'],
  ['callback within a held object', 'function run$() { const got = { list: [1].map(() => { FAIL; }) }; return got; }', 'run$()'],
  ['callback and member', 'function run$() { const got = [1].map(() => { FAIL; }).length; return got; }', 'run$()'],
  ['String.replace', '', "'abc'.replace(/b/, () => { FAIL; })"],
  ['JSON.parse', '', "JSON.parse('[1]', (key, value) => { FAIL; })"],
  ['JSON.parse, named', 'function revive$(key, value) { FAIL; }', "JSON.parse('[1]', revive$)"],
  ['JSON.stringify', 'const box$ = { toJSON() { FAIL; } };', 'JSON.stringify(box$)'],
  ['Promise constructor', '', 'new Promise((resolve) => { FAIL; })'],
  ['Promise.then', '', 'Promise.resolve().then(() => { FAIL; })'],
  ['Promise.then, function', '', 'Promise.resolve().then(function () { FAIL; })'],
  ['Promise.then, named', 'function next$() { FAIL; }', 'Promise.resolve().then(next$)'],
  ['Promise.catch', '', 'Promise.reject().catch(() => { FAIL; })'],
  ['setTimeout', '', 'new Promise((resolve, reject) => { setTimeout(() => { try { FAIL; } catch (error) { reject(error); } }); })'],
  ['tagged template', 'function tag$(parts) { FAIL; }', 'tag$`a${1}b`'],
  ['in a template', 'function plain$() { FAIL; }', '`a${plain$()}b`'],
  ['method as tag', 'const box$ = { tag$(parts) { FAIL; } };', 'box$.tag$`a`'],
  ['Proxy get', 'const seen$ = new Proxy({}, { get(target, key) { FAIL; } });', 'seen$.anything'],
  ['Proxy apply', 'const seen$ = new Proxy(() => {}, { apply(target) { FAIL; } });', 'seen$()'],
  ['Proxy construct', 'const seen$ = new Proxy(class {}, { construct: (target) => { FAIL; } });', 'new seen$()'],
  ['Reflect.apply', 'function plain$() { FAIL; }', 'Reflect.apply(plain$, null, [])'],
  ['Reflect.construct', 'class Klass$ { constructor() { FAIL; } }', 'Reflect.construct(Klass$, [])'],
  ['name by defineProperty', "const plain$ = function () { FAIL; }; Object.defineProperty(plain$, 'name', { value: 'given$' });", 'plain$()'],
  ['name by defineProperty, declaration', "function plain$() { FAIL; } Object.defineProperty(plain$, 'name', { value: 'given$' });", 'plain$()'],
  ['getter by defineProperty', "const box$ = {}; Object.defineProperty(box$, 'held$', { get() { return FAIL; } });", 'box$.held$'],
  ['method by defineProperty', "const box$ = {}; Object.defineProperty(box$, 'held$', { value: function () { FAIL; } });", 'box$.held$()'],
  ['arrow by defineProperty', "const box$ = {}; Object.defineProperty(box$, 'held$', { value: () => { FAIL; } });", 'box$.held$()'],
  ['eval', '', "(0, eval)('(function fromEval$(f) { f(); })')(() => FAIL)"],
  ['new Function', '', "new Function('f', 'f()')(() => FAIL)"],
  ['optional call', 'const box$ = { act$() { FAIL; } };', 'box$?.act$?.()'],
  ['default value call', 'function plain$(value = FAIL) { return value; }', 'plain$()'],
  ['destructured parameter', 'function plain$({ value = FAIL }) { return value; }', 'plain$({})'],
  ['callback in a default', 'const held$ = (list = [1].map(() => FAIL)) => list;', 'held$()'],
  ['frozen object', 'const box$ = Object.freeze({ act$() { FAIL; }, held$: () => { FAIL; } });', 'box$.act$()'],
  ['held in a frozen object', 'const box$ = Object.freeze({ act$() { FAIL; }, held$: () => { FAIL; } });', 'box$.held$()'],
  ['null object', 'const box$ = { __proto__: null, act$() { FAIL; } };', 'box$.act$()'],
  ['two names at once', 'const box$ = {}; const held$ = box$.other$ = function () { FAIL; };', 'held$()'],
  ['chain of properties', 'const box$ = { a: { b: {} } }; box$.a.b.held$ = function () { FAIL; };', 'box$.a.b.held$()'],
  ['element assigned', "const box$ = {}; box$['held$'] = function () { FAIL; };", 'box$.held$()'],
  ['element assigned, computed', "const box$ = {}; const key$ = 'k$'; box$[key$] = function () { FAIL; };", 'box$[key$]()'],
  ['held by or', 'const held$ = globalThis.never || function () { FAIL; };', 'held$()'],
  ['property by or', 'const box$ = {}; box$.held$ = globalThis.never || function () { FAIL; };', 'box$.held$()'],
  ['curried', 'const curry$ = (a) => (b) => (c) => { FAIL; };', 'curry$(1)(2)(3)'],
  ['curried function', 'const curry$ = function (a) { return function (b) { FAIL; }; };', 'curry$(1)(2)'],
  ['debounced', 'function wrap$(f) { return function (...all) { return f.apply(this, all); }; } const wrapped$ = wrap$(function work$() { FAIL; });', 'wrapped$()'],
  ['wrapped arrow', 'function wrap$(f) { return (...all) => f(...all); } const wrapped$ = wrap$(() => { FAIL; });', 'wrapped$()'],
  ['method wrapped', 'function wrap$(f) { return function () { return f.call(this); }; } const box$ = { act$: wrap$(function () { FAIL; }) };', 'box$.act$()'],
  ['switch', 'function choose$(n) { switch (n) { case 1: return FAIL; default: return 0; } }', 'choose$(1)'],
  ['label and loop', 'function loop$() { outer: for (;;) { for (const one of [1]) { if (one) FAIL; continue outer; } } }', 'loop$()'],
  ['closure in a loop', 'function loop$() { for (let i = 0; i < 2; i++) { const act = () => { if (i) FAIL; }; act(); } }', 'loop$()'],
  ['catch', 'function caught$() { try { null.a; } catch { FAIL; } }', 'caught$()'],
  ['regular expressions about', 'function plain$(a) { const b = a / 2 / /[/"]/.source.length; if (b) /}/.test("}"); FAIL; }', 'plain$(1)'],
  ['unicode names', 'function größe$() { FAIL; } const 数$ = () => größe$();', '数$()'],
  ['escaped text about', 'function plain$() { const s = "\\"}{`" + `}\\`${"}"}`; FAIL; return s; }', 'plain$()'],
];

const all = [...crossed, ...membered, ...privates, ...classes, ...calls];

function written(number, [label, setup, call]) {
  const fill = (text) => text.replaceAll('FAIL', `fail('${number}')`).replaceAll(/\$(?!\{)/g, number);
  return [`// ${label}`, fill(setup).replace(/([;{]) (?=\S)/g, '$1\n  '), `cases.push(['${number} ${label}', () => {`,
    `  return ${fill(call)};`, '}]);', ''].join('\n');
}

const head = "import { fail, drain, drainAsync, same } from './support.js';\n\n";
const top = all.map((one, i) => written(`t${i}`, one)).join('\n');
const nested = all.map((one, i) => written(`n${i}`, one)).join('\n');

const folder = process.argv[2];
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
export function same(value) {
  return value;
}
`);
writeFileSync(`${folder}/top.js`, `${head}export const cases = [];
try {
  fail('top level');
} catch (error) {
  cases.push(['top level', () => { throw error; }]);
}

${top}`);
writeFileSync(`${folder}/nested.js`, `${head}export function nested(cases) {
${nested}}
`);
writeFileSync(`${folder}/main.js`, `import { cases } from './top.js';
import { nested } from './nested.js';

Error.stackTraceLimit = 30;

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
nested(cases);
run(cases);
`);
