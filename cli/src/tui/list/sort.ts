/** An order of a list, with the API's name. */
export type Sort = { readonly by: string; readonly desc: boolean };

/** Whether two orders are the same. */
export function sameSort(one: Sort | null, other: Sort | null): boolean {
  return one?.by === other?.by && one?.desc === other?.desc;
}

/** The server's order of most lists that can be sorted. */
export const DEFAULT_SORT: Sort = { by: 'createdAt', desc: true };

type Sorted = {
  readonly def: { readonly sortKey?: string; readonly usualSort?: Sort };
  readonly state: { readonly sort: Sort | null };
};

/** The order of a list's rows: the chosen one, or the server's; null where the list has none to tell. */
export function presentSort({ def, state }: Sorted): Sort | null {
  return state.sort ?? def.usualSort ?? (def.sortKey === undefined ? null : DEFAULT_SORT);
}
