import type { CallKey } from '@shp/shared/api/index';
import { Box } from 'ink';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { stepRow } from '../../../lists/stepRow.ts';
import { statusName } from '../../format.ts';
import type { Reason } from '../../keys/reasons.ts';
import { useKeys, useWhenLoaded } from '../../keys/useKeys.ts';
import { statusHue } from '../../look/statusHue.ts';
import { usePath } from '../../path.ts';
import { isAdmitted, mayCall, whyNoCall } from '../../permissions.ts';
import type { RemarkPlace } from '../../remarkDrafts.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { useCopied } from '../../useCopied.ts';
import { LIVE_MS } from '../../useLive.ts';
import { Floating, floatRows, QUESTION_COLUMNS } from '../../widgets/Floats.tsx';
import { FRAME_ROWS, Pane } from '../../widgets/Pane.tsx';
import { Overlay } from '../../widgets/Panel.tsx';
import { Pending } from '../../widgets/Pending.tsx';
import { assessmentList } from '../AssessmentsTab.tsx';
import { AssignDialog } from '../assign/AssignDialog.tsx';
import { whyNotAssignable } from '../assign/whyNoExperts.ts';
import { AnswerDialog } from './AnswerDialog.tsx';
import { ConclusionDialog } from './ConclusionDialog.tsx';
import { EventsPart } from './EventsPart.tsx';
import { ExpertsPart } from './ExpertsPart.tsx';
import { FilesPart } from './FilesPart.tsx';
import { FormPart } from './FormPart.tsx';
import { KEPT_KEYS } from './keptKeys.ts';
import type { PartProps, ScoresAt } from './LinesPart.tsx';
import { OverviewPart } from './OverviewPart.tsx';
import { PartTab } from './PartTab.tsx';
import { RemarkDialog, type Remarking, RemarkingContext } from './remarking.tsx';
import { ScoresPart } from './ScoresPart.tsx';
import { StepDialog } from './StepDialog.tsx';
import { ScoreImport } from './scores/ScoreImport.tsx';
import { entersScores, whyNoScores } from './scores/scoreRight.ts';
import { mayStillReturn, UnsentRemarks } from './UnsentRemarks.tsx';

const PARTS = ['overview', 'form', 'scores', 'experts', 'events', 'files'] as const;
type Part = (typeof PARTS)[number];
/** The dialog of a key. */
type Asked = 'step' | 'assign' | 'scores' | 'conclude' | 'answer' | 'unsent';

const SHOWN: Record<Part, (props: PartProps) => React.ReactNode> = {
  overview: OverviewPart,
  form: FormPart,
  scores: ScoresPart,
  experts: ExpertsPart,
  events: EventsPart,
  files: FilesPart,
};

/** A part with another key is fetched again. */
function keyOf(part: Part, version: number, turn: number): string {
  // Files are fetched again in their place: the cursor stays on its file.
  if (part === 'files') return part;
  // Scores ask for changes themselves: what is being entered there stays when the assessment changes.
  return part === 'scores' ? `${part} ${turn}` : `${part} ${version} ${turn}`;
}

/** A dialog is above a part and what is open in it. */
const ABOVE_PARTS = 4;
/** Rows for the parts, with a blank line where there is room for it. */
const headRows = (height: number) => (height > 22 ? 2 : 1);

