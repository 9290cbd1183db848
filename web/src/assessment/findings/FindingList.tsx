import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { FindingRow } from '@shp/shared/api/findings/objects';
import { hasDuty } from '@shp/shared/domain/accounts/duties';
import {
  FINDING_VIEWS,
  FINDINGS_PAGE,
  FIRST_SHOWN,
  type FindingView,
  filterOfView,
  findingGroupsOf,
  findingSearch,
  findingViewOf,
  orderOfView,
} from '@shp/shared/domain/addresses/findings';
import { FINDING_ROLES } from '@shp/shared/domain/findings/steps';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { client } from '../../core/client.ts';
import { lazyExtra } from '../../core/lazyWithPreload.tsx';
import { useUser } from '../../core/session.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { SelectControl } from '../../ui/fields/SelectControl.tsx';
import { useLater } from '../../ui/fields/useLater.ts';
import { Loading } from '../../ui/Loading.tsx';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { Pages } from '../../ui/list/Pager.tsx';
import { FindingCard } from './FindingCard.tsx';
import { useFindingText } from './texts.ts';
import { useUnsentFindings, useUnsentSteps } from './unsent.ts';

const FindingDialog = lazyDialog(() => import('./FindingDialog.tsx'));
const UnsentCard = lazyExtra(() => import('./UnsentCard.tsx'));
const AddDialog = lazyDialog(() => import('./AddDialog.tsx'));

/** The pause in typing after which the list is asked for. */
const TYPING_MS = 400;

type Props = {
  /** Only the findings of this station. */
  station?: string;
  /** New findings of a unit belong to this assessment. */
  assessment?: string;
  /** Further buttons. */
  children?: ReactNode;
  /** Where the buttons stand; without it, beside the filters. */
  frame?: (buttons: ReactNode, list: ReactNode) => ReactNode;
};

