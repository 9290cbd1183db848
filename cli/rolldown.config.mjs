import { defineConfig } from 'rolldown';

/** What holds native code, or files that it reads at run time, stays a package of its own. */
const EXTERNAL = [
  /^(?:better-sqlite3|sharp|svg-captcha|fastify|@fastify\/|@node-rs\/|pino|thread-stream|tty-browserify)/,
];

const common = {
  platform: 'node',
  external: EXTERNAL,
  resolve: { conditionNames: ['node', 'import', 'default'] },
};
const output = { dir: 'dist', format: 'esm', minify: true, sourcemap: false };

export default defineConfig([
  {
    ...common,
    input: { shp: 'src/main.ts', 'export-worker': '../server/src/exports/worker.ts' },
    output: {
      ...output,
      banner: (chunk) => (chunk.name === 'shp' ? '#!/usr/bin/env node' : ''),
      entryFileNames: '[name].js',
      // Beside the entries: the server finds its worker and the console by where its own file lies.
      chunkFileNames: '[name]-[hash].js',
      cleanDir: true,
    },
  },
]);
