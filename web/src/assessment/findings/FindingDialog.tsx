import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Finding } from '@shp/shared/api/findings/objects';
import { assessmentPath } from '@shp/shared/domain/addresses/assessmentPath';
import { lacksEvidence } from '@shp/shared/domain/findings/finding';
import { FINDING_STEPS } from '@shp/shared/domain/findings/steps';
import { daysSince } from '@shp/shared/domain/lib/days';
import { guard } from '@shp/shared/domain/routes';
import { wordingIn } from '@shp/shared/domain/standard/standard';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link as RouterLink } from 'react-router';
import { queries } from '../../core/assessmentQueries.ts';
import { useTakenSince } from '../../core/device.ts';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { FilesAt } from '../../files/FilesAt.tsx';
import { isPhotoUnderWay, useFinishedUploads, useUploadsAt } from '../../files/upload/useUploads.ts';
import type { Entry } from '../../outbox/entries.ts';
import type { StepOfFinding } from '../../outbox/findingSenders.ts';
import { Clock } from '../../ui/Clock.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { EditConflict } from '../EditConflict.tsx';
import { LINE } from './card.ts';
import { FindingChip } from './FindingChip.tsx';
import { StepForm } from './StepForm.tsx';
import { useFindingText } from './texts.ts';
import { useUnsentSteps } from './unsent.ts';

type Props = {
  id: string;
  /** The assessment on whose page it is, or ''. */
  assessment: string;
  /** The number of findings not closed that follow in the list, and the way to the next one. */
  following?: number;
  onNext?: () => void;
  onClose: () => void;
};

