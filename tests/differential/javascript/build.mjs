// Builds the program in FOLDER/src with each bundler and each set of options that changes names, into
// FOLDER/out/NAME; the entry is main.js.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const folder = path.resolve(process.argv[2]);
// The packages lie where they were installed, not beside this file.
const require = createRequire(path.join(path.resolve(process.argv[3]), 'package.json'));
const load = async (name) => (await import(pathToFileURL(require.resolve(name)))).default;
const entry = path.join(folder, 'src/main.js');
const out = (name) => path.join(folder, 'out', name);

const esbuild = await load('esbuild');
const withEsbuild = (options) => (file) =>
  esbuild.build({ entryPoints: [entry], bundle: true, sourcemap: true, format: 'esm', outfile: file, logLevel: 'error', ...options });

const { rollup } = require('rollup');
const terser = require('@rollup/plugin-terser');
const withRollup = (options) => async (file) => {
  const bundle = await rollup({ input: entry, plugins: options ? [terser(options)] : [] });
  await bundle.write({ file, format: 'es', sourcemap: true });
};

const webpack = require('webpack');
const Minimizer = createRequire(require.resolve('webpack'))('minimizer-webpack-plugin');
const withWebpack = ({ terserOptions, ...optimization }) => (file) =>
  new Promise((resolve, reject) => webpack({
    entry, mode: 'production', devtool: 'source-map', target: 'node20', experiments: { outputModule: true },
    output: { path: path.dirname(file), filename: 'main.js', module: true },
    optimization: { minimizer: [new Minimizer({ terserOptions })], ...optimization },
  }, (error, stats) => (error || stats.hasErrors() ? reject(error ?? stats.toString()) : resolve())));

const swc = require('@swc/core');
const withSwc = (target, minify) => async (file) => {
  for (const name of readdirSync(path.join(folder, 'src')).filter((one) => one.endsWith('.js'))) {
    const { code, map } = await swc.transform(readFileSync(path.join(folder, 'src', name), 'utf8'), {
      filename: `../../src/${name}`, sourceMaps: true, inlineSourcesContent: true, configFile: false, swcrc: false, isModule: true,
      minify: Boolean(minify), jsc: { target, parser: { syntax: 'ecmascript' }, minify: minify && { module: true, sourceMap: true, ...minify } },
    });
    writeFileSync(path.join(path.dirname(file), name), `${code}\n//# sourceMappingURL=${name}.map\n`);
    writeFileSync(path.join(path.dirname(file), `${name}.map`), map);
  }
};

const withBun = (...options) => (file) =>
  execFileSync(path.join(process.argv[3], 'node_modules/.bin/bun'),
    ['build', entry, '--target=node', '--sourcemap=linked', `--outdir=${path.dirname(file)}`, ...options], { stdio: ['ignore', 'ignore', 'inherit'] });

const builds = {
  'esbuild': withEsbuild({ minify: true }),
  'esbuild-keep-names': withEsbuild({ minify: true, keepNames: true }),
  'esbuild-unmangled': withEsbuild({ minifyWhitespace: true, minifySyntax: true }),
  'esbuild-es2022': withEsbuild({ minify: true, target: 'es2022' }),
  'esbuild-es2021': withEsbuild({ minify: true, target: 'es2021' }),
  'esbuild-es2015': withEsbuild({ minify: true, target: 'es2015' }),
  'esbuild-es2015-keep-names': withEsbuild({ minify: true, target: 'es2015', keepNames: true }),
  'esbuild-es2015-plain': withEsbuild({ target: 'es2015' }),
  'rollup': withRollup(null),
  'rollup-terser': withRollup({ module: true }),
  'rollup-terser-keep-names': withRollup({ module: true, keep_classnames: true, keep_fnames: true }),
  'rollup-terser-unmangled': withRollup({ module: true, mangle: false }),
  'rollup-terser-uncompressed': withRollup({ module: true, compress: false }),
  'rollup-terser-hard': withRollup({ module: true, ecma: 2020, compress: { passes: 3, unsafe_arrows: true, unsafe_methods: true, pure_getters: true } }),
  'webpack': withWebpack({}),
  'webpack-keep-names': withWebpack({ terserOptions: { keep_classnames: true, keep_fnames: true } }),
  'webpack-modules': withWebpack({ concatenateModules: false }),
  'webpack-plain': withWebpack({ minimize: false }),
  'swc-es2022': withSwc('es2022', { mangle: true, compress: true }),
  'swc-es2022-keep-names': withSwc('es2022', { mangle: { keep_fnames: true, keep_classnames: true }, compress: { keep_fnames: true, keep_classnames: true } }),
  'swc-es2015': withSwc('es2015', { mangle: true, compress: true }),
  'swc-es2015-unmangled': withSwc('es2015', { mangle: false, compress: true }),
  'swc-es5': withSwc('es5', { mangle: true, compress: true }),
  'swc-es5-plain': withSwc('es5', undefined),
  'bun': withBun('--minify'),
  'bun-keep-names': withBun('--minify', '--keep-names'),
  'bun-unmangled': withBun('--minify-whitespace', '--minify-syntax'),
};

const wanted = process.argv[4] ?? '';
for (const [name, build] of Object.entries(builds)) {
  if (!name.includes(wanted)) continue;
  mkdirSync(out(name), { recursive: true });
  writeFileSync(path.join(out(name), 'package.json'), '{"type":"module"}\n');
  await build(path.join(out(name), 'main.js'));
  if (!existsSync(path.join(out(name), 'main.js.map'))) throw new Error(`${name}: no map was made`);
}
