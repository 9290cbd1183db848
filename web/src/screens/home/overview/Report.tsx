import Download from '@mui/icons-material/Download';
import Print from '@mui/icons-material/Print';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import type { Output } from '@shp/shared/api/index';
import { findDivision } from '@shp/shared/domain/accounts/divisions';
import { LEVELS } from '@shp/shared/domain/assessment/statuses';
import { dayOf } from '@shp/shared/domain/lib/days';
import { EXPIRING_DAYS } from '@shp/shared/domain/lib/lists';
import { monthAfter } from '@shp/shared/domain/statistics/period';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from '../../../core/client.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { useUser } from '../../../core/session.ts';
import { useToast } from '../../../core/useToast.ts';
import { Failure } from '../../../ui/Failure.tsx';
import { WholeDates } from '../../../ui/fields/WholeDates.tsx';
import { BackLink, Page } from '../../../ui/Page.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { fileNameOf, saveFile } from '../../../ui/saveFile.ts';
import { FigureTable } from './FigureTable.tsx';
import { useOverviewFilter } from './filter.ts';
import { ratedOf, shareOf, totalOf, useNumbers } from './numbers.ts';
import { useOverviewText } from './texts.ts';
import { type Figures, inputOf, sumOf, useFigures, useOverdue } from './useFigures.ts';
import './report.css';

/** The months that the report offers. */
const MONTHS = 36;
/** Items that fit the page. */
const ITEMS = 5;

/** The monthly report: one page of A4 for the printer, and a workbook. */
export default function Report() {
  const { report: text } = useOverviewText();
  const { filter, month: asked, set, to } = useOverviewFilter();
  const { web } = useText();
  const toast = useToast();
  const thisMonth = dayOf(new Date()).slice(0, 7);
  const months = Array.from({ length: MONTHS }, (_, ago) => monthAfter(thisMonth, -ago));
  // The last whole month, unless the address names one.
  const month = months.find((one) => one === asked) ?? monthAfter(thisMonth, -1);
  const { figures, isLoading, error, retry } = useFigures({ ...filter, month });
  const overdue = useOverdue(figures);
  const { place: within, period: during } = inputOf({ ...filter, month });
  const findings = useQuery({
    queryKey: ['statistics', 'findings', within, during],
    queryFn: async ({ signal }) => ({
      found: await client.call('GET statistics/findings', { ...within, ...during }, { signal }),
      all: await client.call('GET statistics/findings', within, { signal }),
    }),
  });

  async function save() {
    const { place, levels, period } = inputOf({ ...filter, month });
    const response = await client.open('GET statistics/export', {
      what: 'report',
      format: 'xlsx',
      ...place,
      ...levels,
      ...period,
    });
    const name = fileNameOf(response) ?? `report-${month}.xlsx`;
    saveFile(name, await response.blob());
    toast.done(web.list.exported(name));
  }

  return (
    <>
      <BackLink to={to({ view: null, month: null })}>{text.back}</BackLink>
      <Page
        title={text.name}
        actions={
          <Box
            className="no-print"
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: { xs: 1, sm: 0 } }}
          >
            <TextField
              select
              label={text.month}
              value={month}
              onChange={(event) => set({ month: event.target.value })}
              slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
              sx={{ width: 140 }}
            >
              {months.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </TextField>
            <Button variant="contained" startIcon={<Print />} onClick={() => window.print()} disabled={isLoading}>
              {text.print}
            </Button>
            <Button variant="outlined" startIcon={<Download />} onClick={() => void save().catch(toast.failed)}>
              {text.save}
            </Button>
          </Box>
        }
      >
        {error && <Failure error={error} onRetry={retry} />}
        {findings.error && <Failure error={findings.error} onRetry={() => void findings.refetch()} />}
        {figures && overdue && findings.data && !isLoading ? (
          <Sheet figures={figures} overdue={overdue} findings={findings.data} month={month} />
        ) : (
          !error && !findings.error && <Skeleton rows={12} />
        )}
      </Page>
    </>
  );
}

type Findings = Output<'GET statistics/findings'>;
type SheetProps = {
  figures: Figures;
  /** The overdue reviews by division. */
  overdue: ReadonlyMap<string, number>;
  findings: { found: Findings; all: Findings };
  month: string;
};

