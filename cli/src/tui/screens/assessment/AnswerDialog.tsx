import { ApiError } from '@shp/shared/api/errors';
import type { Assessment } from '@shp/shared/api/objects';
import type { AnsweredRemark } from '@shp/shared/api/remarkObjects';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import { ANSWER_MAX } from '@shp/shared/domain/assessment/remarks';
import { lastReturn, unansweredOf } from '@shp/shared/domain/assessment/returns';
import { remarkPlace } from '@shp/shared/text/problems';
import { useState } from 'react';
import { wrap } from '../../../lib/wrap.ts';
import { commandLine } from '../../commands/commandLine.ts';
import { errorText } from '../../format.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { Menu } from '../../widgets/Menu.tsx';
import { Pending } from '../../widgets/Pending.tsx';
import { Prompt } from '../../widgets/Prompt.tsx';

/** Rows of a remark above its answer. */
const REMARK_ROWS = 8;

type Props = { assessment: Assessment; height: number; onClose(): void };

/** The answer that the station can still change; '' if there is none. */
const unsentOf = ({ answers = [] }: AnsweredRemark) => answers.findLast(({ sent }) => !sent)?.text ?? '';

/** The remarks of the last return, to be answered one by one. */
export function AnswerDialog({ assessment, height, onClose }: Props) {
  const { texts, columns } = useUi();
  const { acts, common, rules } = texts;
  const { api, commands, say } = useSession();
  const { id, number } = assessment;
  const [chosen, setChosen] = useState<number | null>(null);
  /** The remark that was answered last. */
  const [last, setLast] = useState(-1);
  const { data, failure, reload } = useCall('GET assessment/events', { id });
  /** The answers as they are after those given here: the list does not wait to be read again. */
  const [given, setGiven] = useState<ReadonlyMap<number, NonNullable<AnsweredRemark['answers']>>>(new Map());
  if (data === null) return <Pending failures={[failure]} keeps="all" onCancel={onClose} />;
  const returned = lastReturn(data);
  const remarks = (returned?.remarks ?? []).map((one, index): AnsweredRemark => {
    const answers = given.get(index);
    return answers === undefined ? one : { ...one, answers };
  });
  const titled = (remark: AnsweredRemark) =>
    [remarkPlace(remark, rules), remark.text].filter(Boolean).join(common.marks.colon);
  const remark = chosen === null ? undefined : remarks[chosen];
  if (returned === null || chosen === null || remark === undefined) {
    const isOpen = (one: AnsweredRemark, index: number) => index !== last && (one.answers ?? []).length === 0;
    const nextOpen = remarks.findIndex((one, index) => index > last && isOpen(one, index));
    const at = nextOpen >= 0 ? nextOpen : remarks.findIndex(isOpen);
    return (
      <Menu<number>
        title={acts.answering.title(unansweredOf(remarks))}
        height={height}
        empty={acts.answering.notNow}
        at={at >= 0 ? at : Math.max(0, last)}
        items={remarks.map((one, index) => ({
          value: index,
          label: titled(one).replaceAll('\n', ' '),
          lead: (one.answers ?? []).length > 0 ? '✓ ' : '  ',
          note: one.answers?.at(-1)?.text.replaceAll('\n', ' ') ?? acts.answering.open,
        }))}
        onChoose={({ value }) => setChosen(value)}
        onCancel={onClose}
      />
    );
  }
  const was = unsentOf(remark);
  const send = async (text: string): Promise<string | null> => {
    if ([...text].length > ANSWER_MAX) return common.reasons.tooLong(ANSWER_MAX);
    try {
      const after = await api.call('POST assessment/answer_remark', {
        id,
        eventId: returned.id,
        remark: chosen,
        text,
        was,
      });
      setGiven((all) => new Map(all).set(chosen, after.answers));
    } catch (error) {
      const reasons = error instanceof ApiError ? Object.values(error.fields) : [];
      return reasons.length > 0 ? reasons.join(common.marks.semicolon) : errorText(error, texts);
    }
    commands.add(commandLine('assessments', 'answer-remark', number, String(chosen + 1), '-m', text));
    say(isAbsent(text) ? acts.answering.removed : acts.answering.saved, 'good');
    setLast(chosen);
    setChosen(null);
    reload();
    return null;
  };
  return (
    <Prompt
      title={acts.answering.title(unansweredOf(remarks))}
      lines={wrap(titled(remark), columns).slice(0, REMARK_ROWS)}
      label={common.assessment.answer}
      initial={was}
      note={acts.answering.note}
      editor={`${number}-${chosen + 1}.txt`}
      onAnswer={send}
      onCancel={() => setChosen(null)}
    />
  );
}
