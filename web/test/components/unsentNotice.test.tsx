import type { Role } from '@shp/shared/domain/accounts/roles';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UnsentElsewhereNotice } from '../../src/app/outbox/UnsentElsewhereNotice.tsx';
import { afterEdit, type Edit, type Entries } from '../../src/outbox/entries.ts';
import { show } from './show.tsx';

const EDITS: Edit[] = [
  { object: 'form/one', place: 'unit.name', value: 'new', was: 'old', version: 1 },
  { object: 'station/one', place: '1.1.1', value: { score: 1 }, was: { score: 2 } },
  { object: 'form/two', place: 'unit.name', value: 'new', was: 'old', version: 1 },
];
const entries = EDITS.reduce<Entries>((all, edit, index) => afterEdit(all, edit, () => false, index), []);

const showNotice = (role: Role, how?: Parameters<typeof show>[1]) =>
  show(<UnsentElsewhereNotice entries={entries} role={role} />, how);

test('names the unsent edits of each assessment, with a link to it', async () => {
  await showNotice('station');
  const notices = screen.getAllByRole('alert').map(({ textContent }) => textContent);
  expect(notices).toHaveLength(2);
  expect(notices[0]).toContain('2 ');
  expect(notices[1]).toContain('1 ');
  expect(screen.getAllByRole('link', { name: 'Open' }).map((link) => link.getAttribute('href'))).toEqual([
    '/assessments/one/station',
    '/assessments/two/station',
  ]);
});

test("leaves out the assessment whose page is open: the page shows its own edits' state", async () => {
  await showNotice('expert', { at: '/assessments/one/expert' });
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/assessments/two/expert']);
});

test('is in Chinese for a Chinese reader', async () => {
  await showNotice('station', { lang: 'zh', at: '/assessments/one' });
  expect(screen.getByRole('alert').textContent).toBe('有 1 处评审修改尚未送达服务器。查看打开');
});
