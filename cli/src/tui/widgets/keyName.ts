import type { Texts } from '../texts.ts';

/** A key as it is printed on the keyboard, or called. */
export function keyName(name: string, { tui }: Texts): string {
  const { keyNames } = tui;
  if (Object.hasOwn(keyNames, name)) return keyNames[name as keyof typeof keyNames];
  const control = /^ctrl-(.)$/.exec(name)?.[1];
  return control === undefined ? name : `Ctrl-${control.toUpperCase()}`;
}
