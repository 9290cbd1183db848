import type { Finding } from '@shp/shared/api/findings/objects';
import type { Input } from '@shp/shared/api/index';
import { DAY, dayOf } from '@shp/shared/domain/lib/days';
import { callServer } from '../core/client.ts';
import { withTimeout } from './sending.ts';

/** A finding that was sent long ago, if it was added: the answer was lost, and the server has forgotten its key. */
export async function addedBefore(
  { station, serial, text, advice = '' }: Input<'POST finding/add'>,
  edit: number,
): Promise<Pick<Finding, 'id'> | undefined> {
  const from = dayOf(new Date(edit - 2 * DAY));
  const filter = { from, size: 200, ...(station && { station }), ...(serial && { serial }) };
  const { items } = await withTimeout((signal) => callServer('GET finding/query', filter, { signal }));
  return items.find((one) => one.text === text && one.advice === advice && one.serial === (serial ?? null));
}
