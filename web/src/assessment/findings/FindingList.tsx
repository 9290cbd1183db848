import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import type { FindingRow } from '@shp/shared/api/findings/objects';
import { hasDuty } from '@shp/shared/domain/accounts/duties';
import {
  FINDING_VIEWS,
  FINDINGS_PAGE,
  type FindingView,
  filterOfView,
  findingViewOf,
} from '@shp/shared/domain/addresses/findings';
import { FINDING_ROLES } from '@shp/shared/domain/findings/steps';
import { wordingIn } from '@shp/shared/domain/standard/standard';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { lazyExtra } from '../../core/lazyWithPreload.tsx';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { SelectControl } from '../../ui/fields/SelectControl.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { CARD, FACTS, HEAD, TEXT } from './card.ts';
import { FindingChip } from './FindingChip.tsx';
import { useFindingText } from './texts.ts';
import { useUnsentFindings, useUnsentSteps } from './unsent.ts';

const FindingDialog = lazyDialog(() => import('./FindingDialog.tsx'));
const UnsentCard = lazyExtra(() => import('./UnsentCard.tsx'));
const AddDialog = lazyDialog(() => import('./AddDialog.tsx'));

type Props = {
  /** Only the findings of this station. */
  station?: string;
  /** New findings of a unit belong to this assessment. */
  assessment?: string;
  /** Further buttons. */
  children?: ReactNode;
};

/** Findings as cards with filters; each opens with its steps and its next one. */
export function FindingList({ station, assessment, children }: Props) {
  const { findings, rules } = useFindingText();
  const words = findings.screen;
  const user = useUser();
  const { role } = user;
  const [search] = useSearchParams();
  const [which, setWhich] = useState<string>(findingViewOf(search) ?? 'unclosed');
  const [serial, setSerial] = useState('');
  const [name, setName] = useState('');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const named = station ?? (name.trim() || undefined);
  const filter = {
    ...(isView(which) ? filterOfView(which) : {}),
    ...(serial.trim() === '' ? {} : { serial: serial.trim() }),
    ...(named === undefined ? {} : { station: named }),
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['findings', filter, page],
    queryFn: ({ signal }) => client.call('GET finding/query', { ...filter, page, size: FINDINGS_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  });
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

  return (
    <>
      <Box component="search" aria-label={words.filter} sx={BAR}>
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
        <TextField label={words.serial} value={serial} onChange={(event) => from(setSerial)(event.target.value)} />
        {station === undefined && role !== 'station' && (
          <TextField label={words.station} value={name} onChange={(event) => from(setName)(event.target.value)} />
        )}
        <Box sx={BUTTONS}>
          {children}
          {role !== 'expert' && (
            <ExportButton open={(format) => client.open('GET finding/export', { ...filter, format })} />
          )}
          {mayAdd && (
            <Button variant="contained" onClick={() => setAdding(true)}>
              {words.add}
            </Button>
          )}
        </Box>
      </Box>
      {unsent.length > 0 && (
        <Box component="ul" aria-label={words.unsent} sx={{ ...LIST, mb: 1 }}>
          <Suspense>
            {unsent.map((entry) => (
              <UnsentCard key={entry.object} entry={entry} />
            ))}
          </Suspense>
        </Box>
      )}
      {which === 'unclosed' && station !== undefined && (
        <Closed station={station} onShow={() => from(setWhich)('closed')} />
      )}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && data.total === 0 && unsent.length === 0 && (
        <Empty>{which === '' && serial === '' && name === '' ? words.none : words.noneFound}</Empty>
      )}
      <Box component="ul" aria-label={findings.title} sx={LIST}>
        {data?.items.map((row) => (
          <FindingCard
            key={row.id}
            row={row}
            isUnsent={steps.has(row.id)}
            showsStation={station === undefined}
            onOpen={() => setOpened(row.id)}
          />
        ))}
      </Box>
      {data && data.total > FINDINGS_PAGE && (
        <Box component="nav" aria-label={words.pages} sx={BAR}>
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {words.later}
          </Button>
          <span>
            {words.range((page - 1) * FINDINGS_PAGE + 1, Math.min(page * FINDINGS_PAGE, data.total), data.total)}
          </span>
          <Button disabled={page * FINDINGS_PAGE >= data.total} onClick={() => setPage(page + 1)}>
            {words.earlier}
          </Button>
        </Box>
      )}
      {opened !== null && <FindingDialog id={opened} assessment={assessment ?? ''} onClose={() => setOpened(null)} />}
      {adding && (
        <AddDialog
          {...(role === 'station' ? {} : { station: station ?? '' })}
          assessment={assessment}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
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

const isView = (which: string): which is FindingView => (FINDING_VIEWS as readonly string[]).includes(which);

type CardProps = { row: FindingRow; isUnsent: boolean; showsStation: boolean; onOpen: () => void };

function FindingCard({ row, isUnsent, showsStation, onOpen }: CardProps) {
  const { common } = useText();
  const { findings, rules } = useFindingText();
  const { lang } = usePreferences();
  const { no, station, serial, content, contentEn, text, due, lost, source, assessment } = row;
  const words = findings.screen;
  const facts = [
    no,
    showsStation ? station.name : null,
    lost === null ? rules.findingSources[source] : words.lost(lost.toFixed(1)),
    assessment && words.ofReview(assessment.number),
    due && words.due(due),
  ].filter(Boolean);
  return (
    <Paper component="li" variant="outlined" sx={CARD}>
      <Box sx={HEAD}>
        <Link
          component="button"
          onClick={onOpen}
          aria-label={`${words.open(no)}${common.marks.colon}${text}`}
          sx={NAME}
        >
          {text}
        </Link>
        <FindingChip row={row} />
        {isUnsent && <Chip size="small" color="warning" label={words.unsent} />}
      </Box>
      {content !== null && (
        <Box sx={FACTS}>
          {serial} {wordingIn(lang, content, contentEn)}
        </Box>
      )}
      <Box sx={FACTS}>
        {facts.map((fact, index) => (
          <Fragment key={fact}>
            {index > 0 && ' '}
            <Box component="span" sx={{ display: 'inline-block' }}>
              {fact}
              {index < facts.length - 1 && ' ·'}
            </Box>
          </Fragment>
        ))}
      </Box>
    </Paper>
  );
}

const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  my: 2,
  '& .MuiTextField-root': { flex: '1 1 10rem', maxWidth: 260 },
} as const;
/** What was found heads its card, in full. */
const NAME = { ...TEXT, flex: '0 1 auto', color: 'text.primary', fontWeight: 600, textAlign: 'left' } as const;
const BUTTONS = { display: 'flex', flexWrap: 'wrap', gap: 1, ml: 'auto' } as const;
const LIST = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 } as const;
