import type { Assessment, Problem, User } from '@shp/shared/api/objects';
import { type LifecycleRow, publicationOf, rowsOf } from '@shp/shared/domain/assessment/lifecycle';
import { problemsByChapter } from '@shp/shared/domain/assessment/problems';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import type { Texts } from '../../texts.ts';
import { wrap } from '../../widgets/keyValueLines.ts';

/** The lifecycle row for the caller's step to a status. */
export function stepRow(assessment: Assessment, to: Status, me: User): LifecycleRow | undefined {
  const { station, level, status } = assessment;
  const publication = publicationOf(assessment);
  // `returned` only decides where withdrawing leads, and the target is known here.
  return [true, false]
    .flatMap((everReturned) => {
      const place = {
        station: station.id,
        division: station.division,
        level,
        status,
        everReturned,
        publication,
      } as const;
      return rowsOf(place, me);
    })
    .find((row) => row.to === to);
}

/** The name of a step. */
export function stepName(assessment: Assessment, to: Status, me: User, { rules, common }: Texts): string {
  const row = stepRow(assessment, to, me);
  return row ? rules.steps[row.name] : common.statuses[to];
}

/** The reasons against a step, one per line; many are grouped by chapter. */
export function reasonsAgainst(problems: readonly Problem[], { tui, common }: Texts): string[] {
  const { apart, chapters } = problemsByChapter(problems);
  return [
    ...apart.map(({ message }) => message),
    ...[...chapters].map(([chapter, ofChapter]) => {
      const serials = [...new Set(ofChapter.map(({ serial = '' }) => serial))];
      return `${tui.assessment.ofChapter(chapter, serials.length)}${common.marks.colon}${serials.join(common.marks.list)}`;
    }),
  ];
}

/** The hints for a step, wrapped to `columns`. */
export function hintLines(hints: readonly Problem[], { common }: Texts, columns: number): string[] {
  return hints.flatMap(({ message }) => wrap(`${common.assessment.hint}${common.marks.colon}${message}`, columns));
}
