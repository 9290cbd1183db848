import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'rolldown';

/** What holds native code, or files that it reads at run time, stays a package of its own. */
export const EXTERNAL = [/^(?:better-sqlite3|jq-wasm|pg(?:-cursor)?$|sharp|svg-captcha|@node-rs\/)/];

/**
 * Two parts of undici that no command uses cost 15 ms of every call: HTTP/2, which no server of this system speaks, and
 * node:http, of which it reads one number and compares one class.
 */
const UNUSED_BY_UNDICI = {
  './client-h2.js': 'module.exports = null',
  'node:http': 'module.exports = { IncomingMessage: class {}, maxHeaderSize: 16384 }',
};
const LEAN_UNDICI = {
  name: 'lean-undici',
  resolveId: {
    filter: { id: /^(?:\.\/client-h2\.js|node:http)$/ },
    handler: (id, importer) => (/[\\/]undici[\\/]lib[\\/]/.test(importer ?? '') ? `\0lean-undici:${id}` : undefined),
  },
  load: {
    filter: { id: /^\0lean-undici:/ },
    handler: (id) => UNUSED_BY_UNDICI[id.slice('\0lean-undici:'.length)],
  },
};

/** With a `fetch`, Yoga reads its own bytes through Node's, which takes longer to load than all of Ink. */
const YOGA_WITHOUT_FETCH = {
  name: 'yoga-without-fetch',
  transform: {
    filter: { id: /yoga-wasm-base64-esm\.js$/ },
    handler: (code) => `const fetch = undefined;\n${code}`,
  },
};

/**
 * Ink makes an object for each cell of each frame, splits the lines of the last frame into characters anew, and builds
 * three sets to compare the styles of two cells. Here blank cells are one object, what was split is kept, and equal
 * styles are not compared further; a text that is cut is not too wide. A changed Ink fails the build.
 */
