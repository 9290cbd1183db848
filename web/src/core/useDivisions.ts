import { type Division, type DivisionLevel, divisionTree, PROVINCE } from '@shp/shared/domain/accounts/divisions';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from './client.ts';

/** The region's divisions from the server; built-in ones until its response. */
export function useDivisions(): readonly Division[] {
  const { data } = useQuery({
    queryKey: ['basic/division_tree'],
    queryFn: ({ signal }) => client.call('GET basic/division_tree', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => (data ?? divisionTree(PROVINCE, 2)).flatMap(withChildren), [data]);
}

const withChildren = (division: Division): Division[] => [
  division,
  ...(division.children ?? []).flatMap((child) => withChildren(child)),
];

/** Codes and names of the divisions of one level. */
export const optionsOf = (divisions: readonly Division[], level: DivisionLevel, parent?: string) =>
  divisions
    .filter((one) => one.level === level && (parent === undefined || one.parent === parent))
    .map(({ code, name }) => [code, name] as const);
