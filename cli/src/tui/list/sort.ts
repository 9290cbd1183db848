/** An order of a list, with the API's name. */
export type Sort = { readonly by: string; readonly desc: boolean };

/** The server's order of the lists that can be sorted. */
export const DEFAULT_SORT: Sort = { by: 'createdAt', desc: true };
