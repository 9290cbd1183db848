// Writes docs/api.md and docs/generated/ from the tables of calls, steps, routes, columns and settings; with
// --check it only says whether the files are as they should be.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { apiDocs } from './apiDocs.ts';
import { columnsDocs } from './columnsDocs.ts';
import { lifecycleDocs } from './lifecycleDocs.ts';
import { permissionsDocs } from './permissionsDocs.ts';
import { screensDocs } from './screensDocs.ts';
import { settingsDocs } from './settingsDocs.ts';

const FILES = {
  'api.md': apiDocs,
  'generated/permissions.md': permissionsDocs,
  'generated/lifecycle.md': lifecycleDocs,
  'generated/screens.md': screensDocs,
  'generated/columns.md': columnsDocs,
  'generated/settings.md': settingsDocs,
};

for (const [name, make] of Object.entries(FILES)) {
  const file = new URL(`../docs/${name}`, import.meta.url);
  const made = make();
  if (!process.argv.includes('--check')) {
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, made);
  } else if (readFileSync(file, 'utf8') !== made) {
    process.stderr.write(`docs/${name} is not what its table says: run npm run docs\n`);
    process.exitCode = 1;
  }
}
