import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { mayDelete } from '@shp/shared/domain/assessment/permissions';
import { LEVELS, OPEN, STATUSES, type Status } from '@shp/shared/domain/assessment/statuses';
import { hasTodo } from '@shp/shared/domain/assessment/waiting';
import type { StageDays } from '@shp/shared/domain/statistics/progress';
import { ASSESSMENT_COLUMNS } from '@shp/shared/sheets/assessments';
import { column } from '@shp/shared/sheets/column';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { Paging } from '../../api/pages.ts';
import { displayWidth, truncate } from '../../lib/width.ts';
import { statusName } from '../format.ts';
import { deleteAssessmentsJob } from '../jobs/deletions.ts';
import { ASSESSMENT_EXPORT } from '../jobs/exportAssessments.ts';
import type { Reason } from '../keys/reasons.ts';
import { noneCan, onlyOf, targetOf } from '../list/actionTarget.ts';
import { type FilterDef, type ListDef, listInput, type Query } from '../list/definition.ts';
import { endedLast } from '../list/endedLast.ts';
import { type Dialog, ListScreen, useModel } from '../list/ListScreen.tsx';
import { asWideAsNames, type ListColumn, ordered, withMark } from '../list/layout.ts';
import type { Selection } from '../list/selection.ts';
import type { Sort } from '../list/sort.ts';
import { statusHue } from '../look/statusHue.ts';
import { isAdmitted, whyNoCall } from '../permissions.ts';
import { useSession } from '../session.ts';
import { isOverdue, stageTime } from '../stageTime.ts';
import type { Texts } from '../texts.ts';
import { useTexts } from '../ui.ts';
import { useCall } from '../useCall.ts';
import { floatRows, QUESTION_COLUMNS } from '../widgets/Floats.tsx';
import { ApplyDialog } from './ApplyDialog.tsx';
import { AssessmentDetail, DETAIL_ROWS } from './AssessmentDetail.tsx';
import { AdvanceDialog, commonSteps, hasSteps } from './assign/AdvanceDialog.tsx';
import { AssignDialog } from './assign/AssignDialog.tsx';
import { BalanceDialog } from './assign/BalanceDialog.tsx';
import { whyNoExperts } from './assign/whyNoExperts.ts';
import { ExportPrompt } from './ExportPrompt.tsx';
import { OperationConfirm } from './OperationConfirm.tsx';

const BRIEF = [
  'number',
  'station',
  'status',
  'inStage',
  'level',
  'division',
  'stationScore',
  'expertScore',
  'submittedAt',
  'experts',
];
/** `GXXSD-2026-000001`. */
const NUMBER_WIDTH = 17;
/** The longest in their stage first. */
const OLDEST_STEP: Sort = { by: 'statusSince', desc: false };
/** How often the days that each stage may take are read again. */
const SETTINGS_EVERY_MS = 300_000;

/** The columns; without `stageDays` none is marked as overdue. */
function columnsFor(
  role: Role,
  texts: Texts,
  stageDays?: StageDays,
  unsentOn: (assessment: string) => number = () => 0,
): readonly ListColumn<AssessmentRow>[] {
  const { common, lang, views } = texts;
  const columns = ordered([...ASSESSMENT_COLUMNS, inStageColumn(texts, stageDays)], BRIEF);
  return columns.map((column) => {
    if (column.key === 'number') return { ...column, width: NUMBER_WIDTH, least: NUMBER_WIDTH };
    if (column.key === 'station') return withUnsent(column, texts, unsentOn);
    if (column.key === 'status') {
      const status = asWideAsNames(column, Object.values(common.statuses), lang);
      // A decision that is shown to the public is none yet: month and day are what fits.
      const text = (row: AssessmentRow) =>
        row.proposedUntil === undefined
          ? statusName(row.status, texts)
          : views.detail.publicUntil(row.proposedUntil.slice('2026-'.length));
      return withMark({ ...status, text }, (row) =>
        row.proposedUntil === undefined ? statusHue(row.status) : 'amber',
      );
    }
    if (column.key === 'level') return asWideAsNames(column, Object.values(common.levels), lang);
    if (column.key === 'stationScore') return { ...column, short: views.detail.selfScore };
    if (column.key !== 'expertScore') return column;
    const named = { ...column, short: views.detail.expertScore };
    return isBlind(role) ? withoutSort(named) : named;
  });
}

