import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Lays a .br and a .gz beside every text asset, so that the server never compresses one twice. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      for (const entry of await readdir(dir, { recursive: true })) {
        if (!/\.(?:js|css|html|svg|json)$/.test(entry)) continue;
        const file = join(dir, entry);
        const bytes = await readFile(file);
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
        await writeFile(`${file}.br`, await brotli(bytes, quality));
        await writeFile(`${file}.gz`, await deflate(bytes, { level: constants.Z_BEST_COMPRESSION }));
      }
    },
  };
}

/** Modules of react-admin and MUI that `src/slim` has a smaller one for. */
const SLIM = ['reactRouterProvider.ts', 'defaultExporter.ts', 'TextareaAutosize.tsx'];

export default defineConfig({
  resolve: {
    alias: SLIM.map((file) => ({
      find: new RegExp(`^\\.[\\w./]*/${file.split('.')[0]}(?:\\.js|/index\\.mjs)$`),
      replacement: fileURLToPath(new URL(`src/slim/${file}`, import.meta.url)),
    })),
  },
  plugins: [precompress()],
  build: {
    target: 'es2022',
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What most screens share is one file: fewer requests, and it packs better than sixty small ones. The sign-in
          // page needs React alone.
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 2 },
            { name: 'libraries', test: /node_modules/, minShareCount: 8, priority: 1 },
          ],
        },
      },
      onLog(level, log, handle) {
        // MUI marks its modules for React's server components; nothing is lost here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/pano.json': 'http://127.0.0.1:8080' } },
});
