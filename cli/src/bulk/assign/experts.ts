import type { Output } from '@shp/shared/api/index';
import { ExpertPool } from '@shp/shared/domain/assessment/expertPool';
import type { Api } from '../../api/client.ts';
import { allPages } from '../../api/pages.ts';

type Expert = Output<'GET user/experts'>['items'][number];
export type Experts = ExpertPool<Expert>;

/** All experts with their workload. */
export async function readExperts(api: Api): Promise<Experts> {
  const all: Expert[] = [];
  for await (const page of allPages((paging) => api.call('GET user/experts', paging))) all.push(...page);
  return new ExpertPool(all);
}
