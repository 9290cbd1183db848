import Button from '@mui/material/Button';
import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { assessmentPath } from '@shp/shared/domain/addresses/assessmentPath';
import { LIST_FIELDS } from '@shp/shared/domain/addresses/listFields';
import { parseListSearch } from '@shp/shared/domain/addresses/listSearch';
import { mayDelete } from '@shp/shared/domain/assessment/permissions';
import { OPEN } from '@shp/shared/domain/assessment/statuses';
import { ENDS_SOON_DAYS } from '@shp/shared/domain/lib/lists';
import type { Web } from '@shp/shared/text/en/web';
import { Suspense, useMemo } from 'react';
import { useListContext } from 'react-admin';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useTakenSince } from '../../core/device.ts';
import { useText } from '../../core/i18n/texts.ts';
import { lazyExtra } from '../../core/lazyWithPreload.tsx';
import { useUser } from '../../core/session.ts';
import { useSettings } from '../../core/useSettings.ts';
import { ColumnChoice } from '../../ui/list/ColumnChoice.tsx';
import { List } from '../../ui/list/List.tsx';
import { isEmpty, ListTable } from '../../ui/list/ListTable.tsx';
import { Views } from '../../ui/list/views/Views.tsx';
import { offlineSafe } from '../../ui/OfflineBoundary.tsx';
import { Page } from '../../ui/Page.tsx';
import { Apply } from './Apply.tsx';
import { AssessmentCell } from './AssessmentCell.tsx';
import { AssessmentExport, exportOf } from './AssessmentExport.tsx';
import { AssessmentFilters } from './AssessmentFilters.tsx';
import { BulkBar } from './BulkBar.tsx';
import { columnsOf, HIDDEN, headingFor, unsortedFor } from './columnsOf.ts';
import { ListTabs } from './ListTabs.tsx';
import { impliedTab, PARTS, type Tab, tabOf } from './tabs.ts';
import { useListText } from './texts.ts';

useListText.preload();

function emptyText({ assessments }: Web, role: Role, tab: Tab, filters: Record<string, unknown>): string | null {
  const { waiting: _, ...others } = filters;
  if (!isEmpty(others)) return null;
  if (tab === 'waiting') return assessments.nothingWaits;
  if (tab !== 'all') return null;
  return role === 'expert' || role === 'station' || role === 'supervisor'
    ? assessments.empty[role]
    : assessments.empty.managers;
}

const Findings = offlineSafe(() => import('./Findings.tsx'));
const RowActions = lazyExtra(() => import('./RowActions.tsx'));
const TakenLinks = lazyExtra(() => import('../../offline/TakenLinks.tsx'));

/** The assessments that the user may see, or the findings of their stations. */
export default function Screen() {
  const [parameters] = useSearchParams();
  const isOffline = useTakenSince() !== null;
  if (parameters.get('tab') === 'findings') return <Findings />;
  return isOffline ? <OnDevice /> : <Assessments />;
}

/** Offline only what is on the device opens. */
function OnDevice() {
  const { common } = useText();
  return (
    <Page title={common.menu.assessments}>
      <Suspense>
        <TakenLinks />
      </Suspense>
    </Page>
  );
}

/** The assessments that the user may see, in parts: what waits for the user first. */
function Assessments() {
  const { common, web } = useText();
  const user = useUser();
  const { role } = user;
  const { search } = useLocation();
  const { remindDays = ENDS_SOON_DAYS } = useSettings() ?? {};
  const { filter: asked } = useMemo(() => parseListSearch(search, LIST_FIELDS.assessments).state, [search]);
  const tab = tabOf(role, search, asked);
  const part = PARTS[tab];
  const filter = useMemo(() => part.filter(remindDays), [part, remindDays]);
  const inAddress = useMemo(
    () => ({ value: tab, implied: (filters: Record<string, unknown>) => impliedTab(role, filters) }),
    [tab, role],
  );
  const columns = columnsOf(role, tab);
  const name = role === 'station' ? 'applications' : part.ratings ? 'ratings' : 'assessments';
  return (
    <List<AssessmentRow>
      key={tab}
      resource="assessments"
      sort={part.sort}
      filter={filter}
      unsorted={unsortedFor(role)}
      tab={inAddress}
    >
      <Page
        title={common.menu.assessments}
        actions={
          <>
            {role === 'station' && <ApplyOrGoOn />}
            <ToFindings />
          </>
        }
        more={
          role !== 'station' && (
            <>
              <AssessmentExport />
              <Views list="assessments" />
              <ColumnChoice name={name} columns={columns} fixed={headingFor(role)} usual={HIDDEN[name]} />
            </>
          )
        }
      >
        <ListTabs tab={tab} remindDays={remindDays} />
        {role !== 'station' && <AssessmentFilters tab={tab} />}
        <BulkBar>
          <ListTable<AssessmentRow>
            name={name}
            hidden={HIDDEN[name]}
            label={common.menu.assessments}
            columns={columns}
            linked={{ key: headingFor(role), to: (row) => assessmentPath(role, row) }}
            nameOf={(row) => row.number}
            empty={(filters) => emptyText(web, role, tab, filters)}
            emptyAction={tab === 'waiting' ? <SeeAll /> : undefined}
            draw={(column, row) => <AssessmentCell column={column} row={row} />}
            {...(exportOf(role) ? { selectable: () => true } : {})}
            {...(role === 'admin' || role === 'station'
              ? {
                  actions: (row: AssessmentRow) =>
                    mayDelete(row, user) && (
                      // Until the code of the button is there, its mark.
                      <Suspense fallback="⋯">
                        <RowActions row={row} />
                      </Suspense>
                    ),
                }
              : {})}
          />
        </BulkBar>
      </Page>
    </List>
  );
}

/** With an open application no other can be made: the button opens that one. */
function ApplyOrGoOn() {
  const words = useListText();
  const { data } = useListContext<AssessmentRow>();
  if (!data) return null;
  const open = data.find(({ status }) => OPEN.includes(status));
  if (!open) return <Apply />;
  const label = open.status === 'returned' ? words.correct : open.status === 'draft' ? words.goOn : words.look;
  return <Apply underWay={{ label, to: assessmentPath('station', open) }} />;
}

/** From an empty to-do list to everything. */
function SeeAll() {
  const words = useListText();
  return (
    <Button component={Link} to={{ search: '?tab=all' }} variant="outlined">
      {words.seeAll}
    </Button>
  );
}

/** To the findings of the same stations. */
function ToFindings() {
  const words = useListText();
  return (
    <Button component={Link} to={{ search: '?tab=findings' }}>
      {words.findings}
    </Button>
  );
}