/** A row's name, with the remarks that are not sent behind it, whose count stays where the name is cut. */
function withUnsent(
  column: ListColumn<AssessmentRow>,
  { acts, common }: Texts,
  unsentOn: (assessment: string) => number,
): ListColumn<AssessmentRow> {
  const behind = (row: AssessmentRow, text: (count: number) => string) => {
    const count = unsentOn(row.id);
    return count === 0 ? '' : common.marks.brackets(text(count));
  };
  return {
    ...column,
    text: (row) => `${row.station.name}${behind(row, acts.remarking.waiting)}`,
    narrow: (row, width) => {
      const short = behind(row, acts.remarking.short);
      return `${truncate(row.station.name, width - displayWidth(short))}${short}`;
    },
  };
}

/** The days of an open assessment in its stage; only on this screen. */
function inStageColumn(texts: Texts, stageDays: StageDays | undefined): ListColumn<AssessmentRow> {
  const heading = texts.views.detail.inStage;
  const shown = (row: AssessmentRow) => (OPEN.includes(row.status) ? stageTime(row, stageDays, texts) : '');
  return {
    ...column({
      key: 'inStage',
      heading: { zh: heading, en: heading },
      type: 'number',
      width: Math.max(displayWidth(heading), displayWidth(texts.views.home.days(100, true))),
      sortBy: OLDEST_STEP.by,
      value: shown,
      words: shown,
    }),
    cutsNames: true,
    turned: true,
    colour: (row) => (isOverdue(row, stageDays) ? 'red' : null),
  };
}

/** Experts and stations see results only at the end, so the server does not sort by them for these roles. */
function isBlind(role: Role): boolean {
  return role === 'expert' || role === 'station';
}

function withoutSort({ sortBy: _, ...column }: ListColumn<AssessmentRow>): ListColumn<AssessmentRow> {
  return column;
}

const FILTERS: readonly FilterDef[] = [
  { kind: 'text', key: 'search', formerly: 'station', label: ({ tui }) => tui.list.assessment },
  { kind: 'flag', key: 'waiting', label: ({ tui }) => tui.list.waiting },
  {
    kind: 'choices',
    key: 'status',
    label: ({ common }) => common.assessment.status,
    options: ({ common }) => STATUSES.map((value) => ({ value, label: common.statuses[value] })),
  },
  {
    kind: 'choices',
    key: 'level',
    label: ({ common }) => common.assessment.level,
    options: ({ common }) => LEVELS.map((value) => ({ value, label: common.levels[value] })),
  },
  {
    kind: 'division',
    key: 'division',
    label: ({ common }) => common.assessment.division,
    keys: { city: 'city', county: 'county' },
  },
  { kind: 'date', key: 'from', label: ({ tui }) => tui.list.from },
  { kind: 'date', key: 'to', start: 'from', label: ({ tui }) => tui.list.to },
  { kind: 'flag', key: 'overdue', label: ({ acts }) => acts.overdue },
  { kind: 'flag', key: 'submitted', label: ({ common }) => common.filters.submitted },
];

const ASSESSMENTS = 'assessments';

/** The list of assessments that the caller may see. */
export function assessmentList(role: Role): ListDef<AssessmentRow> {
  const paged = endedLast<AssessmentRow>();
  return {
    name: ASSESSMENTS,
    place: 'assessments',
    title: ({ common }) => common.menu.assessments,
    columns: (role, texts) => columnsFor(role, texts),
    brief: BRIEF,
    filters: FILTERS.filter(({ key }) => key !== 'waiting' || hasTodo(role)),
    empty: (query, { acts }) =>
      role === 'station' && Object.values(query).every((value) => value === undefined) ? acts.applying.none : null,
    // What waits comes in the order of home.
    orderOf: ({ waiting }) => (waiting ? OLDEST_STEP : null),
    sortKey: 'sortby',
    get: (api, input, signal) => {
      const { status, ...asked } = listInput<'GET assessment/query'>(input);
      const get = (among: readonly Status[], { page, size }: Paging) => {
        const limits = among.length === 0 ? {} : { status: [...among] };
        return api.call('GET assessment/query', { ...asked, ...limits, page, size }, { signal, revalidate: true });
      };
      // Only open reviews are among those that wait or are overdue.
      const isMixed = asked.sortby === OLDEST_STEP.by && !asked.waiting && !asked.overdue;
      return isMixed ? paged(get, status ?? [], input) : get(status ?? [], input);
    },
    divisionOf: ({ station }) => station.division,
    nameOf: ({ number, station }) => `${number} ${station.name}`,
  };
}

const DIALOGS = { assign: AssignDialog, balance: BalanceDialog, advance: AdvanceDialog } as const;

