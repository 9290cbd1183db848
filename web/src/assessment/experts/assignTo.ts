import type { Assessment } from '@shp/shared/api/objects';
import { client } from '../../core/client.ts';

/**
 * Adds and removes experts of an assessment as it is on the server now, so that other users' assignments stay. Returns
 * whether anything changed. @throws the reason that `check` has against what was read
 */
export async function assignTo(
  id: string,
  { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
  check: (assessment: Assessment) => string | null = () => null,
): Promise<boolean> {
  const assessment = await client.call('GET assessment', { id });
  const reason = check(assessment);
  if (reason !== null) return Promise.reject(reason);
  const before = assessment.experts.map((expert) => expert.id);
  const after = [...new Set([...before.filter((one) => !remove.includes(one)), ...add])];
  if (after.length === before.length && after.every((one) => before.includes(one))) return false;
  await client.call('POST assessment/assign_experts', { id, experts: after, was: before });
  return true;
}
