import type { Role } from '@shp/shared/domain/roles';
import { WAITING } from '@shp/shared/domain/waiting';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from './schema.ts';

/** The assessments that wait for somebody: `domain/waiting.ts` in SQL. */
export function waitsFor(
  eb: ExpressionBuilder<Schema, 'assessments'>,
  caller: { id: string; role: Role; division: string | null },
): Expression<SqlBool> {
  return eb.or(
    WAITING[caller.role].map((row) => {
      const conditions: Expression<SqlBool>[] = [eb('assessments.status', 'in', [...row.status])];
      if (row.levels) conditions.push(eb('assessments.level', 'in', [...row.levels]));
      if (row.only === 'ownDivision') conditions.push(eb('assessments.division', '=', caller.division ?? ''));
      if (row.only === 'notConcluded') {
        const open = eb
          .selectFrom('assessment_experts')
          .select('assessment_id')
          .where('expert_id', '=', caller.id)
          .where('concluded_at', 'is', null);
        conditions.push(eb('assessments.id', 'in', open));
      }
      return eb.and(conditions);
    }),
  );
}
