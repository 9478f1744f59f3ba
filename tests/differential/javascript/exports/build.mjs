// Compiles the modules in FOLDER/src one by one, with each compiler and each set of options that changes names, into FOLDER/out/NAME.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { createRequire } from 'node:module';

const folder = path.resolve(process.argv[2]);
const packages = path.resolve(process.argv[3]);
const wanted = process.argv[4] ?? '';
const require = createRequire(path.join(packages, 'package.json'));

const names = readdirSync(path.join(folder, 'src')).filter((one) => /\.c?js$/.test(one));
const read = (name) => readFileSync(path.join(folder, 'src', name), 'utf8');
const decorated = (text) => text.replaceAll('/*seen*/', ' @seen  ');

// Of their own accord compilers take TypeScript by a file's name; the sources are both.
function typescriptSources(into, change) {
  mkdirSync(into, { recursive: true });
  for (const name of names) writeFileSync(path.join(into, name.replace('js', 'ts')), change(read(name)));
}

const withTypescript = (version, target, module, decorators, ...options) => (into) => {
  const sources = path.join(folder, decorators ? 'decorated' : 'typed');
  typescriptSources(sources, decorators ? decorated : (text) => text);
  const tsc = path.join(packages, `node_modules/typescript${version}/bin/tsc`);
  try {
    execFileSync(tsc, ['--rootDir', sources, '--outDir', into, '--target', target, '--module', module, '--sourceMap', '--inlineSources', '--esModuleInterop',
      '--lib', 'es2022', '--noCheck', ...options, path.join(sources, 'main.ts')], { stdio: 'pipe' });
  } catch (error) {
    if (!String(error.stdout).includes('error TS')) throw error;  // it compiles what it complains about
  }
};

const babel = require('@babel/core');
const plugged = (name, options) => [require.resolve(name), options];
const withBabel = (targets, modules, decorators) => (into) => {
  for (const name of names) {
    const { code, map } = babel.transformSync((decorators ? decorated : String)(read(name)), {
      filename: path.join(folder, 'src', name), configFile: false, babelrc: false, sourceMaps: true, sourceFileName: `../../src/${name}`,
      sourceType: name.endsWith('.cjs') ? 'script' : 'module',
      presets: [plugged('@babel/preset-env', { targets, modules: name.endsWith('.cjs') ? false : modules })],
      plugins: decorators ? [plugged('@babel/plugin-proposal-decorators', { version: '2023-11' })] : [],
    });
    written(into, name, code, JSON.stringify(map));
  }
};

const swc = require('@swc/core');
const withSwc = (target, type, decorators) => (into) => {
  for (const name of names) {
    const { code, map } = swc.transformSync((decorators ? decorated : String)(read(name)), {
      filename: `../../src/${name}`, sourceMaps: true, inlineSourcesContent: true, configFile: false, swcrc: false,
      isModule: !name.endsWith('.cjs'), module: name.endsWith('.cjs') ? undefined : { type },
      jsc: { target, parser: { syntax: 'typescript', decorators: true }, transform: decorators ? { decoratorVersion: '2022-03' } : {} },
    });
    written(into, name, code, map);
  }
};

function written(into, name, code, map) {
  writeFileSync(path.join(into, name), `${code}\n//# sourceMappingURL=${name}.map\n`);
  writeFileSync(path.join(into, `${name}.map`), map);
}

const builds = {};
for (const version of [5, 6, 7])
  for (const target of version === 7 ? ['es2022', 'es2015'] : ['es2022', 'es2015', 'es5'])
    for (const [format, module] of [['esm', 'esnext'], ['cjs', 'commonjs']])
      builds[`typescript${version}-${target}-${format}`] = withTypescript(version, target, module, false, ...(target === 'es5' ? ['--downlevelIteration'] : []),
        ...(version === 5 ? [] : ['--ignoreDeprecations', '6.0']));
for (const version of [5, 7]) {
  builds[`typescript${version}-decorators-cjs`] = withTypescript(version, 'es2022', 'commonjs', true);
  builds[`typescript${version}-old-decorators-cjs`] = withTypescript(version, 'es2022', 'commonjs', true, '--experimentalDecorators');
}
for (const [target, targets] of [['es2022', { node: '20' }], ['es2018', { node: '10' }], ['es5', { ie: '11' }]])
  for (const format of ['esm', 'cjs']) builds[`babel-${target}-${format}`] = withBabel(targets, format === 'esm' ? false : 'commonjs', false);
builds['babel-decorators-cjs'] = withBabel({ node: '20' }, 'commonjs', true);
for (const target of ['es2022', 'es2015', 'es5'])
  for (const format of ['esm', 'cjs']) builds[`swc-${target}-${format}`] = withSwc(target, format === 'esm' ? 'es6' : 'commonjs', false);
builds['swc-decorators-cjs'] = withSwc('es2022', 'commonjs', true);

for (const [name, build] of Object.entries(builds)) {
  if (!name.includes(wanted)) continue;
  const into = path.join(folder, 'out', name);
  mkdirSync(into, { recursive: true });
  writeFileSync(path.join(into, 'package.json'), JSON.stringify({ type: name.endsWith('cjs') ? 'commonjs' : 'module' }));
  build(into);
}
