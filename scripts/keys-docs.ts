// Writes docs/keys.md from the terminal UI's table of keys; with --check it only says whether the file is as it should be.
import { readFileSync, writeFileSync } from 'node:fs';
import { tui as en } from '@shp/shared/text/en/tui';
import { tui as zh } from '@shp/shared/text/zh/tui';
import { KEYS, PLACES } from '../cli/src/tui/keys/keys.ts';

const file = new URL('../docs/keys.md', import.meta.url);
const made = keysDocs();
if (!process.argv.includes('--check')) {
  writeFileSync(file, made);
} else if (readFileSync(file, 'utf8') !== made) {
  process.stderr.write('docs/keys.md is not what the table of keys says: run npm run docs\n');
  process.exit(1);
}

function keysDocs(): string {
  const parts = PLACES.filter((place) => KEYS.some((row) => row.place === place)).map((place) => {
    const rows = KEYS.filter((row) => row.place === place).map(({ id, keys }) => {
      const names =
        keys.length >= 9 ? [keys[0] ?? '', keys.at(-1) ?? ''].map(nameOf).join(' to ') : keys.map(nameOf).join(', ');
      return `| ${names || '(`:` only)'} | ${en.keys[id]} | ${zh.keys[id]} |`;
    });
    return [`## ${en.places[place]} · ${zh.places[place]}`, '', '| key | does | 作用 |', '|---|---|---|', ...rows].join(
      '\n',
    );
  });
  return `${['# Keys of the terminal UI', 'Made from `cli/src/tui/keys/keys.ts` by `npm run docs`.', ...parts].join('\n\n')}\n`;
}

function nameOf(key: string): string {
  const named = Object.hasOwn(en.keyNames, key) ? en.keyNames[key as keyof typeof en.keyNames] : key;
  const control = /^ctrl-(.)$/.exec(named)?.[1];
  return `\`${control === undefined ? named : `Ctrl-${control.toUpperCase()}`}\``;
}
