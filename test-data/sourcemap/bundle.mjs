// Bundles src/main.js with each bundler as its users would, minified and with a source map.
import { createRequire } from 'node:module';
import { writeFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import esbuild from 'esbuild';
import terser from '@rollup/plugin-terser';
import { rollup } from 'rollup';
import webpack from 'webpack';

const require = createRequire(import.meta.url);
const entry = path.resolve('src/main.js');

await esbuild.build({
  entryPoints: [entry], bundle: true, minify: true, sourcemap: true, format: 'esm', outfile: 'out/esbuild/app.js',
});

const bundle = await rollup({ input: entry, plugins: [terser({ module: true })] });
await bundle.write({ file: 'out/rollup/app.js', format: 'es', sourcemap: true });

await new Promise((resolve, reject) => webpack({
  entry, mode: 'production', devtool: 'source-map', target: 'node',
  output: { path: path.resolve('out/webpack'), filename: 'app.js' },
}, (error, stats) => (error || stats.hasErrors() ? reject(error ?? stats.toString()) : resolve())));

mkdirSync('out/metro', { recursive: true });
writeFileSync('src/babel.config.cjs', `module.exports = { presets: [${JSON.stringify(require.resolve('metro-react-native-babel-preset'))}] };`);
writeFileSync('compose.cjs', `
const { composeSourceMaps } = require('metro-source-map');
const fs = require('fs');
const [a, b, out] = process.argv.slice(2);
const maps = [a, b].map((path) => JSON.parse(fs.readFileSync(path, 'utf8')));
fs.writeFileSync(out, JSON.stringify(composeSourceMaps(maps)));`);
const Metro = require('metro');
const config = await Metro.loadConfig({ cwd: path.resolve('src'), resetCache: true }, {
  projectRoot: path.resolve('src'), watchFolders: [path.resolve('.')],
  serializer: { getModulesRunBeforeMainModule: () => [] },
});
await Metro.runBuild(config, {
  entry: 'main.js', out: 'out/metro/app.js', dev: false, minify: true, sourceMap: true,
  sourceMapUrl: 'app.js.map', platform: 'ios',
});
