import type { Texts } from '../../core/texts.ts';
import { own, type View } from '../../output/view.ts';

type Made = { id: string };
type Added = Made & { initialPassword?: string | undefined };

/** The id of what was made. */
export const MADE: View<Made> = { columns: [own('id', 'id', ({ id }) => id)], paths: ['id'] };

/** The id of the account that was made or reset, and the password that the server made for it. */
export function addedView({ common }: Texts): View<Added> {
  return {
    columns: [
      own('id', 'id', ({ id }) => id),
      own('initialPassword', common.fields.initialPassword, (row) => row.initialPassword, 'code'),
    ],
    paths: ['id', 'initialPassword'],
  };
}
