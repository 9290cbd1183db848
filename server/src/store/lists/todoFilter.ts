import type { Role } from '@shp/shared/domain/accounts/roles';
import { WAITING } from '@shp/shared/domain/assessment/todo';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Exceptions } from '../repositories/escalations.ts';
import type { Schema } from '../schema/schema.ts';
import { ANY, type Way } from './indexHints.ts';

/** Whom assessments wait for. The exceptions are those of the four-eyes rule; without them, what usually waits. */
export type WaitingFor = { id: string; role: Role; division: string | null } & Partial<Exceptions>;

/** The assessments that wait for somebody: `domain/waiting.ts` in SQL. */
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
  // What all rows have in common, said once more: by it an index is found.
  return rows.length > 1
    ? eb.and([eb(filter('assessments.status'), 'in', [...new Set(rows.flatMap(({ status }) => status))]), anyRow])
    : anyRow;
}
