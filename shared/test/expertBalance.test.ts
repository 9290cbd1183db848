import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Balance, type Candidate, type PanelRequest } from '../src/domain/assessment/expertBalance.ts';

const UNITS = ['甲水电站', '乙公司', '丙 设计院'];
const SPECIALTIES = ['hydraulic', 'electrical', 'mechanical', 'safety'];
const CITIES = ['450300', '450100'];

const candidates = fc
  .array(
    fc.record({
      load: fc.nat(4),
      specialties: fc.uniqueArray(fc.constantFrom(...SPECIALTIES), { minLength: 1 }),
      division: fc.constantFrom(null, '450000', '450302', '450300', '450122'),
      unit: fc.constantFrom(...UNITS),
    }),
    { maxLength: 12 },
  )
  .map((list) => list.map((one, index): Candidate => ({ ...one, id: `e${String(index).padStart(2, '0')}` })));
const seats = fc.array(
  fc.record({ units: fc.subarray(UNITS), city: fc.constantFrom(...CITIES) }) satisfies fc.Arbitrary<PanelRequest>,
  { minLength: 1, maxLength: 20 },
);
const near = ({ division }: Candidate, { city }: PanelRequest) => division?.startsWith(city.slice(0, 4)) === true;

describe('panels', () => {
  test('have the requested size, no duplicates, no expert of the own unit, and prefer the least loaded', () => {
    fc.assert(
      fc.property(candidates, seats, fc.integer({ min: 1, max: 4 }), (known, list, count) => {
        const balance = new Balance(known);
        const byId = new Map(known.map((one) => [one.id, one]));
        const loads = new Map(known.map(({ id, load }) => [id, load]));
        for (const seat of list) {
          const free = known.filter(({ unit }) => !seat.units.includes(unit));
          const panel = balance.panel(seat, [], count);
          if (free.length < count) {
            expect(panel).toBeNull();
            continue;
          }
          expect(new Set(panel).size).toBe(count);
          const chosen = (panel ?? []).map((id) => byId.get(id) as Candidate);
          expect(chosen.filter(({ unit }) => seat.units.includes(unit))).toEqual([]);
          const covered = new Set<string>();
          for (const [index, one] of chosen.entries()) {
            const others = free.filter(({ id }) => !chosen.slice(0, index + 1).some((earlier) => earlier.id === id));
            const equal = others.filter(({ id }) => loads.get(id) === loads.get(one.id));
            const brings = ({ specialties }: Candidate) => specialties.some((name) => !covered.has(name));
            expect(Math.min(...others.map(({ id }) => loads.get(id) ?? 0))).toBeGreaterThanOrEqual(
              loads.get(one.id) ?? 0,
            );
            if (!brings(one)) expect(equal.filter(brings)).toEqual([]);
            const alike = equal.filter((other) => brings(other) === brings(one));
            if (!near(one, seat)) expect(alike.filter((other) => near(other, seat))).toEqual([]);
            for (const name of one.specialties) covered.add(name);
          }
          for (const { id } of chosen) loads.set(id, (loads.get(id) ?? 0) + 1);
        }
        for (const { id } of known) expect(balance.loadOf(id)).toBe(loads.get(id));
      }),
    );
  });

  test('spread over many assessments differ by at most one if every expert is eligible', () => {
    fc.assert(
      fc.property(candidates, seats, fc.integer({ min: 1, max: 4 }), (known, list, count) => {
        fc.pre(known.length >= count);
        const balance = new Balance(known.map((one) => ({ ...one, load: 0 })));
        for (const { city } of list) balance.panel({ units: [], city }, [], count);
        const loads = known.map(({ id }) => balance.loadOf(id));
        expect(loads.reduce((sum, load) => sum + load, 0)).toBe(list.length * count);
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('keep assigned experts of any unit, and change nothing if there are enough or too few eligible', () => {
    fc.assert(
      fc.property(candidates, seats, fc.integer({ min: 1, max: 4 }), fc.nat(3), (known, [seat], count, held) => {
        const present = known.slice(0, held).map(({ id }) => id);
        const balance = new Balance(known);
        const panel = balance.panel(seat as PanelRequest, present, count);
        if (panel !== null) expect(panel.slice(0, present.length)).toEqual(present);
        if (present.length >= count) expect(panel).toEqual(present);
        const added = panel === null ? [] : panel.slice(present.length);
        for (const { id, load } of known) expect(balance.loadOf(id)).toBe(load + (added.includes(id) ? 1 : 0));
      }),
    );
  });

  test('units are equal regardless of spaces and letter width', () => {
    const expert = { load: 0, specialties: ['safety'], division: null };
    const balance = new Balance([{ ...expert, id: 'a', unit: '示例 ＡＢ电站' }]);
    expect(balance.panel({ units: ['示例ab电站'], city: '450300' }, [], 1)).toBeNull();
    expect(balance.panel({ units: ['', '另一电站'], city: '450300' }, [], 1)).toEqual(['a']);
  });

  test('an expert taken off an assessment loses its load', () => {
    const one = (id: string, load: number) => ({ id, load, specialties: ['safety'], division: null, unit: '' });
    const balance = new Balance([one('a', 2), one('b', 3)]);
    expect(balance.panel({ units: [], city: '450300' }, [], 1, ['a'])).toEqual(['a']);
    expect(balance.panel({ units: [], city: '450300' }, [], 1, ['b'])).toEqual(['a']);
    expect([balance.loadOf('a'), balance.loadOf('b')]).toEqual([3, 2]);
  });
});
