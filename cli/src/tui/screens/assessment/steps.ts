import { LIFECYCLE } from '@shp/shared/domain/lifecycle';
import type { Status } from '@shp/shared/domain/statuses';
import type { Texts } from '../../texts.ts';

/** The row of the lifecycle that leads from one status to another by somebody's hand. */
export function stepRow(from: Status, to: Status) {
  return LIFECYCLE.find((row) => row.by !== 'system' && row.to === to && row.from.includes(from));
}

/** What a step is called. */
export function stepName(from: Status, to: Status, { rules, common }: Texts): string {
  const row = stepRow(from, to);
  return row ? rules.steps[row.name] : common.statuses[to];
}
