import { divisionPrefix, PROVINCE } from '@shp/shared/domain/accounts/divisions';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { type Expression, type ExpressionBuilder, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from '../schema/schema.ts';

type Users = ExpressionBuilder<Schema, 'users'>;
type Assessments = ExpressionBuilder<Schema, 'assessments'>;
type Findings = ExpressionBuilder<Schema, 'findings'>;

/** Matches a division and all below it, as a range that an index serves. */
export function within<T extends keyof Schema>(
  eb: ExpressionBuilder<Schema, T>,
  column: 'users.division' | 'assessments.division' | 'findings.division',
  division: string,
  ref: Ref = sql.ref,
  bound: RowHint = withoutHint,
): Expression<SqlBool> {
  const low = divisionPrefix(division);
  return eb.and([bound(eb(ref(column), '>=', low)), bound(eb(ref(column), '<', `${low}~`))]);
}

/** A hint to SQLite on how many rows a condition matches. */
export type RowHint = (condition: Expression<SqlBool>) => Expression<SqlBool>;
export const withoutHint: RowHint = (condition) => condition;
export const unlikely: RowHint = (condition) => sql<SqlBool>`unlikely(${condition})`;

/** How a statement refers to a column. */
export type Ref = (column: string) => RawBuilder<unknown>;

/** A column for which SQLite must not use an index. */
export const unindexed: Ref = (column) => sql`+${sql.ref(column)}`;

/** Whether a scope is personal (own work or linked stations) rather than a division. */
export function isOwn({ kind }: Scope): boolean {
  return kind === 'linked' || kind === 'assigned' || kind === 'self';
}

const linkedStations = (supervisor: string) =>
  expressionBuilder<Schema>()
    .selectFrom('links')
    .select('links.station_id')
    .where('links.supervisor_id', '=', supervisor);

const reviewedStations = (expert: string) =>
  expressionBuilder<Schema>()
    .selectFrom('assessment_experts')
    .innerJoin('assessments', 'assessments.id', 'assessment_experts.assessment_id')
    .select('assessments.station_id')
    .where('assessment_experts.expert_id', '=', expert)
    .where('assessments.is_deleted', '=', 0);

/** Whether a scope has all stations. SQLite counts rows without a condition from its pages, without reading them. */
export function isWhole(scope: Scope): boolean {
  return scope.kind === 'all' || (scope.kind === 'division' && scope.division === PROVINCE);
}

/** The users in a scope: stations and units of a division, a supervisor's or an expert's stations, or the caller. */
export function usersIn(eb: Users, scope: Scope, ref: Ref = sql.ref): Expression<SqlBool> {
  switch (scope.kind) {
    case 'all':
      return sql<SqlBool>`1 = 1`;
    case 'division': {
      const inside = within(eb, 'users.division', scope.division, ref);
      if (scope.division !== PROVINCE) return inside;
      // Experts and aggregate accounts without a division belong to the province (docs/spec/wire.md#calls "Users").
      return eb.or([
        inside,
        eb.and([eb('users.division', 'is', null), eb('users.role', 'in', ['expert', 'supervisor'])]),
      ]);
    }
    case 'linked':
      return eb('users.id', 'in', linkedStations(scope.supervisor));
    case 'assigned':
      return eb('users.id', 'in', reviewedStations(scope.expert));
    case 'self':
      return eb('users.id', '=', scope.user);
    case 'none':
      return sql<SqlBool>`1 = 0`;
  }
}

/** The assessments in a scope. */
export function assessmentsIn(
  eb: Assessments,
  scope: Scope,
  ref: Ref = sql.ref,
  bound: RowHint = withoutHint,
): Expression<SqlBool> {
  switch (scope.kind) {
    case 'all':
      return sql<SqlBool>`1 = 1`;
    case 'division':
      return scope.division === PROVINCE
        ? sql<SqlBool>`1 = 1`
        : within(eb, 'assessments.division', scope.division, ref, bound);
    case 'linked':
      return eb(ref('assessments.station_id'), 'in', linkedStations(scope.supervisor));
    case 'assigned':
      return eb(
        ref('assessments.id'),
        'in',
        eb
          .selectFrom('assessment_experts')
          .select('assessment_experts.assessment_id')
          .where('assessment_experts.expert_id', '=', scope.expert),
      );
    case 'self':
      return eb(ref('assessments.station_id'), '=', scope.user);
    case 'none':
      return sql<SqlBool>`1 = 0`;
  }
}

/**
 * The findings in a scope: those of its stations. An expert sees the findings of the stations that it reviews, because
 * they belong beside the scores (docs/spec/domain.md#findings).
 */
export function findingsIn(eb: Findings, scope: Scope, ref: Ref = sql.ref): Expression<SqlBool> {
  switch (scope.kind) {
    case 'all':
      return sql<SqlBool>`1 = 1`;
    case 'division':
      return scope.division === PROVINCE ? sql<SqlBool>`1 = 1` : within(eb, 'findings.division', scope.division, ref);
    case 'linked':
      return eb(ref('findings.station_id'), 'in', linkedStations(scope.supervisor));
    case 'assigned':
      return eb(ref('findings.station_id'), 'in', reviewedStations(scope.expert));
    case 'self':
      return eb(ref('findings.station_id'), '=', scope.user);
    case 'none':
      return sql<SqlBool>`1 = 0`;
  }
}
