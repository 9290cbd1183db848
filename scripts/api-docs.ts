// Writes docs/api.md from the call table; with --check it only says whether the file is as it should be.
import { readFileSync, writeFileSync } from 'node:fs';
import { apiDocs } from './apiDocs.ts';

const file = new URL('../docs/api.md', import.meta.url);
const made = apiDocs();
if (!process.argv.includes('--check')) {
  writeFileSync(file, made);
} else if (readFileSync(file, 'utf8') !== made) {
  process.stderr.write('docs/api.md is not what the call table says: run npm run docs\n');
  process.exit(1);
}
