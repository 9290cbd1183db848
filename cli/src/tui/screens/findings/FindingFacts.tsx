import type { FindingRow } from '@shp/shared/api/findings/objects';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { shownText } from '@shp/shared/sheets/column';
import { FINDING_COLUMNS, FINDINGS_TEXT } from '@shp/shared/sheets/findings';
import { type Look, MARK } from '../../look/look.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { Blocks, blocksIn } from '../../widgets/Blocks.tsx';
import { type Fact, keyValueLines } from '../../widgets/keyValueLines.ts';
import { Lines } from '../../widgets/Line.tsx';
import { hueOf } from './steps.ts';

/** Some fields: where, when and whence, or what is wrong; or what a step is decided by. */
type Part = 'place' | 'text' | 'step';

/** The fields of a finding that have a value, each in its line; its state has the mark of the list. */
export function factLines(finding: FindingRow, texts: Texts, look: Look, columns: number, part?: Part): string[] {
  const { lang, common, rules } = texts;
  const { columns: names, screen } = FINDINGS_TEXT[lang];
  const shown = (key: string) => {
    const column = FINDING_COLUMNS.find((one) => one.key === key);
    return column === undefined ? '' : shownText(column, finding, lang, common.marks.list);
  };
  const { station, state, overdue, serial } = finding;
  const last = overdue ? `${shown('due')}  ! ${screen.overdue}` : shown('due');
  const marked = `${MARK} ${rules.findingStates[state]}`;
  const wrong: readonly Fact[] = [
    [names.text, shown('text')],
    [names.advice, shown('advice')],
    [names.item, [serial ?? '', shown('item')].filter(Boolean).join('  ')],
  ];
  const facts: readonly Fact[] = [
    [names.station, station.name],
    [names.division, divisionPath(station.division)],
    [names.state, marked],
    [names.due, last],
    [names.closedAt, shown('closedAt')],
    ...wrong,
    [names.lost, shown('lost')],
    [names.source, shown('source')],
    [names.review, shown('review')],
    [names.createdAt, shown('createdAt')],
  ];
  const painted = (line: string) => {
    if (line.includes(marked)) return line.replace(MARK, look.mark(hueOf(finding)));
    return overdue && last !== '' ? line.replace(last, look.paint('red', last)) : line;
  };
  const parts = {
    place: facts.filter((fact) => !wrong.includes(fact)),
    text: wrong,
    step: facts.filter(([name]) => [names.due, names.text, names.advice].includes(name)),
  };
  return keyValueLines(
    (part === undefined ? facts : parts[part]).filter(([, value]) => value !== ''),
    columns,
  ).map(painted);
}

/** Rows of a finding below the list: its number, and where, when and whence it is. */
export const FACT_ROWS = 10;

/** A finding beside the list, or below it in two columns: what is wrong stands in the second. */
export function FindingFacts({ finding }: { finding: FindingRow }) {
  const { texts, columns, look } = useUi();
  const { beside, first, second } = blocksIn(columns);
  const lines = (part?: Part) => factLines(finding, texts, look, part === 'text' ? second : first, part);
  if (!beside) return <Lines lines={[finding.no, ...lines()]} />;
  return <Blocks first={[finding.no, ...lines('place')]} second={lines('text')} />;
}
