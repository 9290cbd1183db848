/** An order of a list, with the API's name. */
export type Sort = { readonly by: string; readonly desc: boolean };

/** Whether two orders are the same. */
export function sameSort(one: Sort | null, other: Sort | null): boolean {
  return one?.by === other?.by && one?.desc === other?.desc;
}

/** The server's order of the lists that can be sorted. */
export const DEFAULT_SORT: Sort = { by: 'createdAt', desc: true };
