import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { SEARCH } from '../../api/userKinds.ts';
import type { Options } from '../../command/command.ts';
import type { Texts } from '../../lib/texts.ts';
import { withDivisions } from '../flags/divisionFlag.ts';

type Given = Readonly<Record<string, unknown>>;
const DIVISIONS = ['division', 'province', 'city', 'county'] as const;

/** The filter of a list or export as the API takes it. */
export async function userFilter(
  kind: UserKind,
  options: Options,
  given: Given,
  texts: Texts,
): Promise<Record<string, unknown>> {
  const { deleted, desc, search, ...rest } = Object.fromEntries(Object.keys(options).map((key) => [key, given[key]]));
  const filter: Record<string, unknown> = {
    ...rest,
    [SEARCH[kind]]: search,
    ...(deleted ? { isDeleted: true } : {}),
    ...(desc ? { desc } : {}),
  };
  const set = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return withDivisions(set, DIVISIONS, texts);
}
