import { KEYS, type KeyName, keyOf } from '../../../core/keys.ts';

/** A key's action on the focused item. */
export type Action = Exclude<KeyName<'review'>, 'phrase'>;

export const shortcutOf = (action: Action) => KEYS.review[action][0];

/** The action of a key, or the number of a phrase from 1. */
export function actionOf(event: Parameters<typeof keyOf>[1]): Action | number | null {
  const name = keyOf('review', event);
  return name === 'phrase' ? Number(event.code.at(-1)) : name;
}