/** The list of assessments; `of`: only those of a station or an expert at first. */
export function AssessmentsTab({ height, of }: { height: number; of?: Query }) {
  const texts = useTexts();
  const { tui, acts } = texts;
  const { me, remarks, open } = useSession();
  const unsent = useSyncExternalStore(remarks.subscribe, remarks.snapshot);
  const model = useModel(
    () => assessmentList(me.role),
    ASSESSMENTS,
    of ?? {},
    of === undefined ? undefined : `${ASSESSMENTS} ${JSON.stringify(of)}`,
  );
  const [asked, setAsked] = useState<'export' | 'assign' | 'balance' | 'advance' | 'delete' | 'apply' | null>(null);
  const close = () => setAsked(null);
  const stageDays = useCall('GET system/settings', {}, SETTINGS_EVERY_MS).data?.stageDays;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `unsent` tells when remarks change
  const columns = useMemo(
    () => columnsFor(me.role, texts, stageDays, (id) => remarks.of(id).length),
    [me.role, texts, stageDays, remarks, unsent],
  );

  const dialog = (): Dialog | null => {
    const target = targetOf(model);
    if (asked === 'export') {
      return {
        node: <ExportPrompt model={model} exporting={ASSESSMENT_EXPORT} onClose={close} />,
        width: QUESTION_COLUMNS,
      };
    }
    if (asked === 'apply') {
      const from = model.here;
      const onBegun = (id: string) => model.seek((row) => row.id === id, from);
      return {
        node: <ApplyDialog height={floatRows(height)} onBegun={onBegun} onClose={close} />,
        width: QUESTION_COLUMNS,
      };
    }
    if (target === null || asked === null) return null;
    if (asked !== 'delete') {
      const Planning = DIALOGS[asked];
      return {
        node: <Planning model={model} target={target} height={floatRows(height)} onClose={close} />,
      };
    }
    const job = (chosen: Selection<AssessmentRow>) => deleteAssessmentsJob(model, chosen, me, texts);
    return {
      node: <OperationConfirm operation="deleteAssessments" model={model} job={job} onClose={close} />,
      width: QUESTION_COLUMNS,
    };
  };
  const target = targetOf(model);
  const deletable = (): Reason | string | null => {
    const refused = whyNoCall(me, 'POST assessment/delete', texts);
    if (refused !== null || !noneCan(target, (row) => mayDelete(row, me))) return refused;
    return onlyOf(target) ? texts.common.conflicts.notDeletable : tui.why.noneDeletable;
  };
  const exported = me.role === 'supervisor' ? 'GET supervise/assessments_export' : 'GET assessment/export';
  const noExport = whyNoCall(me, exported, texts);
  const noStep = whyNoCall(me, 'POST assessment/add_event', texts);
  const noAssigning = whyNoCall(me, 'POST assessment/assign_experts', texts);
  const steppable = (): string | null => {
    const only = onlyOf(target);
    const can = (row: AssessmentRow) => (only ? hasSteps(row, me) : commonSteps([row], me).length > 0);
    if (noStep !== null || !noneCan(target, can)) return null;
    return only ? tui.why.noSteps : acts.advance.none;
  };
  const openNow = (rows: Iterable<AssessmentRow>): string | null => {
    const open = [...rows].find(({ status }) => OPEN.includes(status));
    return open === undefined ? null : acts.applying.open(open.number);
  };
  return (
    <ListScreen<AssessmentRow>
      model={model}
      columns={columns}
      height={height}
      onOpen={(row) => open({ kind: 'assessment', id: row.id, name: model.def.nameOf(row) })}
      selectable={([exported, 'POST assessment/assign_experts', 'POST assessment/delete'] as const).some((call) =>
        isAdmitted(me, call),
      )}
      dialog={dialog()}
      detail={{
        head: ({ station }) => station.name,
        node: (row) => <AssessmentDetail row={row} />,
        below: DETAIL_ROWS,
      }}
      actions={{
        export: () => setAsked('export'),
        assign: () => setAsked('assign'),
        balance: () => setAsked('balance'),
        advance: () => setAsked('advance'),
        delete: () => setAsked('delete'),
        ...(me.role === 'station' ? { apply: () => setAsked('apply') } : {}),
        ...(hasTodo(me.role)
          ? {
              waiting: () => {
                const { query } = model.state;
                model.dispatch({ do: 'query', query: { ...query, waiting: query.waiting ? undefined : true } });
              },
            }
          : {}),
      }}
      unmet={{
        exportRight: noExport,
        exportable: model.state.total === 0 ? tui.why.noRows : null,
        stepRight: noStep,
        assignRight: noAssigning,
        assignable: noAssigning === null ? whyNoExperts(target, me, texts) : null,
        steps: steppable(),
        deleteRight: deletable(),
        applyRight: whyNoCall(me, 'POST assessment/add_assessment', texts) ?? openNow(model.loaded()),
      }}
    />
  );
}
