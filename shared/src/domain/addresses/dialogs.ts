/** Dialogs that an address can open over a list. */
export const DIALOGS = ['add', 'edit', 'show', 'links', 'import'] as const;
export type DialogName = (typeof DIALOGS)[number];

/** The search part of the address with one dialog open (`?edit=ID`, `?add`), or none. */
export function dialogSearch(search: string, dialog: { readonly [name in DialogName]?: string } | null): string {
  const params = new URLSearchParams(search);
  for (const name of DIALOGS) params.delete(name);
  for (const [name, value] of Object.entries(dialog ?? {})) params.set(name, value);
  const text = params.toString().replace(/=(?=&|$)/g, '');
  return text && `?${text}`;
}
