import type { Call } from './call.ts';
import { ERROR_STATUS, type ErrorCode } from './errors.ts';

/**
 * The error codes that a call can answer with, sorted by status: those that follow from its row, plus `refuses`.
 * Excludes errors that every request can get ({@link ANY_CALL}).
 */
export function refusalsOf(row: Call, method: 'GET' | 'POST'): ErrorCode[] {
  const codes = new Set<ErrorCode>(['invalid', ...(row.refuses ?? [])]);
  if (row.who !== 'anyone') {
    codes.add('unauthenticated').add('forbidden');
    if (!row.beforePasswordChange) codes.add('password_change_required');
    if (!row.beforeFactor) codes.add('factor_required');
  }
  if (row.confirmation !== undefined && row.confirmation !== 'never') codes.add('confirmation_required');
  if (row.reach.kind === 'object') codes.add('not_found');
  if (row.idempotent) codes.add('conflict');
  if (method === 'POST') codes.add('too_large').add('unsupported_type');
  if ('binary' in row.output) codes.add('range_not_satisfiable');
  return [...codes].filter((code) => !ANY_CALL.includes(code)).sort(byStatus);
}

/** Error codes that any request can get. */
export const ANY_CALL: readonly ErrorCode[] = ['internal', 'overloaded'];

function byStatus(a: ErrorCode, b: ErrorCode): number {
  return ERROR_STATUS[a] - ERROR_STATUS[b] || a.localeCompare(b);
}
