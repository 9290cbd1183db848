import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ConfirmDialog } from '../../src/ui/ConfirmDialog.tsx';
import { show } from './show.tsx';

/** A page that deletes something after a question; `done` ends the deletion. */
async function showDeletion() {
  let deletions = 0;
  let done = () => {};
  const deletion = new Promise<void>((resolve) => {
    done = resolve;
  });
  function Page() {
    const [isOpen, setOpen] = useState(true);
    return isOpen ? (
      <ConfirmDialog
        question="Delete the station?"
        note="Its applications stay."
        yes="Delete"
        onYes={() => {
          deletions += 1;
          return deletion;
        }}
        onClose={() => setOpen(false)}
      />
    ) : (
      <p>closed</p>
    );
  }
  await show(<Page />);
  return { done: () => act(async () => done()), count: () => deletions };
}

test('is a dialog named by its question, with the note and both answers', async () => {
  await showDeletion();
  const dialog = screen.getByRole('dialog', { name: 'Delete the station?' });
  expect(dialog.textContent).toContain('Its applications stay.');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancel', 'Delete']);
});

test.each([
  ['Cancel', () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  ['Escape', () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })],
])('%s closes it and does nothing', async (_name, decline) => {
  const deletion = await showDeletion();
  decline();
  expect(await screen.findByText('closed')).toBeTruthy();
  expect(deletion.count()).toBe(0);
});

test('a second click while the deletion runs does nothing; it closes when the deletion ends', async () => {
  const deletion = await showDeletion();
  const yes = screen.getByRole('button', { name: 'Delete' });
  fireEvent.click(yes);
  expect(screen.getByRole('progressbar')).toBeTruthy();
  fireEvent.click(yes);
  expect(deletion.count()).toBe(1);
  expect(screen.queryByText('closed')).toBeNull();
  await deletion.done();
  expect(await screen.findByText('closed')).toBeTruthy();
});
