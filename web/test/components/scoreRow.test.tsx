import type { StandardItem } from '@shp/shared/domain/standard/standard';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ScoreRow } from '../../src/assessment/score/ScoreRow.tsx';
import { NOT_SCORED, type ScoreState } from '../../src/outbox/senders.ts';
import { show } from './show.tsx';

const ITEM: StandardItem = {
  serial: '1.1.2',
  content: '制定年度安全生产目标',
  contentEn: 'Yearly safety targets are set',
  method: '无目标不得分',
  methodEn: 'No targets, no points',
  score: 5,
  mayBeMissing: true,
};

/** A row that keeps what is entered, as a page does; returns the state so far. */
async function showRow(state: ScoreState, lang: 'en' | 'zh' = 'en', isReadOnly = false) {
  const now = { state };
  function Page() {
    const [kept, setKept] = useState(state);
    now.state = kept;
    return (
      <ScoreRow
        item={ITEM}
        given={{ state: kept, entry: undefined, byAdmin: false }}
        {...(isReadOnly ? {} : { onChange: (_serial: string, next: ScoreState) => setKept(next) })}
      />
    );
  }
  await show(<Page />, { lang });
  return now;
}

const points = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Score of item 1.1.2, at most 5' });
const REASON = { name: 'Reason, item 1.1.2' };
const hasReason = () => screen.queryByRole('textbox', REASON) !== null;
const missing = () =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: 'Item 1.1.2 is a reasonable missing item' });
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test('shows requirement and rule in the language of the reader', async () => {
  await showRow(NOT_SCORED);
  const row = screen.getByRole('region', { name: 'Item 1.1.2' });
  expect(row.textContent).toContain('Yearly safety targets are set');
  expect(row.textContent).toContain('No targets, no points');
});

test('shows the official wording to a Chinese reader', async () => {
  await showRow(NOT_SCORED, 'zh');
  expect(screen.getByText('无目标不得分')).toBeTruthy();
});

test('full points need no reason, lost points do', async () => {
  const now = await showRow(NOT_SCORED);
  expect(hasReason()).toBe(false);
  type(points(), '5');
  expect(now.state.score).toBe(5);
  expect(hasReason()).toBe(false);
  type(points(), '4');
  expect(screen.getByText('A reason is needed')).toBeTruthy();
  type(screen.getByRole('textbox', REASON), 'One target is open');
  expect(screen.queryByText('A reason is needed')).toBeNull();
  expect(now.state).toEqual({ score: 4, missing: false, reason: 'One target is open' });
});

test('digits of a Chinese keyboard are digits', async () => {
  const now = await showRow(NOT_SCORED);
  type(points(), '２。５');
  expect(now.state.score).toBe(2.5);
  expect(points().value).toBe('２。５');
  fireEvent.blur(points());
  expect(points().value).toBe('2.5');
});

test.each(['6', '-1', '2.55', 'many'])('%s is not taken over, stays as typed and says why', async (wrong) => {
  const now = await showRow({ ...NOT_SCORED, score: 5 });
  type(points(), wrong);
  fireEvent.blur(points());
  expect(now.state.score).toBe(5);
  expect(points().value).toBe(wrong);
  expect(points().getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(points().getAttribute('aria-describedby') ?? '')?.textContent).not.toBe('');
});

test('a missing item has no points, and needs a reason', async () => {
  const now = await showRow({ ...NOT_SCORED, score: 5 });
  fireEvent.click(missing());
  expect(now.state).toMatchObject({ missing: true, score: null });
  expect(points().value).toBe('');
  expect(points().readOnly).toBe(true);
  expect(screen.getByText('A reason is needed')).toBeTruthy();
  fireEvent.click(missing());
  expect(points().readOnly).toBe(false);
});

test.each<[string, ScoreState]>([
  ['Not scored', NOT_SCORED],
  ['4 of 5 points', { score: 4, missing: false, reason: 'One target is open' }],
  ['Reasonable missing item', { score: null, missing: true, reason: 'No such device' }],
])('read-only it says: %s', async (said, state) => {
  await showRow(state, 'en', true);
  expect(screen.getByText(said)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  if (state.reason !== '') expect(screen.getByText(state.reason)).toBeTruthy();
});