const LEANER = {
  'output.js': [
    [
      'class OutputCaches {',
      'const BLANK = { type: "char", value: " ", fullWidth: false, styles: [] };\nclass OutputCaches {',
    ],
    [/row\.push\(\{\s*type: 'char',\s*value: ' ',\s*fullWidth: false,\s*styles: \[\],\s*\}\)/, 'row.push(BLANK)'],
    ['export default class Output {', 'let kept = new OutputCaches();\nexport default class Output {'],
    ['caches = new OutputCaches();', 'caches = kept.styledChars.size > 5000 ? (kept = new OutputCaches()) : kept;'],
    [/= output\s*\.map\(line => \{/, '= output.map(line => {\nif (line.every((cell) => cell === BLANK)) return "";'],
  ],
  // cli-truncate keeps half of a wide character at the end, one column too many.
  'wrap-text.js': [
    [
      'const wrapText =',
      'const cut = (text, width, how) => { const short = cliTruncate(text, width, how); return stringWidth(short) > width ? cliTruncate(text, width - 1, how) : short; };\nconst wrapText =',
    ],
    [
      "import cliTruncate from 'cli-truncate';",
      "import cliTruncate from 'cli-truncate';\nimport stringWidth from 'string-width';",
    ],
    ['wrappedText = cliTruncate(text, maxWidth, { position });', 'wrappedText = cut(text, maxWidth, { position });'],
  ],
  'styledChars.js': [
    [
      'export function styledCharsToString(',
      'const same = (a, b) => a === b || (a.length === b.length && a.every((one, place) => one === b[place]));\nexport function styledCharsToString(',
    ],
    [
      'ret += ansiCodesToString(diffAnsiCodes(chars[i - 1]',
      'if (!same(chars[i - 1].styles, char.styles)) ret += ansiCodesToString(diffAnsiCodes(chars[i - 1]',
    ],
  ],
};
const LEAN_INK = {
  name: 'lean-ink',
  transform: {
    filter: { id: /(?:ink\/build\/(?:output|wrap-text)|ansi-tokenize\/build\/styledChars)\.js$/ },
    handler: (code, id) =>
      LEANER[id.split('/').at(-1)].reduce((text, [found, put]) => {
        const changed = text.replace(found, put);
        if (changed === text) throw new Error(`${id} has no ${found}`);
        return changed;
      }, code),
  },
};

/** Every start opens each of its files: what the help needs too is one, what most commands need another. */
const GROUPS = [
  { name: 'version', test: /cli\/(?:src\/version|package)\./, priority: 4 },
  {
    name: 'start',
    test: /shared\/src\/domain\/lib\/lang\.|cli\/src\/lib\/(?:builtFile|lang|streams)\./,
    priority: 4,
  },
  {
    name: 'base',
    test: /shared\/src\/text\/(?:zh|en)\/common\.|server\/src\/os\/ensureDir\.|cli\/src\/(?:run|lib\/(?!wrap)|config\/(?!completionCache)|commands\/index|command\/(?:command|context|errors|globalFlags|registry|router|suggest)|output\/printError)/,
    priority: 3,
  },
  {
    name: 'calls',
    test: /commander|cli\/src\/(?:api\/(?!undici)|command\/(?:parse|lookup\.|valueSources|ask|stdin|confirmSession)|output\/(?:print|pager|columns|serializers|progress|tree)\.ts|bulk\/forEachId|lists\/(?:userView|resultViews)|transfer\/(?:export|fileFormat)|commands\/(?:flags\/(?!message)|users\/(?:filters|list)\.))/,
    priority: 2,
  },
  {
    name: 'undici',
    test: /undici\/lib\/(?!(?:dispatcher\/(?:env|proxy|socks)|core\/socks))|api\/undici\.ts/,
    priority: 1,
  },
  {
    name: 'assessment',
    test: /shared\/src\/domain\/assessment\/(?:problems|reasons|remarks|scores|scoreBoard|stepUnits)\.|commands\/flags\/message/,
    priority: 0,
  },
];

const COMMON = {
  platform: 'node',
  plugins: [LEAN_UNDICI, LEAN_INK, YOGA_WITHOUT_FETCH],
  external: EXTERNAL,
  // React and Ink as they are meant to run: without their checks for developers.
  transform: { define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' } },
};
const OUTPUT = {
  dir: 'dist',
  format: 'esm',
  minify: true,
  // Beside the entries: the server finds its worker and the console beside its own file. Chunks of earlier
  // builds stay: a server that runs on them loads some only when they are needed.
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
};

/** Beside the entries, where the server looks for it. */
const commonPasswords = {
  name: 'common-passwords',
  generateBundle() {
    const source = readFileSync(new URL('../server/data/common-passwords.bin', import.meta.url));
    this.emitFile({ type: 'asset', fileName: 'common-passwords.bin', source });
  },
};

/** Beside the entries: the pages of help, so that help loads no command, and who may make each call. */
const builtFiles = {
  name: 'built-files',
  writeBundle({ dir }) {
    const { stdout, stderr, status } = spawnSync(process.execPath, [join(dir, 'shp.js'), '__built'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 24,
    });
    if (status !== 0) throw new Error(stderr);
    for (const [name, content] of Object.entries(JSON.parse(stdout)))
      writeFileSync(join(dir, `${name}.json`), JSON.stringify(content));
  },
};

export default defineConfig([
  {
    ...COMMON,
    plugins: [...COMMON.plugins, commonPasswords, builtFiles],
    input: { shp: 'src/main.ts' },
    output: {
      ...OUTPUT,
      codeSplitting: { groups: GROUPS },
      banner: (chunk) => (chunk.name === 'shp' ? '#!/usr/bin/env node' : ''),
    },
  },
  // By itself: it would load the command's chunks for the little in them that it needs, into memory of its own.
  { ...COMMON, input: { 'export-worker': '../server/src/exports/worker.ts' }, output: OUTPUT },
  // The script of the page that checks conclusions without a server, which the server writes into that page.
  {
    input: { verify: '../web/src/verify/offline.ts' },
    platform: 'browser',
    transform: { target: 'es2020' },
    output: { dir: 'dist', format: 'iife', minify: true, entryFileNames: '[name].js' },
  },
]);