/** One assessment; shows one part at a time. */
export function AssessmentScreen({ id, name, height }: { id: string; name: string; height: number }) {
  const { texts, look } = useUi();
  const copied = useCopied();
  const { tui } = texts;
  const { me, models, jobs, remarks, say, back } = useSession();
  const [part, setPart] = useState<Part>('overview');
  // Each turn fetches the part again.
  const [turn, setTurn] = useState(0);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [remarkOn, setRemarkOn] = useState<{ place: RemarkPlace; name: string } | null>(null);
  useSyncExternalStore(remarks.subscribe, remarks.snapshot);
  useEffect(() => remarks.look(id), [remarks, id]);
  const scoresAt = useRef<ScoresAt>({ chapter: null, row: null, item: 0 });
  // Under a dialog nothing changes: its call carries the version that was seen.
  const isFree = asked === null && remarkOn === null;
  const every = isFree ? LIVE_MS : undefined;
  const { data, failure, isComing, reload } = useCall('GET assessment', { id }, every);
  const close = () => {
    setAsked(null);
    reload();
  };
  const parts = PARTS.filter((one) => one !== 'experts' || mayCall(me, 'GET assessment/experts'));
  const go = (by: number) => {
    const place = parts.indexOf(part);
    setPart(parts[(place + by + parts.length) % parts.length] ?? 'overview');
  };
  const unless = (call: CallKey, reason: string | null): Reason | string | null => whyNoCall(me, call, texts) ?? reason;
  const scores = entersScores(me);
  const steps = useCall('GET assessment/next_steps', { id }, every);
  // A finished job may have changed this assessment.
  const jobsEnded = useSyncExternalStore(jobs.subscribe, jobs.countEnded);
  const { reload: reloadSteps } = steps;
  const seen = useRef(jobsEnded);
  useEffect(() => {
    if (seen.current === jobsEnded) return;
    seen.current = jobsEnded;
    reload();
    reloadSteps();
  }, [jobsEnded, reload, reloadSteps]);
  const known = data !== null && steps.data !== null;
  const failed = failure !== null || steps.failure !== null;
  const given = remarks.of(id);
  const no = {
    step: steps.data?.length ? null : tui.why.noSteps,
    assign: data === null || data.permissions.assign ? null : texts.acts.plan.notNow(whyNotAssignable(data, texts)),
    conclude: data?.permissions.conclude ? null : texts.acts.conclusion.notNow,
    scores: data === null ? null : whyNoScores(data, me, texts),
    answer: data?.status === 'returned' ? null : texts.acts.answering.notNow,
    unsent: given.length > 0 ? null : texts.acts.remarking.none,
  };
  const isReturnable = (steps.data ?? []).some(({ to }) => data !== null && stepRow(data, to, me)?.name === 'return');
  const notReturnable = known && !isReturnable ? texts.acts.remarking.notNow : null;
  const remarking: Remarking = {
    isOffered: isAdmitted(me, 'POST assessment/add_event') && me.role !== 'station',
    why: unless('POST assessment/add_event', notReturnable),
    isComing: () => !known && !failed,
    given,
    ask: (place, called) => setRemarkOn({ place, name: called }),
  };
  // Said once for each opening: they wait until they are removed.
  const isOver = given.length > 0 && data !== null && !mayStillReturn(data, me);
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    if (!isOver || isTold || !isFree) return;
    setTold(true);
    setAsked('unsent');
  }, [isOver, isTold, isFree]);
  // After a decision, what it has changed is asked for again: a key pressed at once is judged by the answer.
  const ask = useWhenLoaded<Asked>(
    () => (!known && !failed) || isComing || steps.isComing,
    (what) => {
      const reason = no[what];
      if (reason === null) setAsked(what);
      else if (known) say(reason, 'bad');
    },
  );
  const copyNumber = useWhenLoaded<null>(
    () => data === null && failure === null,
    () => copied(data?.number),
  );
  useKeys({
    places: ['assessment', 'list'],
    handlers: {
      ...(part === 'overview' ? { openPart: () => setPart('scores') } : {}),
      unselect: back,
      copy: () => copyNumber(null),
      copyId: () => copied(id),
      nextPart: () => go(1),
      previousPart: () => go(-1),
      step: () => ask('step'),
      assignHere: () => ask('assign'),
      ...(isAdmitted(me, 'POST assessment/update_conclusion') ? { conclude: () => ask('conclude') } : {}),
      ...(isAdmitted(me, 'POST assessment/answer_remark') ? { answerRemark: () => ask('answer') } : {}),
      ...(scores ? { importScores: () => ask('scores') } : {}),
      unsentRemarks: () => ask('unsent'),
      refresh: () => {
        reload();
        steps.reload();
        setTurn(turn + 1);
      },
    },
    ...(part === 'overview' ? { names: { openPart: tui.assessment.parts.scores } } : {}),
    unmet: {
      steps: unless('POST assessment/add_event', known ? no.step : null),
      assignRight: unless('POST assessment/assign_experts', known ? no.assign : null),
      unsent: unless('POST assessment/add_event', no.unsent),
      scoreRight: known ? no.scores : null,
      answerRight: unless('POST assessment/answer_remark', known ? no.answer : null),
      concludeRight: unless('POST assessment/update_conclusion', known ? no.conclude : null),
    },
  });
  const model = useMemo(() => models.of(assessmentList(me.role)), [models, me.role]);
  const Shown = SHOWN[part];
  const path = usePath(data === null ? name : `${data.number} ${data.station.name}`);
  const position =
    data === null
      ? ''
      : `${texts.common.levels[data.level]}  ${look.mark(statusHue(data.status))} ${statusName(data.status, texts)}`;
  const rows = height - FRAME_ROWS - headRows(height);
  return (
    <Pane head={path} position={position} height={height}>
      <Box columnGap={2} height={1} marginBottom={headRows(height) - 1} flexShrink={0}>
        {parts.map((one) => (
          <PartTab key={one} label={tui.assessment.parts[one]} isHere={one === part} onOpen={() => setPart(one)} />
        ))}
      </Box>
      {data === null && <Pending failures={[failure]} keeps={KEPT_KEYS[part]} />}
      {data !== null && (
        <Overlay>
          <RemarkingContext.Provider value={remarking}>
            <Shown
              key={keyOf(part, data.version, turn)}
              assessment={data}
              steps={steps}
              turn={turn}
              height={rows}
              skip={headRows(height)}
              scoresAt={scoresAt}
              toOpenItem={(chapter) => {
                scoresAt.current = { chapter, row: null, item: -1 };
                setPart('scores');
              }}
            />
          </RemarkingContext.Provider>
        </Overlay>
      )}
      {data !== null && remarkOn !== null && (
        <Overlay levels={ABOVE_PARTS}>
          <Floating width={QUESTION_COLUMNS}>
            <RemarkDialog
              assessment={{ id, name: `${data.number} ${data.station.name}` }}
              {...remarkOn}
              onClose={() => setRemarkOn(null)}
            />
          </Floating>
        </Overlay>
      )}
      {data !== null && asked !== null && (
        <Overlay levels={ABOVE_PARTS}>
          <Floating {...(asked === 'unsent' ? { width: QUESTION_COLUMNS } : {})}>
            {asked === 'unsent' && (
              <UnsentRemarks
                assessment={data}
                remarks={given}
                isOver={isOver}
                height={floatRows(height)}
                onClose={close}
              />
            )}
            {asked === 'scores' && (
              <ScoreImport
                assessment={data}
                height={floatRows(height)}
                onClose={() => {
                  setPart('scores');
                  setTurn(turn + 1);
                  close();
                }}
              />
            )}
            {asked === 'assign' && (
              <AssignDialog
                model={model}
                target={{ kind: 'picked', rows: new Map([[data.id, data]]) }}
                height={floatRows(height)}
                onClose={close}
              />
            )}
            {asked === 'answer' && (
              <AnswerDialog
                assessment={data}
                height={floatRows(height)}
                onClose={() => {
                  setTurn(turn + 1);
                  close();
                }}
              />
            )}
            {asked === 'conclude' && (
              <ConclusionDialog
                assessment={data}
                onClose={() => {
                  setTurn(turn + 1);
                  close();
                  steps.reload();
                }}
              />
            )}
            {asked === 'step' && (
              <StepDialog
                assessment={data}
                steps={steps.data ?? []}
                height={floatRows(height)}
                onClose={() => {
                  close();
                  steps.reload();
                }}
              />
            )}
          </Floating>
        </Overlay>
      )}
    </Pane>
  );
}
