import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { DateField, readDay } from '../../src/ui/fields/DateField.tsx';
import { show } from './show.tsx';

test.each([
  ['2026-01-05', '2026-01-05'],
  ['2026-1-5', '2026-01-05'],
  ['2026/1/5', '2026-01-05'],
  ['2026.01.05', '2026-01-05'],
  ['20260105', '2026-01-05'],
  ['2026年1月5日', '2026-01-05'],
  ['２０２６－１－５', '2026-01-05'],
  ['2026-02-30', null],
  ['2026-1', null],
  ['5.1.2026', null],
  ['', null],
])('%j is read as %j', (text, day) => {
  expect(readDay(text)).toBe(day);
});

/** Shows a field with a value; `given` has what it passed on. */
async function showField(first: string, lang: 'en' | 'zh' = 'en') {
  const given: string[] = [];
  function Place() {
    const [day, setDay] = useState(first);
    return (
      <DateField
        label="Signed on"
        value={day}
        onChange={(next) => {
          given.push(next);
          setDay(next);
        }}
      />
    );
  }
  await show(<Place />, { lang });
  return given;
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Signed on' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });

test('a day is passed on once it is whole, and written out when the field is left', async () => {
  const given = await showField('');
  for (const text of ['2', '2026', '2026/1', '2026/1/5']) type(text);
  expect(given).toEqual(['2026-01-05']);
  expect(field().value).toBe('2026/1/5');
  fireEvent.blur(field());
  expect(field().value).toBe('2026-01-05');
  type('');
  expect(given.at(-1)).toBe('');
});

test('what is no day stays for correction and is passed on when the field is left', async () => {
  const given = await showField('2026-01-05');
  type('2026-13-05');
  expect(given).toEqual(['']);
  fireEvent.blur(field());
  expect(given.at(-1)).toBe('2026-13-05');
  expect(field().value).toBe('2026-13-05');
});

test('a day is picked by keys alone, in the language of the page', async () => {
  const given = await showField('2026-01-31', 'zh');
  fireEvent.keyDown(field(), { key: 'ArrowDown', altKey: true });
  const chosen = await screen.findByRole('button', { name: '2026年1月31日星期六' });
  expect(chosen.getAttribute('aria-pressed')).toBe('true');
  const grid = screen.getByRole('grid', { name: 'Signed on' });
  const press = (key: string, shiftKey = false) => fireEvent.keyDown(grid, { key, shiftKey });
  press('PageDown');
  await waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBe('2026-02-28'));
  press('ArrowDown');
  press('ArrowLeft');
  press('PageDown', true);
  await waitFor(() => expect(document.activeElement?.getAttribute('data-day')).toBe('2027-03-06'));
  screen.getByText('2027年3月');
  fireEvent.click(document.activeElement as Element);
  expect(given).toEqual(['2027-03-06']);
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  expect(field().value).toBe('2027-03-06');
});
