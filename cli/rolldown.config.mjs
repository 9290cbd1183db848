import { defineConfig } from 'rolldown';

// Packages that stay outside the bundle: native modules, and what loads files that lie beside it.
const EXTERNAL = [/^node:/, 'better-sqlite3', '@node-rs/argon2', 'sharp', 'svg-captcha', 'pinyin-pro'];

export default defineConfig({
  input: { shp: 'src/main.ts', 'export-worker': '../server/src/exports/worker.ts' },
  platform: 'node',
  external: EXTERNAL,
  output: {
    dir: 'dist',
    format: 'esm',
    minify: true,
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[hash].js',
  },
});
