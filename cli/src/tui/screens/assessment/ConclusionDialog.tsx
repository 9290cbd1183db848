import { ApiError } from '@shp/shared/api/errors';
import type { Assessment } from '@shp/shared/api/objects';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import { CONCLUSION_MAX } from '@shp/shared/domain/assessment/textLimits';
import { itemState } from '@shp/shared/domain/standard/scoreItems';
import { Box } from 'ink';
import { useEffect, useState } from 'react';
import { type Board, readBoard } from '../../../bulk/scores/board.ts';
import { wrap } from '../../../lib/wrap.ts';
import { commandLine, flags } from '../../commands/commandLine.ts';
import { errorText } from '../../format.ts';
import { useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { InFrame, useFrameHead } from '../../widgets/Framed.tsx';
import { type Fact, keyValueLines } from '../../widgets/keyValueLines.ts';
import { Lines } from '../../widgets/Line.tsx';
import { Menu } from '../../widgets/Menu.tsx';
import { Pending } from '../../widgets/Pending.tsx';
import { Prompt } from '../../widgets/Prompt.tsx';
import { tableLines } from '../../widgets/tableLines.ts';
import { type LabelledLines, verdictLines } from './scores/verdictLines.ts';

/** Rows of the last choice, with its title. */
const CHOICE_ROWS = 3;
/** Items that are named. */
const NAMED = 5;

type Props = { assessment: Assessment; onClose(): void };

/** Writes the caller's conclusion: an expert concludes with it or keeps a draft, the final manager saves it. */
export function ConclusionDialog({ assessment, onClose }: Props) {
  const { me } = useSession();
  const { id } = assessment;
  const isExpert = me.role === 'expert';
  const experts = useCall('GET assessment/experts_conclusion', isExpert ? { id } : null);
  const manager = useCall('GET assessment/manager_conclusion', isExpert ? null : { id });
  const { loaded, was } = isExpert
    ? { loaded: experts.data !== null, was: experts.data?.find(({ expertId }) => expertId === me.id)?.conclusion ?? '' }
    : { loaded: manager.isLoaded, was: manager.data?.conclusion ?? '' };
  if (!loaded) return <Pending failures={[experts.failure, manager.failure]} keeps="all" onCancel={onClose} />;
  return <Written {...{ assessment, was, isExpert, onClose }} />;
}

function Written({ assessment, was, isExpert, onClose }: Props & { was: string; isExpert: boolean }) {
  const { texts, columns, look } = useUi();
  const { common } = texts;
  const { conclusion } = texts.acts;
  const { api, me, models, commands, say, fail } = useSession();
  const sum = useCall('GET assessment/sum_expert_score', isExpert ? { id: assessment.id, expertId: me.id } : null);
  const result = useResult(assessment, isExpert);
  const missing = useMissing(assessment.id, isExpert, texts);
  const title = `${conclusion.label}${common.marks.colon}${assessment.number} ${assessment.station.name}`;
  const [written, setWritten] = useState<string | null>(null);
  const send = async (text: string, final: boolean): Promise<string | null> => {
    try {
      await api.call('POST assessment/update_conclusion', { id: assessment.id, conclusion: text, final, was });
    } catch (error) {
      const reasons = error instanceof ApiError ? Object.values(error.fields) : [];
      return reasons.length > 0 ? reasons.join(common.marks.semicolon) : errorText(error, texts);
    }
    commands.add(commandLine('assessments', 'conclude', assessment.number, ...flags({ draft: !final }), '-m', text));
    say(!isExpert ? conclusion.saved : final ? conclusion.done : conclusion.savedDraft, 'good');
    models.refresh();
    onClose();
    return null;
  };
  const answer = (text: string): string | null | Promise<string | null> => {
    if ([...text].length > CONCLUSION_MAX) return common.reasons.tooLong(CONCLUSION_MAX);
    if (!isExpert) return send(text, true);
    if (isAbsent(text)) return `${conclusion.label}${common.marks.colon}${common.reasons.required}`;
    setWritten(text);
    return null;
  };
  useFrameHead(title);
  const own =
    sum.data === null
      ? null
      : verdictLines(texts.acts.scoreSheet.myScore, sum.data, assessment, {
          texts,
          look,
          columns,
          input: conclusion.label,
        });
  const at = own?.at ?? result.at;
  const told = [...(own?.lines ?? []), ...result.lines, ...missing.flatMap((line) => wrap(`! ${line}`, columns))];
  if (written !== null) {
    const named = keyValueLines([[conclusion.label, written]], columns, at - 2);
    const above = [...told, ...named.slice(0, 2), ''];
    return (
      <Box flexDirection="column">
        <Lines lines={above} />
        <InFrame>
          <Menu<boolean>
            title={conclusion.ask}
            height={CHOICE_ROWS}
            items={[
              { value: false, label: conclusion.draft },
              missing.length > 0
                ? { value: true, label: conclusion.finalNotYet, off: conclusion.draftOnly }
                : { value: true, label: conclusion.final },
            ]}
            onChoose={({ value }) =>
              void send(written, value).then((reason) => reason !== null && say(reason, 'bad'), fail)
            }
            onCancel={() => setWritten(null)}
          />
        </InFrame>
      </Box>
    );
  }
  const enter = isExpert ? conclusion.next : conclusion.save;
  return (
    <Prompt
      title={title}
      label={conclusion.label}
      at={at}
      lines={told}
      initial={was}
      note={conclusion.note(enter)}
      enter={enter}
      editor={`${assessment.number}.txt`}
      onAnswer={answer}
      onCancel={onClose}
    />
  );
}

/** What the final manager concludes on: each expert with score and state, their mean, and the level to which it leads. */
function useResult(assessment: Assessment, isExpert: boolean): LabelledLines {
  const { texts, columns, look } = useUi();
  const { id } = assessment;
  const { common, tui, acts } = texts;
  const { decision } = acts;
  const wanted = isExpert ? null : { id };
  const experts = useCall('GET assessment/experts', wanted);
  const given = useCall('GET assessment/experts_conclusion', wanted);
  const result = useCall('GET assessment/result', wanted);
  if (given.data === null || experts.data === null) return { lines: [], at: 0 };
  const scores = new Map(given.data.filter(({ at }) => at !== null).map((one) => [one.expertId, one.score100]));
  const [head = '', ...rows] = tableLines(
    [decision.expert, common.assessment.expertScore, decision.state],
    experts.data.map(({ id: expert, name, scored, items, concluded }) => [
      name,
      scores.get(expert)?.toFixed(1) ?? decision.notScored,
      concluded ? decision.states.concluded : decision.states.scoring(scored, items),
    ]),
    columns,
    [1],
  );
  const table = [look.mute(head), ...rows, ''];
  if (result.data === null) return { lines: table, at: 0 };
  const { qualifies } = result.data;
  // A mean that reaches the level applied for says so itself.
  const facts: Fact[] =
    qualifies === assessment.level
      ? []
      : [[acts.conclusion.reached, qualifies === null ? acts.conclusion.noLevel : common.levels[qualifies]]];
  const input = acts.conclusion.label;
  const { lines, at } = verdictLines(tui.scores.mean, result.data, assessment, { texts, look, columns, input }, facts);
  return { lines: [...table, ...lines], at };
}

/** What is missing in the caller's scores, a line a kind; nothing while they are being read. */
function useMissing(id: string, wanted: boolean, { acts, common }: Texts): readonly string[] {
  const { api, fail } = useSession();
  const [rows, setRows] = useState<Board['rows']>([]);
  useEffect(() => {
    if (wanted) readBoard(api, id, undefined).then((board) => setRows(board.rows), fail);
  }, [api, id, wanted, fail]);
  const inState = (state: ReturnType<typeof itemState>) =>
    rows
      .filter(({ item, given }) => itemState({ ...given, serial: item.serial }, item) === state)
      .map(({ item }) => item.serial);
  const [unscored, noReason] = [inState('unscored'), inState('reasonMissing')];
  const { conclusion } = acts;
  return [
    ...(unscored.length > 0 ? [conclusion.unscored(unscored.length, rows.length)] : []),
    ...(noReason.length > 0
      ? [conclusion.noReason(noReason.length, noReason.slice(0, NAMED).join(common.marks.list))]
      : []),
  ];
}
