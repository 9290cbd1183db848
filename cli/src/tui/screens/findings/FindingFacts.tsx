import type { FindingRow } from '@shp/shared/api/findings/objects';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { shownText } from '@shp/shared/sheets/column';
import { FINDING_COLUMNS, FINDINGS_TEXT } from '@shp/shared/sheets/findings';
import type { Look } from '../../look/look.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { type Fact, keyValueLines } from '../../widgets/keyValueLines.ts';
import { Lines } from '../../widgets/Line.tsx';

const GAP = '  ';

/**
 * The fields of a finding that have a value: what belongs together in one line, so that its steps are seen on a small
 * terminal.
 */
export function factLines(finding: FindingRow, texts: Texts, look: Look, columns: number): string[] {
  const { lang, common, rules } = texts;
  const { columns: names, screen } = FINDINGS_TEXT[lang];
  const shown = (key: string) => {
    const column = FINDING_COLUMNS.find((one) => one.key === key);
    return column === undefined ? '' : shownText(column, finding, lang, common.marks.list);
  };
  const { station, state, overdue, serial, lost } = finding;
  const overdueMark = `! ${screen.overdue}`;
  const named = (label: string, value: string) => (value === '' ? [] : [`${label} ${value}`]);
  const facts: readonly Fact[] = [
    [names.station, [station.name, divisionPath(station.division)].join(GAP)],
    [
      names.state,
      [
        rules.findingStates[state],
        ...named(names.due, shown('due')),
        ...(overdue ? [overdueMark] : []),
        ...named(names.closedAt, shown('closedAt')),
      ].join(GAP),
    ],
    [names.text, shown('text')],
    [names.advice, shown('advice')],
    [
      names.item,
      [serial ?? '', shown('item'), ...(lost === null ? [] : named(names.lost, String(lost)))]
        .filter((one) => one !== '')
        .join(GAP),
    ],
    [
      names.source,
      [shown('source'), shown('review'), ...named(names.createdAt, shown('createdAt'))].filter(Boolean).join(GAP),
    ],
  ];
  const lines = keyValueLines(
    facts.filter(([, value]) => value !== ''),
    columns,
  );
  return overdue ? lines.map((line) => line.replace(overdueMark, look.paint('red', overdueMark))) : lines;
}

/** Rows of a finding below the list, with two for texts that wrap. */
export const FACT_ROWS = 9;

/** A finding beside or below the list. */
export function FindingFacts({ finding }: { finding: FindingRow }) {
  const { texts, columns, look } = useUi();
  return <Lines lines={[finding.no, ...factLines(finding, texts, look, columns)]} />;
}
