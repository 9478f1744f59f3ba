// Builds the program with one bundler of today, or for one engine, and runs what was built.
//
//   node builds.mjs NAME FOLDER PACKAGES
//
// FOLDER/src has the program; what is built goes to FOLDER/out, maps to FOLDER/maps. Standard output gets the stacks as they were
// printed. Prints "skipped: why" where that cannot be done here.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import vm from 'node:vm';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

const [name, folderArgument, packagesArgument] = process.argv.slice(2);
const folder = path.resolve(folderArgument), packages = path.resolve(packagesArgument);
const require = createRequire(path.join(packages, 'package.json'));
const load = (module) => import(pathToFileURL(require.resolve(module)));
const binary = (program) => path.join(packages, 'node_modules/.bin', program);
const src = (file) => path.join(folder, 'src', file), out = (file) => path.join(folder, 'out', file);
const maps = (file) => path.join(folder, 'maps', file);
const quiet = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };

const print = (text) => process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
const run = (program, ...args) => print(execFileSync(program, args, quiet));

// Engines that find the map use it themselves: it is put where they don't.
const hideMap = (file) => renameSync(out(`${file}.map`), maps(`${file}.map`));

async function withRolldown() {
  const { rolldown } = await load('rolldown');
  const bundle = await rolldown({ input: src('main.js'), platform: 'node' });
  await bundle.write({ file: out('app.js'), format: 'esm', sourcemap: true, minify: true, sourcemapDebugIds: true });
}

async function withVite() {
  const { build } = await load('vite');
  await build({
    root: path.join(folder, 'src'), logLevel: 'error', configFile: false,
    build: { ssr: src('main.js'), outDir: path.join(folder, 'out'), emptyOutDir: true, sourcemap: true, minify: true,
      rollupOptions: { output: { entryFileNames: 'app.js' } } },
  });
}

const withBun = (map) => execFileSync(binary('bun'), ['build', src('main.js'), '--target=bun', '--minify', `--sourcemap=${map}`,
  `--outdir=${path.join(folder, 'out')}`, '--entry-naming=app.[ext]'], quiet);
const withDeno = () => execFileSync(binary('deno'),
  ['bundle', '--quiet', '--minify', '--sourcemap=linked', '-o', out('app.js'), src('main.js')], quiet);

