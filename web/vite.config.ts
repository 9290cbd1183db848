import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, defineConfig, type Plugin } from 'vite';
import { LANG_TAGS, LANGS, type Lang } from '../shared/src/domain/lib/lang.ts';
import { CHUNK_GROUPS } from './chunks.ts';
import { screenFile } from './src/app/screenFile.ts';
import { STORAGE_NAMES } from './src/core/storageNames.ts';
import { COLOURS, FONT } from './src/theme/tokens.ts';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Lays a .br and a .gz beside every text asset, so that the server never compresses one twice. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = 'dist' }) {
        for (const entry of await readdir(dir, { recursive: true })) {
          if (!/\.(?:js|css|html|svg|json|webmanifest)$/.test(entry)) continue;
          const file = join(dir, entry);
          const bytes = await readFile(file);
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
          await writeFile(`${file}.br`, await brotli(bytes, quality));
          await writeFile(`${file}.gz`, await deflate(bytes, { level: constants.Z_BEST_COMPRESSION }));
        }
      },
    },
  };
}

/** The files of the console that a service worker stores, each with its digest where its name has none. */
async function consoleFiles(dir: string) {
  const entries = await readdir(dir, { recursive: true });
  const files = entries.filter((entry) => /\.(?:js|css|html|svg|webmanifest)$/.test(entry) && entry !== WORKER).sort();
  return Promise.all(
    files.map(async (entry) => {
      const url = `/${entry}`;
      if (entry.startsWith('assets/')) return { url, revision: null };
      return {
        url,
        revision: createHash('sha256')
          .update(await readFile(join(dir, entry)))
          .digest('hex')
          .slice(0, 16),
      };
    }),
  );
}

/** The service worker's address: its folder is what it may serve. */
const WORKER = 'sw.js';

/** Builds the service worker with the list of the console's files: another build is another worker. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle: {
      order: 'pre',
      sequential: true,
      async handler({ dir = 'dist' }) {
        await build({
          configFile: false,
          publicDir: false,
          logLevel: 'warn',
          define: {
            CONSOLE_FILES: JSON.stringify(await consoleFiles(dir)),
            'process.env.NODE_ENV': '"production"',
          },
          build: {
            target: 'es2022',
            outDir: dir,
            emptyOutDir: false,
            copyPublicDir: false,
            rolldownOptions: {
              input: fileURLToPath(new URL('src/worker/main.ts', import.meta.url)),
              output: { format: 'iife', entryFileNames: WORKER },
            },
          },
        });
      },
    },
  };
}

const langs = <T>(of: (lang: Lang) => T) =>
  Object.fromEntries(LANGS.map((lang) => [lang, of(lang)])) as Record<Lang, T>;

/** What a page needs first, beside its entry. Numbers are places in `files`, whose names lack folder and ending. */
type First = {
  files: readonly string[];
  signIn: Record<Lang, number>;
  console: readonly number[];
  consoleTexts: Record<Lang, number>;
  home: readonly number[];
  homeTexts: Record<Lang, number>;
  stored: typeof STORAGE_NAMES;
  tags: typeof LANG_TAGS;
};

