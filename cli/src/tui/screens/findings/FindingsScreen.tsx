import { ApiError } from '@shp/shared/api/errors';
import type { FindingRow } from '@shp/shared/api/findings/objects';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { type FindingView, filterOfView } from '@shp/shared/domain/addresses/findings';
import { FINDING_STATES } from '@shp/shared/domain/findings/finding';
import { FINDING_COLUMNS, FINDINGS_TEXT, markedDue } from '@shp/shared/sheets/findings';
import { useState } from 'react';
import type { Api } from '../../../api/client.ts';
import type { Page } from '../../../api/pages.ts';
import { type Exporting, exportCommand, listedRows } from '../../jobs/export.ts';
import { useWhenLoaded } from '../../keys/useKeys.ts';
import { type FilterDef, type ListDef, listInput } from '../../list/definition.ts';
import { type Dialog, ListScreen, useModel } from '../../list/ListScreen.tsx';
import { asWideAsNames, ordered, withMark } from '../../list/layout.ts';
import { DEFAULT_SORT, type Sort } from '../../list/sort.ts';
import { isAdmitted, whyNoCall } from '../../permissions.ts';
import { useSession } from '../../session.ts';
import { useTexts } from '../../ui.ts';
import { floatRows, QUESTION_COLUMNS } from '../../widgets/Floats.tsx';
import { ExportPrompt } from '../ExportPrompt.tsx';
import { FACT_ROWS, FindingFacts } from './FindingFacts.tsx';
import { FindingStepDialog } from './FindingStepDialog.tsx';
import { hueOf, whyNoStep } from './steps.ts';

const NAME = 'findings';
/** A clerk looks for the station; item and number stand last, below the rows too, and `y` copies the number. */
const BRIEF = ['station', 'state', 'due', 'text', 'serial', 'no'];
/** As its station and its notices quote it. */
const NUMBER = /^WT-\d{4}-[\dA-Z]{5}-[\dA-Z]{5}$/;
/** `WT-2026-G6JQ3-4BC66` in full; the problem takes what is left. */
const LEAST: Readonly<Record<string, number>> = { no: 19, serial: 6, text: 14 };
/** A day and the mark of what is overdue. */
const DUE_WIDTH = 11;
/** The earliest deadline first. */
const BY_DUE: Sort = { by: 'due', desc: false };
/** A station knows its name. */
const briefOf = (role: Role) => BRIEF.filter((key) => key !== 'station' || role !== 'station');
const columnsOf = (role: Role) => ordered(FINDING_COLUMNS, briefOf(role));

const FILTERS: readonly FilterDef[] = [
  { kind: 'text', key: 'search', formerly: 'station', label: ({ acts }) => acts.findings.search },
  { kind: 'flag', key: 'overdue', label: ({ lang }) => FINDINGS_TEXT[lang].screen.overdue },
  {
    kind: 'choices',
    key: 'state',
    label: ({ lang }) => FINDINGS_TEXT[lang].columns.state,
    options: ({ rules }) => FINDING_STATES.map((value) => ({ value, label: rules.findingStates[value] })),
  },
  {
    kind: 'division',
    key: 'division',
    label: ({ common }) => common.fields.division,
    keys: { city: 'division', county: 'division' },
  },
  { kind: 'text', key: 'serial', label: ({ lang }) => FINDINGS_TEXT[lang].screen.serial },
];

