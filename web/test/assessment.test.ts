import type { Event } from '@shp/shared/api/objects';
import { partsOfHash } from '@shp/shared/domain/addresses/partsOfHash';
import { lastReturn } from '@shp/shared/domain/assessment/returns';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { common as en } from '@shp/shared/text/en/common';
import { common as zh } from '@shp/shared/text/zh/common';
import { describe, expect, test } from 'vitest';
import { anchorOf, hashOf } from '../src/assessment/anchors.ts';
import { nextActors } from '../src/assessment/nextActors.ts';
import { remarksByAnchor } from '../src/assessment/remarks/remarksContext.ts';
import { formValueText } from '../src/assessment/valueText.ts';
import { sizeText } from '../src/files/sizeText.ts';

test('a figure with its unit; in English the unit may start with a power of ten', () => {
  const [capacity, output] = ['plant.capacity', 'plant.annualOutput'];
  expect([formValueText(capacity, 7500, en), formValueText(output, 2131.5, en)]).toEqual([
    '7,500 kW',
    '2,131.5 × 10⁴ kWh',
  ]);
  expect(formValueText(output, 2131.5, zh)).toBe('2,131.5 万kWh');
});

describe('next actors', () => {
  const [county, city] = ['450302', '450300'];
  const cases: [Status, 1 | 2 | 3, string, string[]][] = [
    ['draft', 3, county, ['station']],
    ['returned', 1, county, ['station']],
    ['submitted', 3, county, ['county_manager']],
    ['submitted', 3, city, ['city_manager']],
    ['first_passed', 3, county, ['city_manager']],
    ['first_passed', 2, county, ['province_manager']],
    ['reviewing', 1, county, ['expert']],
    ['reviewed', 3, city, ['city_manager']],
    ['reviewed', 1, city, ['province_manager']],
    ['passed', 3, county, []],
    ['withdrawn', 3, county, []],
  ];
  test.each(cases)('%s, level %i, %s', (status, level, division, roles) => {
    expect(nextActors({ status, level, station: { division } })).toEqual(roles);
  });
});

describe('anchors', () => {
  test.each([
    [{ part: 'form', field: 'unit.name', code: 'required' }, '#form/unit.name', 'form', null],
    [{ part: 'score', serial: '4.1.12', code: 'unscored' }, '#score/4.1.12', 'score', '4'],
    [{ part: 'score', code: 'belowThreshold' }, '#score', 'score', null],
    [{ part: 'score', code: 'selfScoreStale' }, '#submit', 'submit', null],
    [{ part: 'file', field: 'waterPermit', code: 'fileMissing' }, '#file/waterPermit', 'file', null],
    [{ part: 'file', serial: '2.1.1', code: 'evidenceUnfinished' }, '#evidence/2.1.1', 'evidence', '2'],
  ] as const)('%o', (problem, hash, part, chapter) => {
    const place = anchorOf(problem);
    expect(place && hashOf(place)).toBe(hash);
    expect(partsOfHash(hash)).toEqual({ part, chapter });
  });

  test('a problem without a place on the page has none', () => {
    expect(anchorOf({ part: 'form', code: 'applicationsClosed' })).toBeNull();
    expect(anchorOf({ part: 'file', fileId: 'gone' }, new Map())).toBeNull();
  });
});

test('remarks are found by place, those about a file by its id', () => {
  const all = remarksByAnchor({
    id: 'e',
    remarks: [
      { part: 'form', field: 'unit.name', text: 'a' },
      { part: 'form', field: 'unit.name', text: 'b' },
      { part: 'file', fileId: 'f1', text: 'c' },
    ],
  });
  const shown = [...all].map(([at, remarks]) => [at, remarks.map(({ text, place }) => [text, place])]);
  expect(shown).toEqual([
    [
      '#form/unit.name',
      [
        ['a', 'e/0'],
        ['b', 'e/1'],
      ],
    ],
    ['f1', [['c', 'e/2']]],
  ]);
});

test("the last return is a manager's, not the station's taking back", () => {
  const event = (id: string, status: Status, role: 'station' | 'county_manager'): Event => ({
    id,
    from: null,
    status,
    description: '',
    remarks: [],
    hints: [],
    at: '',
    by: { id: role, name: '', role },
  });
  const events = [
    event('1', 'draft', 'station'),
    event('2', 'returned', 'county_manager'),
    event('3', 'submitted', 'station'),
    event('4', 'returned', 'station'),
  ].map((one) => ({ ...one, remarks: [] }));
  expect(lastReturn(events)?.id).toBe('2');
  expect(lastReturn(events.slice(0, 1))).toBeNull();
});

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1536, '1.5 kB'],
  [20_480, '20 kB'],
  [3_145_728, '3.0 MB'],
  [1_073_741_824, '1.0 GB'],
])('%i bytes', (bytes, text) => expect(sizeText(bytes)).toBe(text));
