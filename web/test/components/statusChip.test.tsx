import { STATUSES } from '@shp/shared/domain/assessment/statuses';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StatusChip } from '../../src/ui/StatusChip.tsx';
import { show } from './show.tsx';

const WORDS = {
  en: 'Draft, Awaiting first review, Returned, First review passed, In expert review, Awaiting final review, Passed, Not passed, Withdrawn, Revoked',
  zh: '草稿, 待初审, 已退回, 待分配专家, 专家评审中, 待终审, 达标, 不达标, 已撤回, 已撤销',
};

test.each(['en', 'zh'] as const)('every status has its word, in %s', async (lang) => {
  const chips = STATUSES.map((status) => (
    <li key={status}>
      <StatusChip status={status} />
    </li>
  ));
  await show(<ul>{chips}</ul>, { lang });
  const shown = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(shown.toSorted()).toEqual(WORDS[lang].split(', ').toSorted());
});

test('a passed and a failed assessment differ in colour', async () => {
  await show(['passed', 'failed', 'draft'].map((status) => <StatusChip key={status} status={status as 'passed'} />));
  const colours = ['Passed', 'Not passed', 'Draft'].map((word) => getComputedStyle(screen.getByText(word)).color);
  expect(new Set(colours).size).toBe(3);
});
