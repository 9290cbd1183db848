/** Under which names a browser keeps what is needed before any code has come: by the page's first script too. */
export const STORAGE_NAMES = { cookie: 'Token', lang: 'shp.lang', theme: 'shp.theme' } as const;