function Sheet({ figures: { filter, progress, ratings, scores }, overdue, findings, month }: SheetProps) {
  const { common } = useText();
  const text = useOverviewText();
  const { report, stages, ranking, chapters, items } = text;
  const numbers = useNumbers();
  const user = useUser();
  const place = findDivision(filter.division)?.name ?? filter.division;
  const sum = (of: (row: Figures['ratings'][number]) => number) => totalOf(ratings, of);
  const stations = sum((row) => row.stations);
  const rated = sum((row) => ratedOf(row, null).stations);
  const applied = progress.months.find((one) => one.month === month);
  const figures = [
    [ranking.stations, numbers.whole(stations)],
    ...LEVELS.map((level) => [common.levels[level], numbers.whole(sum((row) => ratedOf(row, level).stations))]),
    [ranking.rate, numbers.percent(shareOf(rated, stations), 1)],
    [ranking.capacity, numbers.capacity(sum((row) => row.capacity))],
    ...EXPIRING_DAYS.map((days, at) => [
      report.ends(days),
      numbers.whole(sum(({ expiring }) => expiring[at]?.stations ?? 0)),
    ]),
  ];
  const totalRow = (cells: readonly string[]) => ({
    key: 'all',
    cells: [report.total, ...cells].map((cell) => <strong key={cell}>{cell}</strong>),
  });
  const name = (user.profile as { name?: string }).name ?? common.roles[user.role];
  return (
    <article className="report">
      <h2>{report.title(place, month)}</h2>
      <p className="line">
        <span>{report.by(name)}</span>
        {report.place(place) !== '' && <span>{report.place(place)}</span>}
        <span>{report.issued(dayOf(new Date()))}</span>
      </p>
      <Part title={report.stations}>
        <dl>
          {figures.map(([heading, figure]) => (
            <div key={heading}>
              <dt>{heading}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part title={report.applications(month)}>
        <p>
          {text.months.sum(
            numbers.whole(applied?.submitted ?? 0),
            numbers.whole(applied?.passed ?? 0),
            numbers.whole(applied?.failed ?? 0),
          )}
          {common.marks.stop}
          {text.scores.of(numbers.whole(scores.assessments))}
          {common.marks.stop}
        </p>
      </Part>
      <Part title={stages.title}>
        <FigureTable
          label={stages.title}
          columns={[
            { heading: stages.stage },
            { heading: stages.count },
            { heading: stages.median },
            { heading: stages.overdue },
          ]}
          rows={[
            ...progress.stages.map(({ status, count, medianDays, overdue }) => ({
              key: status as string,
              cells: [common.statuses[status], numbers.whole(count), numbers.maybe(medianDays), numbers.whole(overdue)],
            })),
            totalRow([numbers.whole(sumOf(progress, 'count')), '', numbers.whole(sumOf(progress, 'overdue'))]),
          ]}
        />
      </Part>
      <Part title={report.findings.title}>
        <FigureTable
          label={report.findings.title}
          columns={[
            { heading: report.findings.found },
            { heading: report.findings.open },
            { heading: report.findings.overdue },
            { heading: report.findings.closed },
            { heading: report.findings.median },
          ]}
          rows={[
            { key: 'found', name: <WholeDates>{report.findings.inMonth(month)}</WholeDates>, of: findings.found },
            { key: 'all', name: report.findings.all, of: findings.all },
          ].map(({ key, name: heading, of }) => ({
            key,
            cells: [
              heading,
              numbers.whole(of.open),
              numbers.whole(of.overdue),
              numbers.whole(of.closed),
              numbers.maybe(of.medianDays),
            ],
          }))}
        />
      </Part>
      {ratings.length > 1 && (
        <Part title={report.divisions}>
          <FigureTable
            label={report.divisions}
            columns={[
              { heading: common.fields.division },
              { heading: ranking.stations },
              { heading: ranking.rated },
              { heading: ranking.rate },
              { heading: ranking.capacity },
              { heading: ranking.overdue },
            ]}
            rows={[
              ...ratings.map((row) => ({
                key: row.division,
                cells: [
                  row.division === filter.division ? text.map.own(row.name) : row.name,
                  numbers.whole(row.stations),
                  numbers.whole(ratedOf(row, null).stations),
                  row.stations === 0 ? '–' : numbers.percent(shareOf(ratedOf(row, null).stations, row.stations), 1),
                  numbers.capacity(row.capacity),
                  numbers.whole(overdue.get(row.division) ?? 0),
                ],
              })),
              totalRow([
                numbers.whole(stations),
                numbers.whole(rated),
                stations === 0 ? '–' : numbers.percent(shareOf(rated, stations), 1),
                numbers.capacity(sum((row) => row.capacity)),
                numbers.whole(sumOf(progress, 'overdue')),
              ]),
            ]}
          />
        </Part>
      )}
      {scores.assessments > 0 && (
        <div className="columns">
          <Part title={chapters.title}>
            <FigureTable
              label={chapters.title}
              columns={[{ heading: chapters.chapter }, { heading: chapters.experts }, { heading: chapters.self }]}
              rows={scores.chapters.map(({ serial, title, self, experts }) => ({
                key: serial,
                cells: [`${serial} ${title}`, numbers.maybe(experts), numbers.maybe(self)],
              }))}
            />
          </Part>
          <Part title={items.title}>
            <FigureTable
              label={items.title}
              columns={[{ heading: items.item }, { heading: items.lost }]}
              rows={scores.items.slice(0, ITEMS).map(({ serial, content, lost }) => ({
                key: serial,
                cells: [
                  <span key="item" className="clip">
                    {serial} {content}
                  </span>,
                  numbers.fixed(lost, 1),
                ],
              }))}
            />
          </Part>
        </div>
      )}
      <p className="note">{report.note(dayOf(new Date()), scores.assessments > 0)}</p>
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
