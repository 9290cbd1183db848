import { SPECIALTIES } from '../accounts/profiles.ts';
import { UNIT_ROLES } from '../accounts/roles.ts';
import { LEVELS, STATUSES } from '../assessment/statuses.ts';
import {
  ASSESSMENT_SORTS,
  CAPACITY_MAX,
  CHAPTER_FILTER,
  EXPERT_WORK,
  EXPIRING_MAX,
  ITEM_FILTER,
  RATED,
  SCORE_EDGES,
  SIZE_DEFAULT,
  USER_LIST_SORTS,
} from '../lib/lists.ts';
import {
  day,
  divisionCode,
  fitting,
  instant,
  type ListFields,
  type ListState,
  listSearch,
  manyOf,
  oneOf,
  text,
  upTo,
  yes,
} from './listSearch.ts';

const BIN = { isDeleted: yes() };

/** Filter and sort fields of each list's address, by the list's name in react-admin. */
export const LIST_FIELDS = {
  assessments: {
    filters: {
      search: text(),
      station: text(),
      expert: text(),
      waiting: yes(),
      overdue: yes(),
      rated: yes(),
      expiring: upTo(EXPIRING_MAX),
      submitted: yes(),
      status: manyOf(STATUSES),
      level: manyOf(LEVELS),
      province: divisionCode('province'),
      city: divisionCode('city'),
      county: divisionCode('county'),
      from: day(),
      to: day(),
      firstFrom: day(),
      firstTo: day(),
      concludedFrom: day(),
      concludedTo: day(),
      stationScore: oneOf(SCORE_EDGES),
      expertScore: oneOf(SCORE_EDGES),
      expertWork: oneOf(EXPERT_WORK),
      chapter: fitting(CHAPTER_FILTER),
      lost: fitting(ITEM_FILTER),
      updatedSince: instant(),
    },
    sorts: ASSESSMENT_SORTS,
  },
  managers: {
    filters: { ...BIN, keyword: text('search'), role: oneOf(UNIT_ROLES), city: divisionCode('city') },
    sorts: USER_LIST_SORTS.managers,
  },
  experts: {
    filters: { ...BIN, keyword: text('search'), specialty: oneOf(SPECIALTIES), division: divisionCode() },
    sorts: USER_LIST_SORTS.experts,
  },
  stations: {
    filters: {
      ...BIN,
      filter: text('search'),
      rated: oneOf(RATED),
      expiring: upTo(EXPIRING_MAX),
      capacityFrom: upTo(CAPACITY_MAX),
      capacityTo: upTo(CAPACITY_MAX),
      province: divisionCode('province'),
      city: divisionCode('city'),
      county: divisionCode('county'),
    },
    sorts: USER_LIST_SORTS.stations,
  },
  supervisors: { filters: { ...BIN, keyword: text('search') }, sorts: USER_LIST_SORTS.supervisors },
  supervised: {
    filters: {
      filter: text('search'),
      rated: oneOf(RATED),
      expiring: upTo(EXPIRING_MAX),
      city: divisionCode('city'),
      county: divisionCode('county'),
    },
    sorts: USER_LIST_SORTS.stations,
  },
  documents: { filters: {}, sorts: ['uploadedAt'] },
} as const satisfies Record<string, ListFields>;
export type ListName = keyof typeof LIST_FIELDS;

/** The list on each page. */
const OF_PATH: Readonly<Record<string, ListName>> = {
  '/assessments': 'assessments',
  '/managers': 'managers',
  '/experts': 'experts',
  '/stations': 'stations',
  '/supervisors': 'supervisors',
  '/supervisor/stations': 'supervised',
  '/documents': 'documents',
};

/** The address of a list with a filter, and an order other than the list's own. */
export function listAddress(
  path: string,
  filter: Record<string, unknown> = {},
  sort: ListState['sort'] = null,
): string {
  const name = OF_PATH[path];
  const state = { filter, sort, page: 1, perPage: SIZE_DEFAULT };
  return name === undefined ? path : `${path}${listSearch(state, LIST_FIELDS[name])}`;
}