// Metro serves bundles, and of code that is imported later one of its own; the program runs in a context of its server.
async function withMetro() {
  const port = 20000 + (process.pid % 20000);
  const site = `http://localhost:${port}/`, query = 'platform=ios&dev=false&minify=true&lazy=true';
  writeFileSync(src('package.json'), '{"type":"commonjs"}\n');
  writeFileSync(src('babel.config.js'), `module.exports = { presets: [${JSON.stringify(require.resolve('@react-native/babel-preset'))}] };\n`);
  const Metro = require('metro');
  const config = await Metro.loadConfig({ cwd: path.join(folder, 'src'), resetCache: true }, {
    projectRoot: path.join(folder, 'src'), watchFolders: [packages, path.join(folder, 'src')], maxWorkers: 1, cacheStores: [],
    reporter: { update() {} }, server: { port },
    transformer: { babelTransformerPath: require.resolve('metro-babel-transformer'),
      asyncRequireModulePath: require.resolve('metro-runtime/src/modules/asyncRequire.js') },
    resolver: { nodeModulesPaths: [path.join(packages, 'node_modules')] },
    serializer: { getModulesRunBeforeMainModule: () => [], getPolyfills: () => [] },
  });
  const { httpServer } = await Metro.runServer(config, { waitForBundler: true });
  const get = async (url) => {
    const answer = await fetch(url), text = await answer.text();
    if (!answer.ok) throw new Error(text.slice(0, 1000));
    return text;
  };
  let pieces = 0;
  const start = async (url) => {
    const bundle = path.posix.basename(new URL(url).pathname);
    writeFileSync(maps(`${bundle}.map`), await get(url.replace('.bundle?', '.map?')));
    ++pieces;
    // As React Native calls it for JavaScriptCore.
    vm.runInThisContext(await get(url), { filename: url.replace('?', '//&') });
  };
  globalThis.__loadBundleAsync = (piece) => start(site + piece.replace(/^\//, ''));
  await start(`${site}lazy.bundle?${query}`);
  for (let i = 0; i < 100 && pieces < 2; ++i) await sleep(100);
  await sleep(500);
  httpServer.close();
}

// Next.js: the server that Turbopack built renders a page that throws. Its root must be round the packages.
async function withNext() {
  const app = path.join(packages, `app-${process.pid}`);
  mkdirSync(path.join(app, 'app'), { recursive: true });
  cpSync(path.join(folder, 'src'), path.join(app, 'app'), { recursive: true, filter: (file) => !file.endsWith('.ts') });
  writeFileSync(path.join(app, 'package.json'), '{"private":true}\n');
  writeFileSync(path.join(folder, 'remove'), app);
  writeFileSync(path.join(app, 'app/layout.jsx'), 'export default ({ children }) => <html><body>{children}</body></html>;\n');
  writeFileSync(path.join(app, 'next.config.mjs'),
    `export default { turbopack: { root: ${JSON.stringify(packages)}, debugIds: true }, experimental: { serverSourceMaps: true } };\n`);
  const options = { cwd: app, env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', CI: '1' } };
  execFileSync(binary('next'), ['build'], { ...options, ...quiet });
  const port = 20000 + (process.pid % 20000);
  const server = spawn(process.execPath, [require.resolve('next/dist/bin/next'), 'start', '-p', String(port)],
    { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  server.stdout.on('data', (data) => said.push(data));
  server.stderr.on('data', (data) => said.push(data));
  for (let i = 0; i < 200 && !String(said.join('')).includes('Ready'); ++i) await sleep(100);
  for (const what of ['method', 'inherited method', 'object literal']) {
    said.length = 0;
    await fetch(`http://localhost:${port}/?what=${encodeURIComponent(what)}`).catch(() => {});
    for (let i = 0; i < 100 && !said.join('').includes('digest'); ++i) await sleep(50);
    print(`== ${what}\n${said.join('')}`);
  }
  server.kill();
  cpSync(path.join(app, '.next/server'), path.join(folder, 'maps'), { recursive: true });
}

// V8 names a module as Chrome does where it came from a server.
async function withWasm() {
  const options = ['--sourceMap', '-O3', '--use', 'abort='];
  execFileSync(binary('asc'), ['shop.ts', '-o', '../out/shop.wasm', ...options], { ...quiet, cwd: path.join(folder, 'src') });
  hideMap('shop.wasm');
  const server = http.createServer((_, answer) =>
    answer.setHeader('Content-Type', 'application/wasm').end(readFileSync(out('shop.wasm')))).listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  const { instance } = await WebAssembly.instantiateStreaming(fetch(`http://localhost:${server.address().port}/js/shop.wasm`), {});
  for (const [what, action] of [['buy', () => instance.exports.buy(-1)], ['share', () => instance.exports.share(1, 0)]])
    try { action(); } catch (error) { print(`== ${what}\n${error.stack}`); }
  server.close();
}

// Expo's bundle of a React Native app, as its native build asks for it: run by Node, as it needs no native code.
function withExpo() {
  const app = path.join(packages, `app-${process.pid}`);
  mkdirSync(app, { recursive: true });
  writeFileSync(path.join(folder, 'remove'), app);
  cpSync(path.join(folder, 'src'), path.join(app, 'src'), { recursive: true });
  writeFileSync(path.join(app, 'src/package.json'), '{"type":"commonjs"}\n');
  writeFileSync(path.join(app, 'package.json'), '{"private":true}\n');
  writeFileSync(path.join(app, 'app.json'), '{"expo":{"name":"shop","slug":"shop","platforms":["android"]}}\n');
  writeFileSync(path.join(app, 'index.js'), "import './src/main.js';\n");
  execFileSync(binary('expo'), ['export:embed', '--platform', 'android', '--dev', 'false', '--entry-file', 'index.js',
    '--bundle-output', out('index.android.bundle'), '--sourcemap-output', maps('index.android.bundle.map')],
  { ...quiet, cwd: app, env: { ...process.env, EXPO_NO_TELEMETRY: '1', EXPO_OFFLINE: '1', CI: '1' } });
  run(process.execPath, out('index.android.bundle'));
}

// npm has the compiler of Hermes, not the engine: what a stack would have at each of its bytecodes that the map knows.
async function withHermes() {
  await withRolldown();
  const hermesc = path.join(packages, 'node_modules/hermes-compiler/hermesc/linux64-bin/hermesc');
  writeFileSync(out('plain.js'), readFileSync(out('app.js'), 'utf8').replace(/export\{\};?/, ''));
  execFileSync(hermesc, ['-O', '-emit-binary', '-output-source-map', '-out', out('app.hbc'), out('plain.js')], quiet);
  const { composeSourceMaps } = require('metro-source-map');
  const read = (file) => JSON.parse(readFileSync(out(file), 'utf8'));
  writeFileSync(maps('app.hbc.map'), JSON.stringify(composeSourceMaps([read('app.js.map'), read('app.hbc.map')])));
  const { TraceMap, eachMapping } = require('@jridgewell/trace-mapping');
  print('== bytecode');
  eachMapping(new TraceMap(read('app.hbc.map')), ({ generatedColumn }) =>
    print(`    at f (address at /data/app.hbc:1:${generatedColumn})`));
}

const builds = {
  'truth-node': () => run(process.execPath, src('main.js')),
  'truth-node-lazy': () => run(process.execPath, src('lazy.js')),
  'truth-bun': () => run(binary('bun'), src('main.js')),
  'truth-deno': () => run(binary('deno'), 'run', '-A', src('main.js')),
  'rolldown': async () => (await withRolldown(), hideMap('app.js'), run(process.execPath, out('app.js'))),
  'vite': async () => (await withVite(), hideMap('app.js'), run(process.execPath, out('app.js'))),
  'bun': () => (withBun('linked'), hideMap('app.js'), run(binary('bun'), out('app.js'))),
  'deno': () => (withDeno(), hideMap('app.js'), run(binary('deno'), 'run', '-A', out('app.js'))),
  // Whoever finds the map leads its stacks back itself: these stay as they are.
  'mapped-node': async () => (await withRolldown(), cpSync(path.join(folder, 'out'), path.join(folder, 'maps'), { recursive: true }),
    run(process.execPath, '--enable-source-maps', out('app.js'))),
  'mapped-bun': () => (withBun('linked'), cpSync(path.join(folder, 'out'), path.join(folder, 'maps'), { recursive: true }),
    run(binary('bun'), out('app.js'))),
  'mapped-deno': () => (withDeno(), cpSync(path.join(folder, 'out'), path.join(folder, 'maps'), { recursive: true }),
    run(binary('deno'), 'run', '-A', out('app.js'))),
  'metro-lazy': withMetro,
  'next-turbopack': withNext,
  'expo': withExpo,
  'wasm': withWasm,
  'hermes': withHermes,
};

for (const one of ['out', 'maps']) mkdirSync(path.join(folder, one), { recursive: true });
await builds[name]();
if (!name.startsWith('truth') && readdirSync(path.join(folder, 'maps')).length === 0) throw new Error(`${name}: no map was made`);
process.exit(0);