/** Findings with filters, what waits for the reader and what is overdue first; each opens with its steps and its next one. */
export function FindingList({ station, assessment, children, frame }: Props) {
  const { findings, rules } = useFindingText();
  const words = findings.screen;
  const user = useUser();
  const { role } = user;
  const [search] = useSearchParams();
  const [which, setWhich] = useState<string>(findingViewOf(search) ?? 'unclosed');
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(FINDINGS_PAGE);
  const [opened, setOpened] = useState<{ id: string; following: readonly string[] } | null>(null);
  const [adding, setAdding] = useState(false);
  const text = useLater(typed.trim(), TYPING_MS);
  const filter = {
    ...(isView(which) ? filterOfView(which) : {}),
    ...(station === undefined ? {} : { station }),
    ...findingSearch(text),
  };
  // Among those not closed, what waits for the reader and what is overdue stand first, apart from the rest.
  const grouped = which === 'unclosed';
  const parts = findingGroupsOf(role);
  const first = grouped ? parts.first : [];
  const rest = grouped ? { ...filter, ...parts.rest } : filter;
  const order = orderOfView(isView(which) ? which : null);
  const found = useQueries({
    queries: first.map((view) => ({
      queryKey: ['findings', filter, view],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.call(
          'GET finding/query',
          { ...filter, ...filterOfView(view), ...orderOfView(view), size: FIRST_SHOWN },
          { signal },
        ),
      placeholderData: keepPreviousData,
    })),
  });
  const groups = first.map((view, index) => {
    const { total = 0, items = [] } = found[index]?.data ?? {};
    return {
      view,
      total,
      rows: items,
      heading: view === 'overdue' ? words.overdueCount(total) : words.doneCount(total),
    };
  });
  const inGroups = groups.reduce((sum, { total }) => sum + total, 0);
  const { data, error, refetch } = useQuery({
    queryKey: ['findings', rest, page, perPage],
    queryFn: ({ signal }) => client.call('GET finding/query', { ...rest, ...order, page, size: perPage }, { signal }),
    placeholderData: keepPreviousData,
  });
  // A list that is read at a glance needs no filters.
  const isShort = which === 'unclosed' && data !== undefined && inGroups + data.total < SEARCHED && typed === '';
  const unsent = useUnsentFindings(assessment);
  const steps = useUnsentSteps();
  const mayAdd =
    hasDuty(user, 'system') &&
    (FINDING_ROLES as readonly string[]).includes(role) &&
    (role === 'station' || station !== undefined);
  const from = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value);
      setPage(1);
    };
  };

  /** What follows an opened finding in the list and is not closed: a step may take the opened one out of it. */
  const followersOf = (id: string) => {
    const all = [...groups.flatMap(({ rows }) => rows), ...(data?.items ?? [])];
    const open = all.filter((row) => row.id === id || row.state !== 'closed').map((row) => row.id);
    return open.slice(open.indexOf(id) + 1);
  };
  const group = (rows: readonly FindingRow[], label: string) => (
    <Paper component="ul" aria-label={label} sx={LIST}>
      {rows.map((row) => (
        <FindingCard
          key={row.id}
          row={row}
          isUnsent={steps.has(row.id)}
          showsStation={station === undefined}
          onOpen={() => setOpened({ id: row.id, following: followersOf(row.id) })}
        />
      ))}
    </Paper>
  );
  const buttons = (
    <>
      {children}
      {role !== 'expert' && (
        <ExportButton open={(format) => client.open('GET finding/export', { ...filter, format })} />
      )}
      {mayAdd && (
        <Button variant={station === undefined ? 'contained' : 'outlined'} onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      )}
    </>
  );

  const list = (
    <>
      <Box component="search" aria-label={words.filter} sx={BAR}>
        {!isShort && (
          <>
            <SelectControl
              label={findings.columns.state}
              value={which}
              onChange={from(setWhich)}
              required={false}
              none={words.anyState}
              problem={undefined}
              options={FINDING_VIEWS.map((view) => [
                view,
                view === 'unclosed' || view === 'overdue' ? words[view] : rules.findingStates[view],
              ])}
            />
            <TextField label={words.search} value={typed} onChange={(event) => from(setTyped)(event.target.value)} />
          </>
        )}
        {!frame && <Box sx={BUTTONS}>{buttons}</Box>}
      </Box>
      {unsent.length > 0 && (
        <Paper component="ul" aria-label={words.unsent} sx={{ ...LIST, mb: 1 }}>
          <Suspense>
            {unsent.map((entry) => (
              <UnsentCard key={entry.object} entry={entry} />
            ))}
          </Suspense>
        </Paper>
      )}
      {which === 'unclosed' && station !== undefined && (
        <Closed station={station} onShow={() => from(setWhich)('closed')} />
      )}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && data.total === 0 && inGroups === 0 && unsent.length === 0 && (
        <Empty>{which === '' && text === '' ? words.none : words.noneFound}</Empty>
      )}
      {groups.map(
        ({ view, total, rows, heading }) =>
          total > 0 && (
            <Fragment key={view}>
              <Box sx={GROUP}>
                <Typography variant="h2" sx={view === 'overdue' ? { color: 'error.main' } : {}}>
                  {heading}
                </Typography>
                {total > FIRST_SHOWN && (
                  <Button size="small" onClick={() => from(setWhich)(view)}>
                    {words.showAll(total)}
                  </Button>
                )}
              </Box>
              {group(rows, heading)}
            </Fragment>
          ),
      )}
      {inGroups > 0 && data && data.total > 0 && (
        <Box sx={GROUP}>
          <Typography variant="h2">{words.restCount(data.total)}</Typography>
        </Box>
      )}
      {data && data.items.length > 0 && group(data.items, findings.title)}
      {data && data.total > FINDINGS_PAGE && (
        <Pages page={page} perPage={perPage} total={data.total} setPage={setPage} setPerPage={from(setPerPage)} />
      )}
      {opened !== null && (
        <FindingDialog
          id={opened.id}
          assessment={assessment ?? ''}
          following={opened.following.length}
          onNext={() => {
            const [id = '', ...following] = opened.following;
            setOpened({ id, following });
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {adding && (
        <AddDialog
          {...(role === 'station' ? {} : { station: station ?? '' })}
          assessment={assessment}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
  return frame ? frame(buttons, list) : list;
}

/** What became of the station's earlier findings: how many are closed, and a way to them. */
function Closed({ station, onShow }: { station: string; onShow: () => void }) {
  const { findings } = useFindingText();
  const filter = { ...filterOfView('closed'), station };
  const { data } = useQuery({
    queryKey: ['findings', filter, 'count'],
    queryFn: ({ signal }) => client.call('GET finding/query', { ...filter, size: 1 }, { signal }),
  });
  if (!data || data.total === 0) return null;
  return (
    <Button size="small" onClick={onShow} sx={{ mb: 1 }}>
      {findings.screen.showClosed(data.total)}
    </Button>
  );
}

/** From so many findings on they are filtered. */
const SEARCHED = 10;

const isView = (which: string): which is FindingView => (FINDING_VIEWS as readonly string[]).includes(which);

const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  my: 2,
  '& .MuiTextField-root': { flex: '1 1 10rem', maxWidth: { sm: 260 } },
} as const;
const GROUP = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
  minHeight: 36,
  mt: 2,
  mb: 1,
} as const;
const BUTTONS = { display: 'flex', flexWrap: 'wrap', gap: 1, ml: 'auto' } as const;
const LIST = {
  listStyle: 'none',
  m: 0,
  p: 0,
  overflow: 'hidden',
  '& > li + li': { borderTop: '1px solid', borderColor: 'divider' },
} as const;
