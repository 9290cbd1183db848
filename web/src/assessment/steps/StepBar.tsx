import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Assessment, Event } from '@shp/shared/api/objects';
import type { LifecycleRow } from '@shp/shared/domain/assessment/lifecycle';
import { hasTodo } from '@shp/shared/domain/assessment/waiting';
import { useQuery } from '@tanstack/react-query';
import { Suspense, startTransition, useContext, useEffect, useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router';
import { queries } from '../../core/assessmentQueries.ts';
import { useTakenSince } from '../../core/device.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { useUnsent } from '../../outbox/useOutbox.ts';
import { useMinWidth } from '../../theme/useMinWidth.ts';
import { disabledButtonStyle } from '../../ui/disabledButtonStyle.ts';
import { Failure } from '../../ui/Failure.tsx';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { hashOf } from '../anchors.ts';
import { useCollectedCount } from '../remarks/editor/useDrafts.ts';
import { useUnanswered } from '../remarks/remarksContext.ts';
import { UnansweredLink } from '../remarks/UnansweredLink.tsx';
import { useUnread } from '../score/useUnread.ts';
import { FootBar } from './FootBar.tsx';
import { MoreSteps } from './MoreSteps.tsx';
import { NextWaiting } from './NextWaiting.tsx';
import { OutcomeLine, TakeBack } from './OutcomeLine.tsx';
import { buttonLook, type Offered, offeredSteps, reasonsByStep } from './offeredSteps.ts';
import { OutcomeContext } from './outcome.ts';
import { useIsConcluded } from './useConclusion.ts';
import { useOwnSteps } from './useOwnSteps.ts';
import { WhyNot } from './WhyNot.tsx';

const StepDialog = lazyDialog(() => import('./StepDialog.tsx'));

type Props = {
  assessment: Assessment;
  events: readonly Event[];
  /** A name of the part that lists what is missing, so that the bar links to it instead of listing it again. */
  listed?: string;
};

/** The decision at the foot of a page: the user's steps, what stands in their way, and the next assessment to do. */
export function StepBar({ assessment, events, listed }: Props) {
  const { review } = useReviewText();
  const { lang } = usePreferences();
  const user = useUser();
  const unsent = useUnsent(assessment.id);
  const offline = useTakenSince() !== null;
  const remarks = useCollectedCount();
  const unanswered = useUnanswered().length;
  const [asked, setAsked] = useState<LifecycleRow | null>(null);
  const { outcome, setOutcome } = useContext(OutcomeContext);
  const made = outcome !== null;
  const wide = useMinWidth('sm');
  const { data: steps, error, refetch } = useQuery(queries.nextSteps(assessment.id, lang));
  const rows = useOwnSteps(assessment, events);
  const { isConcluded, toSave } = useIsConcluded(assessment.id);
  const ask = (row: LifecycleRow | null) => startTransition(() => setAsked(row));
  // Passing is not forbidden by what is unread, only told.
  const unread = useUnread(
    assessment.id,
    steps !== undefined && rows.some(({ name, to }) => name === 'passFirst' && steps.some((step) => step.to === to)),
  );
  const acts = steps !== undefined && steps.length > 0;
  // Ready before the first press; if it does not come, the press loads it again.
  useEffect(() => {
    if (acts) StepDialog.preload().catch(() => undefined);
  }, [acts]);
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!steps) return null;
  const offered = offeredSteps(steps, rows, assessment, { role: user.role, isConcluded });
  const waits = user.role !== 'station' && hasTodo(user.role);
  if (offered.length === 0 && user.role === 'station') return null;
  // Right after submitting, the way back is the "Undo" of its message.
  const back = outcome?.name === 'submit' ? offered.find(({ row }) => row.name === 'takeBack') : undefined;
  const shown = offered.filter((one) => one.place === 'bar' && one !== back);
  const reasons = reasonsByStep(shown);
  const whyAllWait = offline
    ? review.steps.offline
    : unsent > 0 && shown.some(({ allowed }) => !allowed)
      ? review.steps.unsent(unsent)
      : null;
  const waiting = offered.length > 0 ? whyAllWait : null;
  const chosen = offered.find(({ row }) => row.name === asked?.name && row.to === asked.to);
  return (
    <>
      <FootBar
        label={review.steps.title}
        reasons={
          <>
            <OutcomeLine>{back && <TakeBack assessment={assessment} row={back.row} />}</OutcomeLine>
            {offered.length === 0 && !made && <Typography>{review.steps.none}</Typography>}
            {remarks > 0 && (
              <Link component={RouterLink} to={{ hash: hashOf({ part: 'submit' }) }} sx={{ mr: 2 }}>
                {review.steps.toSend(remarks)}
              </Link>
            )}
            {unanswered > 0 && shown.some(({ row }) => row.name === 'submit') && <UnansweredLink />}
            {unread !== '' && !made && (
              <Link component={RouterLink} to={{ hash: hashOf({ part: 'score' }) }} sx={{ mr: 2 }}>
                {unread}
              </Link>
            )}
            {shown.some(({ row, allowed }) => row.name === 'endReview' && allowed) && (
              <Concluded assessment={assessment} />
            )}
            {waiting === null ? (
              <WhyNot id={assessment.id} reasons={reasons} listed={listed} />
            ) : (
              <Typography id={WAITING_ID} component="span" role="status">
                {waiting}
              </Typography>
            )}
          </>
        }
      >
        {/* First, so that the steps stay where they are when it comes. On a telephone it comes once the step is taken. */}
        {waits && (wide || made) && (
          <NextWaiting
            key={String(made)}
            assessment={assessment}
            autoFocus={made}
            main={made && !shown.some(({ main }) => main)}
          />
        )}
        {reasons.map(({ step, describedBy }) => (
          <StepButton
            key={step.row.to}
            step={step}
            again={assessment.status === 'returned'}
            describedBy={waiting === null ? describedBy : WAITING_ID}
            offline={offline}
            onAsk={() => ask(step.row)}
          />
        ))}
        <MoreSteps steps={offered.filter(({ place }) => place === 'menu')} offline={offline} onAsk={ask} />
      </FootBar>
      <Suspense>
        {asked && (
          <StepDialog
            assessment={assessment}
            row={asked}
            // Another user may have taken the step first.
            possible={chosen !== undefined}
            saveSelf={chosen?.saveSelf ?? false}
            unread={asked.name === 'passFirst' ? unread : ''}
            hints={chosen?.hints ?? []}
            unsent={unsent}
            conclusion={asked.needs.includes('managerConclusion') ? toSave : null}
            onMade={(after, remarks) => setOutcome({ name: asked.name, after, remarks })}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** How many of the experts have concluded, beside the step that ends their review without the others. */
function Concluded({ assessment: { id, experts } }: Pick<Props, 'assessment'>) {
  const { review } = useReviewText();
  const { data: result } = useQuery(queries.result(id));
  if (!result) return null;
  return <Typography variant="body2">{review.steps.concluded(result.experts, experts.length)}</Typography>;
}

/** The id of the line that says why every step waits. */
const WAITING_ID = 'steps-wait';

type ButtonProps = {
  step: Offered;
  /** Whether the application was submitted before. */
  again: boolean;
  describedBy: string;
  offline: boolean;
  onAsk: () => void;
};

/**
 * A step's button. One that is not possible stays focusable and names its reasons; one that lacks nothing but the
 * conclusion leads there; edits on their way only delay its dialog.
 */
function StepButton({ step, again, describedBy, offline, onAsk }: ButtonProps) {
  const { review, rules } = useReviewText();
  const navigate = useNavigate();
  const { row, problems } = step;
  // The conclusion is written on its own part, which proposes a text.
  const leads = !offline && !step.allowed && problems.every(({ code }) => code === 'conclusionMissing');
  const possible = step.allowed && !offline;
  return (
    <Button
      {...buttonLook(step)}
      aria-disabled={!possible && !leads}
      title={leads ? problems[0]?.message : undefined}
      aria-describedby={possible ? undefined : describedBy}
      onClick={() => (leads ? navigate({ hash: hashOf({ part: 'conclusion' }) }) : possible && onAsk())}
      sx={possible || leads ? {} : disabledButtonStyle}
    >
      {row.name === 'submit' ? review.steps[again ? 'resubmit' : 'submit'] : rules.steps[row.name]}
    </Button>
  );
}
