import type { FindingRow } from '@shp/shared/api/findings/objects';
import { shownText } from '@shp/shared/sheets/column';
import { FINDING_COLUMNS } from '@shp/shared/sheets/findings';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { keyValueLines } from '../../widgets/keyValueLines.ts';
import { Lines } from '../../widgets/Line.tsx';

/** The fields of a finding that have a value, in lines. */
export function factLines(finding: FindingRow, { lang, common }: Texts, columns: number): string[] {
  const facts = FINDING_COLUMNS.map(
    (column) => [column.heading[lang], shownText(column, finding, lang, common.marks.list)] as const,
  );
  return keyValueLines(
    facts.filter(([, value]) => value !== ''),
    columns,
  );
}

/** A finding beside the list. */
export function FindingFacts({ finding }: { finding: FindingRow }) {
  const { texts, columns } = useUi();
  return <Lines lines={factLines(finding, texts, columns)} />;
}
