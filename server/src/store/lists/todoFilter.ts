import type { Role } from '@shp/shared/domain/accounts/roles';
import { WAITING } from '@shp/shared/domain/assessment/todo';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Exceptions } from '../repositories/escalations.ts';
import type { Schema } from '../schema/schema.ts';
import { ANY, type Way } from './indexHints.ts';

/** The caller of a to-do list, with the four-eyes exceptions; without them, only the usual rows. */
export type WaitingFor = { id: string; role: Role; division: string | null } & Partial<Exceptions>;

/** The caller's to-do assessments: `domain/assessment/todo.ts` in SQL. */
export function waitsFor(
  eb: ExpressionBuilder<Schema, 'assessments'>,
  caller: WaitingFor,
  way: Pick<Way, 'filter' | 'own'> = ANY,
): Expression<SqlBool> {
  const { given = [], taken = [] } = caller;
  const usual = usuallyWaitsFor(eb, caller, way);
  const left = taken.length > 0 ? eb.and([usual, eb('assessments.id', 'not in', [...taken])]) : usual;
  return given.length > 0 ? eb.or([left, eb('assessments.id', 'in', [...given])]) : left;
}

function usuallyWaitsFor(
  eb: ExpressionBuilder<Schema, 'assessments'>,
  caller: WaitingFor,
  { filter, own }: Pick<Way, 'filter' | 'own'>,
): Expression<SqlBool> {
  const rows = WAITING[caller.role];
  const anyRow = eb.or(
    rows.map((row) => {
      const conditions: Expression<SqlBool>[] = [eb(filter('assessments.status'), 'in', [...row.status])];
      if (row.levels) conditions.push(eb(filter('assessments.level'), 'in', [...row.levels]));
      if (row.only === 'ownDivision') conditions.push(eb(filter('assessments.division'), '=', caller.division ?? ''));
      if (row.only === 'notConcluded') {
        const open = eb
          .selectFrom('assessment_experts')
          .select('assessment_id')
          .where('expert_id', '=', caller.id)
          .where('concluded_at', 'is', null);
        conditions.push(eb(own('assessments.id'), 'in', open));
      }
      return eb.and(conditions);
    }),
  );
  // Repeat the statuses of all rows as one condition, so that an index can serve it.
  return rows.length > 1
    ? eb.and([eb(filter('assessments.status'), 'in', [...new Set(rows.flatMap(({ status }) => status))]), anyRow])
    : anyRow;
}
