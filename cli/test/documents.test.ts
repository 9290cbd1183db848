import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { calls } from '@shp/shared/api/index';
import * as objects from '@shp/shared/api/objects';
import { STATUSES } from '@shp/shared/domain/assessment/statuses';
import { NOTICE_KINDS } from '@shp/shared/domain/notices/kinds';
import { expect, test } from 'vitest';
import workspace from '../../package.json' with { type: 'json' };
import { parse } from '../src/command/parse.ts';
import { findCommand } from '../src/command/router.ts';
import { NOUNS } from '../src/commands/index.ts';
import { loadTexts } from '../src/lib/texts.ts';

const PAGES = [
  'README.md',
  'README.zh-CN.md',
  'docs/operations.md',
  'docs/operations.zh-CN.md',
  'docs/nightly-exports.md',
  'docs/nightly-exports.zh-CN.md',
  'docs/scale.md',
];
const read = (page: string) => readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');

test.each([...PAGES, 'Dockerfile'])('%s: every script that it runs is one', (page) => {
  const run = [...read(page).matchAll(/\bnpm run (\w+(?::\w+)*)/g)].map(([, name = '']) => name);
  expect(run.filter((name) => !(name in workspace.scripts))).toEqual([]);
});

/** The commands in a page's examples, each split into words. */
function examples(page: string): string[][] {
  const blocks = [...read(page).matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  const lines = blocks.flatMap((block) =>
    block.replace(/\)?(?:\s+>\s*\S+)?(?:\s+#.*)?$/gm, '').split(/\n|&&|\||\$\(|<\(/),
  );
  return lines.map((line) => line.trim().split(/\s+/)).flatMap(([word, ...words]) => (word === 'shp' ? [words] : []));
}

test.each(PAGES)('%s: every example command parses', async (page) => {
  const texts = await loadTexts('en');
  for (const words of examples(page)) {
    const found = await findCommand(NOUNS, words, texts);
    if (found) parse(found.command, found.rest, texts);
  }
});

/** The anchor that GitHub generates for a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\s-]/gu, '')
    .replace(/\s/g, '-');
}

test('every cited section of docs/spec exists', () => {
  const cwd = new URL('../..', import.meta.url);
  const found = execFileSync('git', ['grep', '-ohE', 'docs/spec/[a-z]+\\.md(#[a-z-]+)?', '--', '*.ts', '*.tsx'], {
    cwd,
    encoding: 'utf8',
  });
  const cited = [...new Set(found.trim().split('\n'))];
  const known = ['domain', 'wire', 'screens', 'commands'].flatMap((name) => {
    const page = `docs/spec/${name}.md`;
    const headings = [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => `${page}#${anchorOf(heading)}`);
    return [page, ...headings];
  });
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter((citation) => !known.includes(citation))).toEqual([]);
});

const tracked = execFileSync('git', ['ls-files'], { cwd: new URL('../..', import.meta.url), encoding: 'utf8' });
const files = tracked.trim().split('\n');
const documents = files.filter((file) => /^(docs\/.*|README.*|CONTRIBUTING)\.md$/.test(file));

test('every source file named in the docs exists', () => {
  const gone = documents.flatMap((page) =>
    [...read(page).matchAll(/`([\w@./-]+\.(?:tsx?|mjs))`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
      .map((name) => `${page}: ${name}`),
  );
  expect(gone).toEqual([]);
});

const NAMES_CODE = ['docs/architecture.md', 'docs/tour.md', 'docs/glossary.md', 'CONTRIBUTING.md'];
test.each(NAMES_CODE)('%s: every function, type and constant that it names is in the code', (page) => {
  const source = files.filter((file) => /\.(tsx?|mjs)$/.test(file)).map(read);
  const named = [...read(page).matchAll(/`([a-z]+[A-Z]\w*|[A-Z]\w*[a-z_]\w*|[A-Z]{4,})`/g)].map(
    ([, name = '']) => name,
  );
  const gone = [...new Set(named)].filter((name) => {
    const word = new RegExp(`\\b${name}\\b`);
    return !source.some((text) => word.test(text));
  });
  expect(named.length).toBeGreaterThan(2);
  expect(gone).toEqual([]);
});

test('every link within the docs leads to a file and its heading', () => {
  const broken = documents.flatMap((page) =>
    [...read(page).matchAll(/(?<!\[)\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
      .filter(([, path, anchor]) => {
        const target = path ? posix.join(posix.dirname(page), path) : page;
        if (!files.some((file) => file === target || file.startsWith(`${target}/`))) return true;
        if (anchor === undefined) return false;
        return ![...read(target).matchAll(/^#+ (.*)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor);
      })
      .map(([link]) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('decisions are dated, oldest first, and the index names their files', () => {
  const areas = documents.filter((file) => /^docs\/decisions\/[a-z-]+\.md$/.test(file));
  const index = read('docs/decisions/README.md');
  expect(areas.filter((file) => !index.includes(`](${posix.basename(file)})`))).toEqual([]);
  for (const file of areas) {
    const dates = [...read(file).matchAll(/^- (.{10})/gm)].map(([, date]) => date);
    expect(dates, file).toEqual(dates.filter((date) => /^\d{4}-\d\d-\d\d$/.test(date ?? '')).toSorted());
  }
});

test('docs/spec/wire.md: the objects have every field of their schemas', () => {
  const [, block = ''] = read('docs/spec/wire.md').split('```ts');
  const types = new Map(
    [...block.matchAll(/^type (\w+) = (?:(\w+) & )?([\s\S]*?)(?=^type |^\/\/|^```)/gm)].map(
      ([, name = '', base, text]) => [name, { base, text }],
    ),
  );
  const textOf = (name = ''): string =>
    types.has(name) ? `${textOf(types.get(name)?.base)} ${types.get(name)?.text}` : '';
  const schemas = Object.values(objects).flatMap((schema) =>
    typeof schema === 'object' && 'meta' in schema && 'shape' in schema ? [schema] : [],
  );
  const described = schemas.filter((schema) => types.has(schema.meta()?.id ?? ''));
  expect(described.length).toBeGreaterThan(10);
  const lacking = described.flatMap((schema) => {
    const { id = '' } = schema.meta() ?? {};
    return Object.keys(schema.shape)
      .filter((key) => !new RegExp(`\\b${key}\\b`).test(textOf(id)))
      .map((key) => `${id}.${key}`);
  });
  expect(lacking).toEqual([]);
});

test('docs/spec names every kind of notice, status, call and command', () => {
  const commands = read('docs/spec/commands.md');
  expect(Object.keys(NOUNS).filter((noun) => !new RegExp(`\\b${noun}\\b`).test(commands))).toEqual([]);
  const domain = read('docs/spec/domain.md');
  const wire = read('docs/spec/wire.md');
  const named = (text: string, word: string) => text.includes(`\`${word}\``);
  expect([...NOTICE_KINDS, ...STATUSES].filter((word) => !named(domain, word))).toEqual([]);
  const names = Object.keys(calls).map(
    (key) =>
      key
        .replace(/\?$|\/:\w+$/g, '')
        .split(/[ /]/)
        .at(-1) ?? '',
  );
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(wire))).toEqual([]);
});
