import type { Finding, FindingRow } from '@shp/shared/api/findings/objects';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { type FindingState, HUE_OF_FINDING } from '@shp/shared/domain/findings/finding';
import { shownText } from '@shp/shared/sheets/column';
import { FINDING_COLUMNS, FINDINGS_TEXT } from '@shp/shared/sheets/findings';
import type { Api } from '../../../api/client.ts';
import { wrap } from '../../../lib/wrap.ts';
import { type Look, MARK } from '../../look/look.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { useWhenSettled } from '../../useWhenSettled.ts';
import { Blocks, blocksIn } from '../../widgets/Blocks.tsx';
import { type Fact, keyValueLines } from '../../widgets/keyValueLines.ts';
import { Lines } from '../../widgets/Line.tsx';
import { STEP_INDENT, stepLines } from '../../widgets/stepLines.ts';
import { hueOf } from './steps.ts';

/** Some fields: where, when and whence, or what is wrong; or what a step is decided by. */
type Part = 'place' | 'text' | 'step';

/** The fields of a finding that have a value, each in its line; its state has the mark of the list. */
export function factLines(
  finding: FindingRow,
  texts: Texts,
  look: Look,
  columns: number,
  part?: Part,
  more: readonly Fact[] = [],
): string[] {
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
    [...(part === undefined ? facts : parts[part]), ...more].filter(([, value]) => value !== ''),
    columns,
  ).map(painted);
}

/** What the unit reported at last: its text, and how many files it attached in that step. */
export function reportedFacts({ events }: Finding, { acts, lang }: Texts): readonly Fact[] {
  const last = events.findLast(({ state }) => state === 'done');
  if (last === undefined) return [];
  const { screen } = FINDINGS_TEXT[lang];
  return [
    [screen.texts.finish, last.text],
    [acts.findings.files, String(last.files.length)],
  ];
}

/** The steps that were taken, newest first. */
export function takenLines({ events }: Finding, texts: Texts, look: Look, columns: number): string[] {
  const { rules, common, acts, tui, lang } = texts;
  const marked = (state: FindingState) => ({ name: rules.findingStates[state], hue: HUE_OF_FINDING[state] });
  const steps = events.toReversed().map(({ at, from, state, by, text, due }) => ({
    at,
    from: from === null ? null : marked(from),
    to: marked(state),
    who: by === null ? tui.assessment.system : `${by.name}${common.marks.brackets(common.roles[by.role])}`,
    more: [...(due === null ? [] : [FINDINGS_TEXT[lang].screen.due(due)]), ...(text === '' ? [] : [text])].flatMap(
      (line) => wrap(line, columns - 2 - STEP_INDENT),
    ),
  }));
  return ['', acts.findings.steps, ...stepLines(steps, columns - 2, look).map((line) => `  ${line}`)];
}

const loadFinding = (api: Api, id: string, signal: AbortSignal) =>
  api.call('GET finding', { id }, { signal, revalidate: true });

/** Rows of a finding below the list: its number, where, when and whence it is, and beside what is wrong its last steps. */
export const FACT_ROWS = 12;

/** A finding with its steps beside the list, or below it in two columns: what is wrong stands in the second. */
export function FindingFacts({ finding }: { finding: FindingRow }) {
  const { texts, columns, look } = useUi();
  const { beside, first, second } = blocksIn(columns);
  const lines = (part?: Part) => factLines(finding, texts, look, part === 'text' ? second : first, part);
  const whole = useWhenSettled(finding.id, `${finding.state} ${finding.due}`, loadFinding);
  const steps = whole === null ? [] : takenLines(whole, texts, look, second);
  if (!beside) return <Lines lines={[finding.no, ...lines(), ...steps]} />;
  return <Blocks first={[finding.no, ...lines('place')]} second={[...lines('text'), ...steps]} />;
}
