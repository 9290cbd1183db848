import { NetworkError } from '@shp/shared/api/errors';
import { expect, test } from 'vitest';
import type { Api } from '../../src/api/client.ts';
import type { ListDef } from '../../src/tui/list/definition.ts';
import { ListModel } from '../../src/tui/list/model.ts';

type Row = { id: string; name: string };
const { signal } = new AbortController();

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

/** A list of which a test changes the rows; a page that has not changed is the same object, as after a 304. */
function list(ids: readonly string[]) {
  let rows: readonly Row[] = ids.map((id) => ({ id, name: id }));
  let failing: Error | null = null;
  let asked = 0;
  const def = {
    name: 'rows',
    place: 'list',
    brief: [],
    filters: [],
    title: () => '',
    columns: () => [],
    nameOf: ({ name }: Row) => name,
    get: async () => {
      asked += 1;
      if (failing) throw failing;
      return { total: rows.length, items: rows };
    },
  } as unknown as ListDef<Row>;
  const model = new ListModel<Row>(def, () => ({}) as Api);
  return {
    model,
    asked: () => asked,
    change: (to: readonly Row[]) => {
      rows = to;
    },
    rows: () => rows,
    fail: (on: Error | null) => {
      failing = on;
    },
    async open() {
      model.dispatch({ do: 'height', height: 4 });
      model.visit();
      await settle();
    },
  };
}

test('a renewal keeps the cursor on its row and marks what differs', async () => {
  const { model, open, change, rows } = list(['a', 'b', 'c', 'd', 'e']);
  await open();
  model.dispatch({ do: 'move', by: 2 });
  let told = 0;
  model.subscribe(() => {
    told += 1;
  });
  await model.renew(signal);
  expect([told, model.current?.id]).toEqual([0, 'c']);
  change([{ id: 'new', name: 'new' }, ...rows().map((row) => (row.id === 'b' ? { ...row, name: 'other' } : row))]);
  await model.renew(signal);
  expect([model.current?.id, model.state.cursor, model.state.total]).toEqual(['c', 3, 6]);
  expect([...model.flashing]).toEqual(['b']);
  expect(told).toBe(1);
  model.end();
});

test('a deleted row leaves at once, before the list is asked again; the cursor stays on its row', async () => {
  const { model, open, asked } = list(['a', 'b', 'c', 'd', 'e']);
  await open();
  const before = asked();
  model.dispatch({ do: 'move', by: 2 });
  model.drop('a');
  expect([model.rows().map(({ id }) => id), model.current?.id, model.state.total]).toEqual([
    ['b', 'c', 'd', 'e'],
    'c',
    4,
  ]);
  model.drop('c');
  expect([model.rows().map(({ id }) => id), model.current?.id]).toEqual([['b', 'd', 'e'], 'd']);
  model.drop('elsewhere');
  expect([model.state.total, asked()]).toEqual([3, before]);
  model.end();
});

test('a key that comes before the answer moves on from the old row', async () => {
  const { model, open, change, rows } = list(['a', 'b', 'c', 'd', 'e']);
  await open();
  change([{ id: 'new', name: 'new' }, ...rows()]);
  const renewed = model.renew(signal);
  model.dispatch({ do: 'move', by: 1 });
  await renewed;
  expect([model.current?.id, model.state.cursor]).toEqual(['b', 2]);

  // As after a job of the user's own.
  change(rows().map((row) => ({ ...row })));
  model.refresh();
  model.dispatch({ do: 'move', by: 1 });
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  expect([model.current?.id, model.state.cursor]).toEqual(['c', 3]);
  model.end();
});

test('a lost connection is told once and ends with the next answer', async () => {
  const { model, open, fail, asked } = list(['a', 'b']);
  await open();
  fail(new Error('no line'));
  await model.renew(signal);
  await model.renew(signal);
  expect([model.stalled, model.failure, model.rows().length]).toEqual([true, null, 2]);
  fail(null);
  await model.renew(signal);
  expect([model.stalled, asked()]).toEqual([false, 4]);
  model.end();
});

test('a jump remembers filter, order and place', async () => {
  const { model, open } = list(['a', 'b', 'c', 'd', 'e', 'f']);
  await open();
  model.dispatch({ do: 'move', by: 5 });
  model.jump({ city: '450300' });
  expect([model.state.query, model.state.cursor]).toEqual([{ city: '450300' }, 0]);
  model.jump({ city: '450300' });
  model.back();
  expect([model.state.query, model.state.cursor, model.canReturn]).toEqual([{}, 5, false]);
  model.end();
});

test('after an import the cursor goes to the first new row, unless it has been moved meanwhile', async () => {
  const { model, open, change, rows } = list(['a', 'b', 'c', 'd', 'e']);
  await open();
  const from = model.here;
  model.seek(({ id }) => id === 'new', from);
  change([...rows().slice(0, 1), { id: 'new', name: 'new' }, ...rows().slice(1)]);
  model.refresh();
  await settle();
  expect([model.current?.id, model.state.cursor, [...model.flashing]]).toEqual(['new', 1, ['new']]);
  model.seek(({ id }) => id === 'e', from);
  model.refresh();
  await settle();
  expect(model.current?.id).toBe('new');
});

test('a list without an answer asks again by itself, and tells the failure once', async () => {
  const { model, open, fail, asked } = list(['a', 'b']);
  const lost = new NetworkError('connect ECONNREFUSED');
  fail(lost);
  await open();
  expect(model.failure).toBe(lost);
  fail(new NetworkError('again'));
  await model.renew(signal);
  await settle();
  expect([model.failure, asked()]).toEqual([lost, 2]);
  fail(null);
  await model.renew(signal);
  await settle();
  expect([model.failure, model.current?.id, asked()]).toEqual([null, 'a', 3]);
});