/** The list of findings that the caller may see. */
const listOf = (role: Role): ListDef<FindingRow> => ({
  name: NAME,
  place: 'findings',
  title: ({ tui }) => tui.places.findings,
  columns: (_role, { rules, lang }) =>
    columnsOf(role).map((column) => {
      if (column.key === 'state')
        return withMark(asWideAsNames(column, Object.values(rules.findingStates), lang), hueOf);
      if (column.key === 'due') {
        const colour = ({ overdue }: FindingRow) => (overdue ? 'red' : null);
        return {
          ...column,
          width: DUE_WIDTH,
          least: DUE_WIDTH,
          text: markedDue,
          colour,
          sortBy: 'due',
          only: 'rising',
        };
      }
      if (column.key === DEFAULT_SORT.by) return { ...column, sortBy: DEFAULT_SORT.by, only: 'falling' };
      const least = LEAST[column.key];
      if (least === undefined) return column;
      const wide = { ...column, width: Math.max(column.width, least), least };
      // Rows of one station differ in it.
      return column.key === 'text' ? { ...wide, cutsNames: true } : wide;
    }),
  brief: briefOf(role),
  filters: FILTERS,
  /** One state has no need of a column. */
  alike: ({ state }) => (Array.isArray(state) && state.length === 1 ? ['state'] : []),
  // Without the closed ones, what is overdue or due next comes first.
  orderOf: ({ state, overdue }) =>
    overdue === true || (Array.isArray(state) && !state.includes('closed')) ? BY_DUE : null,
  sortKey: 'sortby',
  get: (api, { desc: _, sortby, ...input }, signal) => {
    const number = numberIn(input);
    if (number !== null) return oneNumbered(api, number, signal);
    // Newest first has no name there.
    const order = sortby === 'due' ? { sortby } : {};
    return api.call('GET finding/query', listInput<'GET finding/query'>({ ...input, ...order }), {
      signal,
      revalidate: true,
    });
  },
  divisionOf: ({ station }) => station.division,
  nameOf: ({ no, station }) => `${no} ${station.name}`,
  codeOf: ({ no }) => no,
});

/** A whole number in place of a text. */
function numberIn({ search }: Readonly<Record<string, unknown>>): string | null {
  const typed = String(search ?? '')
    .trim()
    .toUpperCase();
  return NUMBER.test(typed) ? typed : null;
}

/** The finding with a number as notices quote it, whatever else is filtered by; none if the caller may not see it. */
async function oneNumbered(api: Api, number: string, signal: AbortSignal): Promise<Page<FindingRow>> {
  try {
    return { total: 1, items: [await api.call('GET finding', { id: number }, { signal, revalidate: true })] };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { total: 0, items: [] };
    throw error;
  }
}

const EXPORT: Exporting<FindingRow> = {
  name: NAME,
  title: ({ lang }) => FINDINGS_TEXT[lang].title,
  whole: (_role, query) => (numberIn(query) === null ? { key: 'GET finding/export', input: query } : null),
  command: (_role, target, file) =>
    target.kind === 'matching' && numberIn(target.query) !== null ? null : exportCommand([NAME], target, file),
  part: async (model, target, _role, _shp, tools) => ({
    columns: FINDING_COLUMNS,
    batches: listedRows(model, target, tools),
  }),
};

type Props = {
  height: number;
  /** Only these at first. */
  view?: FindingView | undefined;
};

/** Findings and their rectification; `t` takes the next step of one. */
export function FindingsScreen({ height, view }: Props) {
  const texts = useTexts();
  const { tui } = texts;
  const { me, open } = useSession();
  const model = useModel(
    () => listOf(me.role),
    NAME,
    view === undefined ? {} : filterOfView(view),
    view === undefined ? undefined : `${NAME} ${view}`,
  );
  const [asked, setAsked] = useState<'export' | FindingRow | null>(null);
  const close = () => setAsked(null);
  const step = useWhenLoaded<null>(
    () => model.isComing,
    () => setAsked(model.current ?? null),
  );
  const dialog = (): Dialog | null => {
    if (asked === null) return null;
    if (asked === 'export') {
      return { node: <ExportPrompt model={model} exporting={EXPORT} onClose={close} />, width: QUESTION_COLUMNS };
    }
    return { node: <FindingStepDialog finding={asked} height={floatRows(height)} onClose={close} /> };
  };
  const { current } = model;
  return (
    <ListScreen<FindingRow>
      model={model}
      height={height}
      onOpen={({ id, no }) => open({ kind: 'finding', id, no })}
      clearsFirst
      selectable={isAdmitted(me, 'GET finding/export')}
      dialog={dialog()}
      whole={({ no, serial, station, text }) =>
        [no, serial, text, `(${divisionPath(station.division)})`].filter(Boolean).join('  ')
      }
      detail={{ head: ({ station }) => station.name, node: (row) => <FindingFacts finding={row} />, below: FACT_ROWS }}
      actions={{ export: () => setAsked('export'), findingStep: () => step(null) }}
      unmet={{
        exportRight: whyNoCall(me, 'GET finding/export', texts),
        exportable: model.state.total === 0 ? tui.why.noRows : null,
        steps: current ? whyNoStep(current, me, texts) : null,
      }}
    />
  );
}
