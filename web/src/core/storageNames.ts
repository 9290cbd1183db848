/** Names in browser storage that are read before the code loads, also by the inline script of the page. */
export const STORAGE_NAMES = { cookie: 'Token', lang: 'shp.lang', theme: 'shp.theme' } as const;
