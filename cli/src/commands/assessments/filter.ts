import { LEVELS, type Level, STATUSES } from '@shp/shared/domain/assessment/statuses';
import { ASSESSMENT_SORTS, EXPERT_WORK } from '@shp/shared/domain/lib/lists';
import type { Option, Options, OptionValues } from '../../command/command.ts';
import type { Texts } from '../../lib/texts.ts';
import { withDivisions } from '../flags/divisionFlag.ts';
import { present } from '../flags/pagingFlags.ts';
import { dayFlag, timeFlag } from '../flags/timeFlag.ts';

const place = { kind: 'text', value: 'DIVISION', help: ({ cli }) => cli.options.inDivision } as const satisfies Option;

const search = { kind: 'text', value: 'TEXT', help: ({ cli }) => cli.assessments.search } as const satisfies Option;

/** The flags of the assessment filter, named as in the API. */
export const ASSESSMENT_FILTER = {
  search,
  station: { ...search, aliasOf: 'search' },
  expert: { kind: 'text', value: 'EXPERT', help: ({ cli }) => cli.assessments.byExpert },
  waiting: { kind: 'flag', help: ({ cli }) => cli.assessments.waiting },
  submitted: { kind: 'flag', help: ({ cli }) => cli.assessments.submitted },
  overdue: { kind: 'flag', help: ({ cli }) => cli.assessments.overdue },
  rated: { kind: 'flag', help: ({ cli }) => cli.assessments.rated },
  expiring: { kind: 'number', value: 'DAYS', help: ({ cli }) => cli.assessments.expiring },
  updatedSince: { kind: 'text', value: 'TIME', help: ({ cli }) => cli.assessments.updatedSince },
  status: { kind: 'list', value: 'STATUS', choices: STATUSES, help: ({ common }) => common.assessment.status },
  level: { kind: 'list', value: 'LEVEL', choices: LEVELS.map(String), help: ({ common }) => common.assessment.level },
  province: place,
  city: place,
  county: place,
  from: { kind: 'text', value: 'YYYY-MM-DD', help: ({ cli }) => cli.assessments.from },
  to: { kind: 'text', value: 'YYYY-MM-DD', help: ({ cli }) => cli.assessments.to },
  firstFrom: { kind: 'text', value: 'DAY', help: ({ cli }) => cli.assessments.firstFrom },
  firstTo: { kind: 'text', value: 'DAY', help: ({ cli }) => cli.assessments.firstTo },
  concludedFrom: { kind: 'text', value: 'DAY', help: ({ cli }) => cli.assessments.concludedFrom },
  concludedTo: { kind: 'text', value: 'DAY', help: ({ cli }) => cli.assessments.concludedTo },
  stationScore: { kind: 'number', value: 'STEP', help: ({ cli }) => cli.assessments.stationScore },
  expertScore: { kind: 'number', value: 'STEP', help: ({ cli }) => cli.assessments.expertScore },
  expertWork: { kind: 'text', value: 'WORK', choices: EXPERT_WORK, help: ({ cli }) => cli.assessments.expertWork },
  chapter: { kind: 'text', value: 'CHAPTER', help: ({ cli }) => cli.assessments.chapter },
  lost: { kind: 'text', value: 'ITEM', help: ({ cli }) => cli.assessments.lost },
  sortBy: { kind: 'text', value: 'FIELD', choices: ASSESSMENT_SORTS, help: ({ cli }) => cli.options.sortBy },
  desc: { kind: 'flag', help: ({ cli }) => cli.options.desc },
} as const satisfies Options;

/** The filter as the API takes it. @throws UsageError */
export async function assessmentFilter(given: OptionValues<typeof ASSESSMENT_FILTER>, texts: Texts) {
  const { province, city, county } = given;
  const places = await withDivisions(present({ province, city, county }), ['province', 'city', 'county'], texts);
  return present({
    ...places,
    search: given.search,
    expert: given.expert,
    waiting: given.waiting || undefined,
    submitted: given.submitted || undefined,
    overdue: given.overdue || undefined,
    rated: given.rated || undefined,
    expiring: given.expiring,
    updatedSince: timeFlag('--updated-since', given.updatedSince, 'first', texts),
    status: given.status,
    level: given.level?.map((level) => Number(level) as Level),
    from: dayFlag('--from', given.from, texts),
    to: dayFlag('--to', given.to, texts),
    firstFrom: dayFlag('--first-from', given.firstFrom, texts),
    firstTo: dayFlag('--first-to', given.firstTo, texts),
    concludedFrom: dayFlag('--concluded-from', given.concludedFrom, texts),
    concludedTo: dayFlag('--concluded-to', given.concludedTo, texts),
    stationScore: given.stationScore,
    expertScore: given.expertScore,
    expertWork: given.expertWork,
    chapter: given.chapter,
    lost: given.lost,
    sortby: given.sortBy,
    desc: given.desc || undefined,
  });
}
