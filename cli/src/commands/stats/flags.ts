import type { Input } from '@shp/shared/api/index';
import { LEVELS, type Level } from '@shp/shared/domain/assessment/statuses';
import { isDayOrMonth } from '@shp/shared/domain/statistics/period';
import type { Option, Options } from '../../command/command.ts';
import { UsageError } from '../../lib/errors.ts';
import type { Texts } from '../../lib/texts.ts';
import { withDivisions } from '../flags/divisionFlag.ts';
import { present } from '../flags/pagingFlags.ts';

const division = {
  kind: 'text',
  value: 'DIVISION',
  help: ({ cli }) => cli.options.inDivision,
} as const satisfies Option;
const level = {
  kind: 'list',
  value: 'LEVEL',
  choices: LEVELS.map(String),
  help: ({ common }) => common.assessment.level,
} as const satisfies Option;
const period = {
  from: { kind: 'text', value: 'YYYY-MM[-DD]', help: ({ cli }) => cli.stats.from },
  to: { kind: 'text', value: 'YYYY-MM[-DD]', help: ({ cli }) => cli.stats.to },
} as const satisfies Options;
const standard = { kind: 'text', value: 'VERSION', help: ({ cli }) => cli.stats.standard } as const satisfies Option;

/** The filter flags of each statistics call; the report takes all of them. */
export const FILTERS = {
  progress: { division, level, ...period },
  ratings: { division },
  scores: { division, level, ...period, standard },
  experts: period,
  findings: { division, ...period },
} as const satisfies Record<string, Options>;

type Given = {
  division?: string | undefined;
  level?: string[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  standard?: string | undefined;
};

/** The filter as the API takes it. @throws UsageError */
export async function statisticsFilter(
  { division, level, from, to, standard }: Given,
  texts: Texts,
): Promise<Omit<Input<'GET statistics/export'>, 'what'>> {
  for (const [flag, text] of Object.entries({ '--from': from, '--to': to })) {
    if (text !== undefined && !isDayOrMonth(text)) throw new UsageError(texts.cli.usage.notDayOrMonth(flag, text));
  }
  const places = await withDivisions(present({ division }), ['division'], texts);
  return present({ ...places, level: level?.map((one) => Number(one) as Level), from, to, version: standard });
}
