/** A key's action on the focused item. */
export type Action = 'next' | 'station' | 'full' | 'missing' | 'evidence' | 'phrases';

/** The scoring keys, for the help line and the buttons' shortcuts. All need Alt. */
export const KEYS: readonly { readonly code: string; readonly shown: string; readonly action: Action }[] = [
  { code: 'KeyN', shown: 'Alt+N', action: 'next' },
  { code: 'KeyS', shown: 'Alt+S', action: 'station' },
  { code: 'KeyA', shown: 'Alt+A', action: 'full' },
  { code: 'KeyM', shown: 'Alt+M', action: 'missing' },
  { code: 'KeyV', shown: 'Alt+V', action: 'evidence' },
  { code: 'KeyP', shown: 'Alt+P', action: 'phrases' },
];
export const PHRASE_KEYS = 'Alt+1–9';

export const shortcutOf = (action: Action) => KEYS.find((key) => key.action === action)?.shown;

type Pressed = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing'>;

/** The action of a key, or the number of a phrase from 1. Uses `code`, because Alt changes letters on a Mac. */
export function actionOf({ code, altKey, ctrlKey, metaKey, isComposing }: Pressed): Action | number | null {
  if (!altKey || ctrlKey || metaKey || isComposing) return null;
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  return digit === undefined ? (KEYS.find((key) => key.code === code)?.action ?? null) : Number(digit);
}
