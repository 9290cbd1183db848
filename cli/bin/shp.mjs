#!/usr/bin/env node
// The command in a clone of this repository: `npx shp`, after `npm run build`.
import { existsSync } from 'node:fs';

const built = new URL('../dist/shp.js', import.meta.url);
if (existsSync(built)) await import(built.href);
else {
  process.stderr.write('shp: not built yet: npm run build / 尚未构建：npm run build\n');
  process.exitCode = 1;
}