/** One finding: what was found, its steps and evidence, and the user's next step. */
export default function FindingDialog({ id, assessment, following = 0, onNext, onClose }: Props) {
  const { web } = useText();
  const { findings } = useFindingText();
  const titleId = useId();
  const { data, error, refetch } = useQuery(queries.finding(id));
  const isKept = useUnsentSteps().has(id);
  return (
    <Dialog open fullWidth maxWidth="md" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId} sx={TEXT}>
        {data?.text ?? findings.title}
        {data && (
          <Typography component="span" variant="body2" sx={NUMBER}>
            {`${findings.columns.no} ${data.no}`}
          </Typography>
        )}
      </DialogTitle>
      {data ? (
        <Whole finding={data} assessment={assessment}>
          {data.actions.length === 0 && following > 0 && (
            <Button key={id} autoFocus variant="contained" onClick={onNext}>
              {findings.screen.nextOpen(following)}
            </Button>
          )}
          {/* Beside a step that closes the finding, "Close" would be two things. */}
          <Button onClick={onClose}>{data.actions.length > 0 && !isKept ? web.cancel : web.close}</Button>
        </Whole>
      ) : (
        <>
          <DialogContent>
            {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{web.close}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

/** `children`: the buttons that stand before the one that takes a step. */
function Whole({ finding, assessment, children }: { finding: Finding; assessment: string; children: ReactNode }) {
  const { findings } = useFindingText();
  const { lang } = usePreferences();
  const words = findings.screen;
  const { id, serial, content, contentEn, advice, files, actions } = finding;
  const { id: user } = useUser();
  const { uploads, pending } = useUploadsAt(id, id);
  const offline = useTakenSince() !== null;
  // Photographs are kept here, and a step that is kept here waits for them.
  const uploading = pending.some((upload) => !offline || !isPhotoUnderWay(upload));
  const unsent = useUnsentSteps().get(id);
  useFinishedUploads(id);
  const last = finding.events.at(-1);
  const used = new Set(finding.events.flatMap((event) => event.files));
  const loose = files.filter((file) => !used.has(file.id));
  // What is to be checked stands before the decision on it, and not again in the history.
  const latest = actions.length > 0 && last && last.from !== null ? last : null;
  const earlier = latest ? finding.events.slice(0, -1) : finding.events;
  const whole = (fields: ReactNode) => (
    <Stack spacing={2}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <FindingChip row={finding} />
        <Facts finding={finding} assessment={assessment} />
      </Box>
      {content !== null && (
        <Typography sx={{ color: 'text.secondary' }}>
          {serial} {wordingIn(lang, content, contentEn)}
        </Typography>
      )}
      {advice !== '' && (
        <Named name={words.advice}>
          <Typography sx={TEXT}>{advice}</Typography>
        </Named>
      )}
      {(files.length > 0 || pending.length > 0) && (
        <Named name={words.evidence}>
          <FilesAt
            assessment={id}
            label={words.evidence}
            files={files.filter((file) => used.has(file.id))}
            mayDelete={false}
          />
          <FilesAt
            assessment={id}
            label={words.evidenceNote}
            files={loose}
            pending={{ uploads, list: pending }}
            mayDelete={loose.every(({ by }) => by.id === user)}
          />
        </Named>
      )}
      {latest && (
        <Named name={words.latest}>
          <Box sx={QUOTE}>
            <Step event={latest} />
            {lacksEvidence(finding.state, finding.events) && (
              <Typography variant="body2" sx={{ color: 'warning.main', fontWeight: 600 }}>
                {words.noEvidence}
              </Typography>
            )}
          </Box>
        </Named>
      )}
      {unsent && <UnsentStep entry={unsent} />}
      {fields && <Named name={words.next}>{fields}</Named>}
      {earlier.length > 0 && (
        <Named name={words.history}>
          <Steps events={earlier} />
        </Named>
      )}
    </Stack>
  );
  const frame = (fields: ReactNode, button: ReactNode) => (
    <>
      {/* What is only read scrolls by keyboard too. */}
      <DialogContent dividers tabIndex={0}>
        {whole(fields)}
      </DialogContent>
      <DialogActions>
        {children}
        {button}
      </DialogActions>
    </>
  );
  if (unsent || actions.length === 0) return frame(null, null);
  return (
    <StepForm key={finding.state} finding={finding} assessment={assessment} loose={loose} uploading={uploading}>
      {frame}
    </StepForm>
  );
}

/** Station, days that it waits to be checked, points, last day and review; station and review lead to their pages where the user may open them. */
function Facts({ finding, assessment }: { finding: Finding; assessment: string }) {
  const { findings } = useFindingText();
  const words = findings.screen;
  const { role } = useUser();
  const { station, state, updatedAt, lost, due, assessment: review } = finding;
  // A review that has made findings is decided; another expert's page is not for an expert.
  const path = review && assessmentPath(role, { id: review.id, status: 'passed' });
  const opens = path !== null && role !== 'expert' && review?.id !== assessment && guard(role, path).go === 'stay';
  const stations = guard(role, '/stations').go === 'stay';
  const facts: readonly (readonly [text: string, to: string | null])[] = [
    [station.name, stations ? `/stations?show=${encodeURIComponent(station.id)}` : null],
    [state === 'done' ? words.toCheckFor(daysSince(updatedAt)) : '', null],
    [lost === null ? '' : words.lost(lost.toFixed(1)), null],
    [due === null ? '' : words.due(due), null],
    [review === null ? '' : words.ofReview(review.number), opens ? path : null],
  ];
  return (
    <Box sx={LINE}>
      {facts.map(
        ([fact, to]) =>
          fact !== '' && (
            <span key={fact}>
              {to === null ? (
                fact
              ) : (
                <Link component={RouterLink} to={to} underline="always">
                  {fact}
                </Link>
              )}
            </span>
          ),
      )}
    </Box>
  );
}

/** A step that is kept on this device, or the choice that it needs. */
function UnsentStep({ entry }: { entry: Entry }) {
  const { findings, rules } = useFindingText();
  const words = findings.screen;
  const show = (value: unknown) => {
    const { to, text } = value as StepOfFinding;
    return `${rules.findingStates[to]}\n${text}`;
  };
  if (entry.trouble) return <EditConflict entry={entry} show={show} />;
  return (
    <Alert severity="info" sx={TEXT}>
      {words.kept}
      <br />
      {show(entry.value)}
    </Alert>
  );
}

function Steps({ events }: { events: Finding['events'] }) {
  const { findings } = useFindingText();
  return (
    <Box component="ol" aria-label={findings.screen.history} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {events.toReversed().map((event) => (
        <Box
          component="li"
          key={`${event.at}-${event.state}`}
          sx={{ py: 1, borderTop: '1px solid', borderColor: 'divider' }}
        >
          <Step event={event} />
        </Box>
      ))}
    </Box>
  );
}

function Step({ event: { at, from, state, text, due, by } }: { event: Finding['events'][number] }) {
  const { common } = useText();
  const { findings, rules } = useFindingText();
  const words = findings.screen;
  const step = FINDING_STEPS.find((one) => one.from === from && one.to === state);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
        <Clock at={at} />
        <span>{step ? words.taken[step.name] : from === null ? words.found : rules.findingStates[state]}</span>
        <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
          {by ? `${by.name}${common.marks.brackets(common.roles[by.role])}` : words.system}
        </Typography>
      </Box>
      {from !== null && text !== '' && <Typography sx={TEXT}>{text}</Typography>}
      {from !== null && due !== null && state === 'planned' && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {words.due(due)}
        </Typography>
      )}
    </>
  );
}

function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section>
      <Typography variant="h3" gutterBottom>
        {name}
      </Typography>
      {children}
    </section>
  );
}

const QUOTE = { pl: 1.5, borderLeft: '3px solid', borderColor: 'divider' } as const;
/** Beneath the heading, on a line of its own. */
const NUMBER = { display: 'block', color: 'text.secondary', whiteSpace: 'nowrap' } as const;
const TEXT = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const;