/** Runs in the page before anything else has come: shows the chosen theme, has the browser fetch what will be needed. */
function fetchFirst({ files, signIn, console, consoleTexts, home, homeTexts, stored, tags }: First): void {
  let lang: Lang = 'zh';
  try {
    if (localStorage.getItem(stored.lang) === 'en') lang = 'en';
    const theme = localStorage.getItem(stored.theme);
    if (theme) document.documentElement.dataset.theme = theme;
  } catch {
    // The browser blocks storage.
  }
  const needed = [signIn[lang]];
  const isHome = location.pathname === '/';
  const [, token] = document.cookie.match(`(?:^|; )${stored.cookie}=([^;%]+)(?:;|$)`) ?? [];
  if (token) {
    // Before the files, which would have them wait for a connection. `core/client.ts` takes the answers.
    if (!('firstCalls' in window)) {
      const headers = { 'Accept-Language': tags[lang], Token: token };
      const calls = ['/api/user', ...(isHome ? ['/api/basic/status'] : [])];
      const made = calls.map((url) => [url, fetch(url, { headers })] as const);
      for (const [, answer] of made) answer.catch(() => undefined);
      Object.assign(window, { firstCalls: new Map(made) });
    }
    needed.push(...console, consoleTexts[lang]);
    if (isHome) needed.push(...home, homeTexts[lang]);
  }
  for (const place of needed) {
    const href = `/assets/${files[place]}.js`;
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}

/**
 * Has the texts of the sign-in page, and the console where somebody is logged in with the home page at its address,
 * fetched beside the entry: that runs only when React has come, and a slow connection would be idle until its first request. More
 * screens would cost the sign-in page a byte for each letter of their files.
 */
function firstFiles(): Plugin {
  let script = '';
  return {
    name: 'first-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const fileOf = (name: string) => {
        const found = chunks.find((one) => one.name === name);
        return found?.fileName ?? this.error(`no file is named ${name}`);
      };
      /** These chunks and those that they import, without those of `before`. */
      const withImports = (names: readonly string[], before: ReadonlySet<string> = new Set()) => {
        const all = new Set(names);
        for (const file of all)
          for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) all.add(next);
        return new Set([...all].filter((file) => !before.has(file)));
      };
      const app = withImports([fileOf('App')]);
      const homeFile =
        chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${screenFile('/')}`))?.fileName ??
        this.error('the home page has no file');
      const files: string[] = [];
      const placeOf = (file: string) => {
        const name = file.replace(/^assets\/(.*)\.js$/, '$1');
        const found = files.indexOf(name);
        return found < 0 ? files.push(name) - 1 : found;
      };
      const textsOf = (area: string) => langs((lang) => placeOf(fileOf(`texts-${area}-${lang}`)));
      const first: First = {
        files,
        signIn: textsOf('sign-in'),
        console: [...app].map(placeOf),
        consoleTexts: textsOf('console'),
        home: [...withImports([homeFile], app)].map(placeOf),
        homeTexts: textsOf('home'),
        stored: STORAGE_NAMES,
        tags: LANG_TAGS,
      };
      const source = `(${fetchFirst})(${JSON.stringify(first)})`;
      script = this.getFileName(this.emitFile({ type: 'asset', name: 'first.js', source }));
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${script}`, async: true }, injectTo: 'head' }],
  };
}

/**
 * Browsers keep a failed `import()` of an address for good. A chunk that did not come is asked for once more by another
 * address, at once and at each later use, so that no user has to reload the page when the connection is back.
 */
function importAgain(): Plugin {
  return {
    name: 'import-again',
    apply: 'build',
    // After Vite has written down which styles and chunks each import needs: it looks for its own marks beside them.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          chunk.code = chunk.code.replace(
            /\bimport\((["'`])(\.\/[^"'`]+)\1\)/g,
            (first, quote, file) => `${first}.catch(() => import(${quote}${file}?again=${quote} + Date.now()))`,
          );
        }
      },
    },
  };
}

/** Custom properties for the pages that load no component library: the sign-in page, errors, and the first spinner. */
function themeCss(): string {
  const rules = (theme: keyof typeof COLOURS) =>
    Object.entries(COLOURS[theme])
      .map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value};`)
      .join('');
  return (
    `:root{${rules('light')}--font:${FONT};color-scheme:light}` +
    `:root[data-theme="dark"]{${rules('dark')}color-scheme:dark}` +
    // Until a choice is known.
    `@media (prefers-color-scheme:dark){:root:not([data-theme]){${rules('dark')}color-scheme:dark}}`
  );
}

/** Serves the colours of `tokens.ts` as the style sheet `virtual:theme.css`. */
function themeStyles(): Plugin {
  const id = 'virtual:theme.css';
  return {
    name: 'theme-styles',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (resolved) => (resolved === `\0${id}` ? themeCss() : null),
  };
}

/** Modules of react-admin and MUI that `src/shims` replaces by smaller ones. */
const SHIMS = ['reactRouterProvider.ts', 'defaultExporter.ts', 'TextareaAutosize.tsx'];

/** Replaces files of packages by those of `src/shims`; the tests of components do so too. */
export const SHIM_ALIAS = SHIMS.map((file) => ({
  find: new RegExp(`^\\.[\\w./]*/${file.split('.')[0]}(?:\\.js|/index\\.mjs)$`),
  replacement: fileURLToPath(new URL(`src/shims/${file}`, import.meta.url)),
}));

export default defineConfig({
  resolve: { alias: SHIM_ALIAS },
  plugins: [themeStyles(), importAgain(), firstFiles(), serviceWorker(), precompress()],
  build: {
    target: 'es2022',
    manifest: true,
    // A browser without it (Safari before 17) asks for each file when it is imported.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // A screen's chunk is named after its folder.
        chunkFileNames: ({ name, facadeModuleId }) =>
          `assets/${/([\w-]+)\/Screen\.tsx$/.exec(facadeModuleId ?? '')?.[1] ?? name}-[hash].js`,
        codeSplitting: {
          groups: CHUNK_GROUPS,
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
