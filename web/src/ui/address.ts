/** The address of a list with a filter, as react-admin's lists read it. */
export function listAddress(path: string, filter?: Record<string, unknown>): string {
  return filter ? `${path}?${new URLSearchParams({ filter: JSON.stringify(filter) })}` : path;
}

/** The address bar's search with one dialog opened (`?edit=ID`, `?add`), or none. */
export function dialogSearch(search: string, dialog: { [name: string]: string } | null): string {
  const params = new URLSearchParams(search);
  for (const name of ['add', 'edit', 'show', 'links', 'import']) params.delete(name);
  for (const [name, value] of Object.entries(dialog ?? {})) params.set(name, value);
  const text = params.toString().replace(/=(?=&|$)/g, '');
  return text && `?${text}`;
}
