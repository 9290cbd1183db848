import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Mutant = { name: string; changes: { file: string; from: string }[] };

const root = new URL('../../', import.meta.url);

test('the place of every planted leak is in the sources, once', async () => {
  const { MUTANTS } = (await import(new URL('tests/contract/twins/mutants.mjs', root).href)) as { MUTANTS: Mutant[] };
  const lost = MUTANTS.flatMap(({ name, changes }) =>
    changes
      .filter(({ file, from }) => readFileSync(new URL(file, root), 'utf8').split(from).length !== 2)
      .map(({ file }) => `${name}: ${file}`),
  );
  expect(lost).toEqual([]);
});
