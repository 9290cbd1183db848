import { defineConfig } from 'rolldown';

/** What holds native code, or files that it reads at run time, stays a package of its own. */
export const EXTERNAL = [/^(?:better-sqlite3|pg(?:-cursor)?$|sharp|svg-captcha|@node-rs\/)/];

/** Every start opens each of its files: what the help needs too is one, what most commands need another. */
const GROUPS = [
  { name: 'version', test: /cli\/(?:src\/version|package)\./, priority: 4 },
  {
    name: 'base',
    test: /shared\/src\/text\/(?:zh|en)\/common\.|server\/src\/folder\.|cli\/src\/(?:run|core\/(?!parse)|config\/|files\/|commands\/index|output\/(?:exit|tell|streams|formats)\.ts)/,
    priority: 3,
  },
  {
    name: 'calls',
    test: /commander|cli\/src\/(?:api\/|core\/parse|input\/|output\/(?:print|view|machine|progress|table|width)\.ts|commands\/(?:parts\/.*|exports|users\/(?:kinds|view|filters|list))\.ts)/,
    priority: 2,
  },
];

const COMMON = {
  platform: 'node',
  external: EXTERNAL,
  // React and Ink as they are meant to run: without their checks for developers.
  transform: { define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' } },
};
const OUTPUT = {
  dir: 'dist',
  format: 'esm',
  minify: true,
  // Beside the entries: the server finds its worker and the console by where its own file lies. Chunks of earlier
  // builds stay: a server that runs on them loads some only when they are needed.
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
};

export default defineConfig([
  {
    ...COMMON,
    input: { shp: 'src/main.ts' },
    output: {
      ...OUTPUT,
      codeSplitting: { groups: GROUPS },
      banner: (chunk) => (chunk.name === 'shp' ? '#!/usr/bin/env node' : ''),
    },
  },
  // By itself: it would load the command's chunks for the little in them that it needs, into memory of its own.
  { ...COMMON, input: { 'export-worker': '../server/src/exports/worker.ts' }, output: OUTPUT },
]);
