import fc from 'fast-check';
import type { ScoreItem } from '../src/domain/standard/scoreItems.ts';
import type { Serial1, Standard, StandardItem } from '../src/domain/standard/standard.ts';

type Sized<T> = { tenths: number; row: T };

/** Points from tenths, through decimal text, so that no floating-point arithmetic is involved. */
export function points(tenths: number): number {
  return Number(`${Math.trunc(tenths / 10)}.${tenths % 10}`);
}

const itemShape = fc.record({ tenths: fc.integer({ min: 1, max: 600 }), mayBeMissing: fc.boolean() });

function item(
  serial: string,
  { tenths, mayBeMissing }: { tenths: number; mayBeMissing: boolean },
): Sized<StandardItem> {
  return { tenths, row: { serial, content: 'content', method: 'method', score: points(tenths), mayBeMissing } };
}

const total = (rows: readonly Sized<unknown>[]) => rows.reduce((sum, { tenths }) => sum + tenths, 0);
const rows = <T>(sized: readonly Sized<T>[]) => sized.map(({ row }) => row);

/** Standards with one to four chapters and consistent sums. */
export const standards: fc.Arbitrary<Standard> = fc
  .array(fc.array(fc.array(itemShape, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((chapters) => {
    const sections = chapters.map((elements, c): Sized<Serial1> => {
      const children = elements.map((items, e) => {
        const own = items.map((shape, i) => item(`${c + 1}.${e + 1}.${i + 1}`, shape));
        const score = points(total(own));
        return { tenths: total(own), row: { serial: `${c + 1}.${e + 1}`, title: 'element', score, items: rows(own) } };
      });
      const score = points(total(children));
      return {
        tenths: total(children),
        row: { serial: `${c + 1}`, title: 'chapter', score, children: rows(children) },
      };
    });
    return { version: 'generated', title: 'generated', full: points(total(sections)), sections: rows(sections) };
  });

export function itemsOf(standard: Standard): StandardItem[] {
  return standard.sections.flatMap((chapter) => chapter.children.flatMap(({ items }) => items));
}

/** Score sets of a standard. `complete`: every item is scored or missing, with a reason where one is required. */
export function scoresOf(standard: Standard, complete = false): fc.Arbitrary<ScoreItem[]> {
  const one = (item: StandardItem): fc.Arbitrary<ScoreItem | null> => {
    const { serial } = item;
    const reason = complete ? fc.constant('because') : fc.constantFrom('', ' ', 'because');
    const scored = fc.record({
      serial: fc.constant(serial),
      score: fc.integer({ min: 0, max: Math.round(item.score * 10) }).map(points),
      missing: fc.constant(false),
      reason,
    });
    const missing = reason.map((reason) => ({ serial, score: null, missing: true, reason }));
    const unscored = reason.map((reason) => ({ serial, score: null, missing: false, reason }));
    return fc.oneof(
      { weight: 8, arbitrary: scored },
      ...(item.mayBeMissing ? [{ weight: 2, arbitrary: missing }] : []),
      ...(complete ? [] : [unscored, fc.constant(null)]),
    );
  };
  return fc.tuple(...itemsOf(standard).map(one)).map((items) => items.filter((item) => item !== null));
}
