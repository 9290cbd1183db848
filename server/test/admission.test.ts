import { Admission } from '@shp/server/overload/admission';
import { expect, test } from 'vitest';

const OWN_MOST = 250;
const MOST = 512;
const settled = () => new Promise(setImmediate);

/** Calls that run until the test ends them. */
function calls() {
  const admission = new Admission();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const start = (caller: string) =>
    admission.during(caller, () => {
      begun.push(caller);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const many = (caller: string, count: number) => Array.from({ length: count }, () => start(caller).then(() => true));
  const endAll = async (all: Promise<unknown>[]) => {
    const ended = Promise.all(all);
    let over = false;
    ended.then(() => {
      over = true;
    });
    while (!over) {
      for (const end of ends.splice(0)) end();
      await settled();
    }
    await settled();
  };
  return { admission, begun, start, many, endAll };
}
const OVERLOADED = { code: 'overloaded', details: { retryAfter: 1 } };

test("a busy caller's calls queue behind each other; other callers start at once", async () => {
  const { begun, many, endAll } = calls();
  const flood = many('flooder', OWN_MOST);
  await settled();
  expect(begun).toEqual(Array(8).fill('flooder'));
  const other = many('other', 1);
  await settled();
  expect(begun.at(-1)).toBe('other');
  await endAll([...flood, ...other]);
  expect(begun.filter((caller) => caller === 'flooder').length).toBe(OWN_MOST);
});

test('one caller gets a limited share of the slots and frees them afterwards', async () => {
  const { admission, start, many, endAll } = calls();
  const flood = many('flooder', OWN_MOST);
  await expect(start('flooder')).rejects.toMatchObject(OVERLOADED);
  await admission.admit('other', async () => {});
  await endAll(flood);
  await endAll(many('flooder', OWN_MOST));
});

test('with all slots taken new callers get Retry-After', async () => {
  const { admission, start, endAll } = calls();
  const all = Array.from({ length: MOST }, (_, at) => start(`caller ${at % 3}`));
  await settled();
  await expect(admission.admit('e', async () => {})).rejects.toMatchObject(OVERLOADED);
  await expect(start('e')).rejects.toMatchObject(OVERLOADED);
  await endAll(all);
  await admission.admit('e', async () => {});
});
