import { PROVINCE } from '@shp/shared/domain/accounts/divisions';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import type { Level } from '@shp/shared/domain/assessment/statuses';
import { areaOf } from '@shp/shared/domain/statistics/ratings';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { assessmentsIn, unindexed, within } from '../lists/scope.ts';
import type { Schema } from '../schema/schema.ts';

/** Which assessments a statistic is about. */
export type Selection = {
  readonly scope: Scope;
  readonly division?: string | undefined;
  readonly level?: readonly Level[] | undefined;
};

/** The selected assessments: in the scope, the division and the levels, and not deleted. */
export function isSelected(
  eb: ExpressionBuilder<Schema, 'assessments'>,
  { scope, division, level }: Selection,
): Expression<SqlBool> {
  const area = areaOf(scope, division);
  if (area === null) return sql<SqlBool>`1 = 0`;
  // SQLite finds the assessments of linked stations by these, not by a column that nearly all rows share.
  const isDeleted = scope.kind === 'linked' ? unindexed('assessments.is_deleted') : sql.ref('assessments.is_deleted');
  return eb.and([
    eb(isDeleted, '=', 0),
    ...(summedArea({ scope }) === null ? [assessmentsIn(eb, scope)] : []),
    ...(area === PROVINCE ? [] : [within(eb, 'assessments.division', area)]),
    ...(level?.length ? [eb('assessments.level', 'in', [...level])] : []),
  ]);
}

/** The division with stored rows for exactly the selection; null if its assessments must be read. */
export function summedArea({ scope, division }: Selection): string | null {
  return scope.kind === 'all' || scope.kind === 'division' ? areaOf(scope, division) : null;
}
