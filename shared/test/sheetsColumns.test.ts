import { describe, expect, test } from 'vitest';
import { PROFILES } from '../src/domain/accounts/profiles.ts';
import { KIND_ROLES, USER_KINDS } from '../src/domain/accounts/roles.ts';
import type { FieldDefs } from '../src/domain/assessment/fields.ts';
import { STATUSES } from '../src/domain/assessment/statuses.ts';
import { ASSESSMENT_SORTS, USER_LIST_SORTS } from '../src/domain/lib/lists.ts';
import { chaptersIn } from '../src/sheets/assessments.ts';
import {
  ASSESSMENT_COLUMNS,
  assessmentExportColumns,
  IMPORT_COLUMNS,
  LINKED_COLUMN,
  LOAD_COLUMN,
  SCORE_COLUMNS,
  USER_COLUMNS,
} from '../src/sheets/index.ts';
import { RATING_COLUMNS } from '../src/sheets/users.ts';
import { EXPORT_COLUMNS } from './sheetExamples.ts';

const keys = (columns: readonly { key: string }[]) => columns.map(({ key }) => key);

/** Every column stands in docs/generated/columns.md, where a change of it is seen. */
describe('columns of', () => {
  test.each(USER_KINDS)('%s: all fields of the profile in one order; imports need what an account needs', (kind) => {
    const [role = 'station'] = KIND_ROLES[kind];
    const profile = Object.keys(PROFILES[role] as FieldDefs);
    expect(keys(USER_COLUMNS[kind]).filter((key) => profile.includes(key))).toEqual(profile);
    expect(keys(IMPORT_COLUMNS[kind]).filter((key) => profile.includes(key))).toEqual(profile);
    const inList = keys(USER_COLUMNS[kind]).filter((key) => !profile.includes(key));
    expect([inList[0], ...inList.slice(-2)]).toEqual(['account', 'createdAt', 'lastLoginAt']);
    const needed = IMPORT_COLUMNS[kind].filter(({ required }) => required).map(({ key }) => key);
    expect(needed).toContain('account');
    expect(needed).toContain('name');
    expect(needed).not.toContain('password');
  });

  test('exports of assessments with other chapters, in keys and headings', () => {
    const columns = assessmentExportColumns(['2', '10']).slice(-2);
    expect(columns.map(({ heading }) => heading.en)).toEqual(['Chapter 2 rate (%)', 'Chapter 10 rate (%)']);
    expect(columns.map(({ value }) => value({ chapterRates: [70] } as never))).toEqual([70, null]);
    for (const names of [
      keys(columns),
      columns.map(({ heading }) => heading.zh),
      columns.map(({ heading }) => heading.en),
    ]) {
      expect(chaptersIn(['number', ...names])).toEqual(['2', '10']);
    }
  });

  test('imports of experts, with the name of a person', () => {
    const named = (kind: 'experts' | 'stations') => IMPORT_COLUMNS[kind].find(({ key }) => key === 'name')?.heading.zh;
    expect([named('experts'), named('stations')]).toEqual(['姓名', '名称']);
  });

  test('the score sheet', () => {
    expect(SCORE_COLUMNS.map(({ heading }) => heading.zh)).toEqual([
      '序号',
      '评审内容',
      '标准分',
      '得分',
      '合理缺项',
      '扣分（缺项）理由',
    ]);
  });
});

test('every sortable field has a column', () => {
  for (const kind of USER_KINDS) {
    const beside = { experts: [LOAD_COLUMN], stations: RATING_COLUMNS, managers: [], supervisors: [] }[kind];
    const columns = [...USER_COLUMNS[kind], ...beside];
    // A supervisor has no division, so its list has no column to sort by it.
    const sorts = USER_LIST_SORTS[kind].filter((sort) => kind !== 'supervisors' || sort !== 'division');
    expect(columns.flatMap(({ sortBy }) => sortBy ?? []).toSorted()).toEqual(sorts.toSorted());
  }
  expect(ASSESSMENT_COLUMNS.flatMap(({ sortBy }) => sortBy ?? []).toSorted()).toEqual(ASSESSMENT_SORTS.toSorted());
});

test('no two columns of a sheet have the same heading', () => {
  for (const columns of [...Object.values(USER_COLUMNS), EXPORT_COLUMNS, SCORE_COLUMNS]) {
    for (const lang of ['zh', 'en'] as const) {
      const headings = columns.map(({ heading }) => heading[lang]);
      expect(new Set(headings).size).toBe(headings.length);
    }
  }
});

describe('displayed values', () => {
  const station = {
    id: 's1',
    role: 'station' as const,
    account: 'example-01',
    division: '450102',
    profile: { name: '示例一级电站', capacity: 12500.5, units: 2, development: 'mixed', commissionedOn: '2005-06-01' },
    isDeleted: false,
    mustChangePassword: false,
    createdAt: '2026-01-31T16:00:00.000Z',
    updatedAt: '2026-01-31T16:00:00.000Z',
    lastLoginAt: null,
    version: 1,
  };
  test.each([
    ['division', '南宁市/兴宁区', '南宁市/兴宁区'],
    ['capacity', '12,500.5', '12,500.5'],
    ['development', '混合式', 'Mixed'],
    ['commissionedOn', '2005-06-01', '2005-06-01'],
    ['createdAt', '2026-02-01 00:00:00', '2026-02-01 00:00:00'],
    ['lastLoginAt', '', ''],
    ['river', '', ''],
  ])('%s', (key, zh, en) => {
    const column = USER_COLUMNS.stations.find((one) => one.key === key);
    expect([column?.text(station, 'zh'), column?.text(station, 'en')]).toEqual([zh, en]);
  });

  test('lists, roles, statuses, flags and figures', () => {
    const expert = { ...station, role: 'expert' as const, profile: { name: '示例', specialties: ['safety', 'other'] } };
    const specialties = USER_COLUMNS.experts.find(({ key }) => key === 'specialties');
    expect(specialties?.text(expert, 'zh')).toBe('安全、其他');
    expect(specialties?.value(expert)).toEqual(['safety', 'other']);
    const role = USER_COLUMNS.managers.find(({ key }) => key === 'role');
    expect(role?.text({ ...station, role: 'county_manager' }, 'zh')).toBe('县级单位');
    expect(LOAD_COLUMN.text({ ...expert, load: 3 }, 'zh')).toBe('3');
    expect(LINKED_COLUMN.text({ ...station, linked: true }, 'zh')).toBe('是');
    expect(LINKED_COLUMN.text({ ...station, linked: false }, 'en')).toBe('No');
  });

  test('every status has a name', () => {
    const status = ASSESSMENT_COLUMNS.find(({ key }) => key === 'status');
    const names = STATUSES.map((one) => status?.text({ status: one } as Parameters<typeof status.text>[0], 'zh'));
    expect(names).toEqual([
      '草稿',
      '待初审',
      '已退回',
      '待分配专家',
      '专家评审中',
      '待终审',
      '达标',
      '不达标',
      '已撤回',
      '已撤销',
    ]);
  });
});
