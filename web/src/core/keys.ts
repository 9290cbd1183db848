/**
 * All keys of the console by the place where they work: handlers ask `keyOf`, and the sheet of keys shows the same rows.
 * Several combinations may do the same; Ctrl stands for Cmd too.
 */
export const KEYS = {
  everywhere: { find: ['/', 'Ctrl+K'], keys: ['?'], undo: ['Ctrl+Z'] },
  find: { down: ['ArrowDown'], up: ['ArrowUp'], open: ['Enter'], openTab: ['Ctrl+Enter'] },
  scores: { next: ['Enter'], line: ['Shift+Enter'], below: ['ArrowDown'], above: ['ArrowUp'] },
  review: {
    next: ['Alt+N'],
    station: ['Alt+S'],
    full: ['Alt+A'],
    missing: ['Alt+M'],
    evidence: ['Alt+V'],
    phrases: ['Alt+P'],
    phrase: ['Alt+1–9'],
  },
  files: { previous: ['ArrowLeft'], next: ['ArrowRight'], zoomIn: ['+', '='], zoomOut: ['-'], turn: ['R'] },
  dates: {
    open: ['Alt+ArrowDown'],
    dayBefore: ['ArrowLeft'],
    dayAfter: ['ArrowRight'],
    weekBefore: ['ArrowUp'],
    weekAfter: ['ArrowDown'],
    monthBefore: ['PageUp'],
    monthAfter: ['PageDown'],
    yearBefore: ['Shift+PageUp'],
    yearAfter: ['Shift+PageDown'],
  },
} as const;

export type KeyPlace = keyof typeof KEYS;
export type KeyName<P extends KeyPlace> = Extract<keyof (typeof KEYS)[P], string>;

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing'>;

/** The name of the pressed key, if it does something in this place. A key that an input method uses does nothing. */
export function keyOf<P extends KeyPlace>(place: P, event: Pressed): KeyName<P> | null {
  const rows = Object.entries<readonly string[]>(KEYS[place]);
  const row = rows.find(([, combinations]) => combinations.some((one) => isPressed(event, one)));
  return (row?.[0] ?? null) as KeyName<P> | null;
}

/** The modifiers and the key of a combination. */
export const partsOf = (combination: string) => combination.split(/\+(?=.)/);

function isPressed({ key, code, altKey, ctrlKey, metaKey, shiftKey, isComposing }: Pressed, combination: string) {
  const parts = partsOf(combination);
  const last = parts.at(-1) ?? '';
  const withAlt = parts.includes('Alt');
  return (
    !isComposing &&
    withAlt === altKey &&
    parts.includes('Ctrl') === (ctrlKey || metaKey) &&
    // Some keyboards need Shift for "/" and "?".
    (last.length === 1 || parts.includes('Shift') === shiftKey) &&
    // Alt changes letters on a Mac, so those are known by their place on the keyboard.
    (last === '1–9'
      ? /^(?:Digit|Numpad)[1-9]$/.test(code)
      : withAlt && last.length === 1
        ? code === `Key${last}`
        : key.toLowerCase() === last.toLowerCase())
  );
}

/** Whether a key goes into a field. */
export function isTyping({ target }: { target: EventTarget | null }): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]') !== null
  );
}
