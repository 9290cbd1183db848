import { ApiError } from '@shp/shared/api/errors';
import type { Assessment } from '@shp/shared/api/objects';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import { CONCLUSION_MAX } from '@shp/shared/domain/assessment/textLimits';
import { Box } from 'ink';
import { useState } from 'react';
import { commandLine, flags } from '../../commands/commandLine.ts';
import { errorText } from '../../format.ts';
import { useSession } from '../../session.ts';
import { useTexts } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { Menu } from '../../widgets/Menu.tsx';
import { Overlay } from '../../widgets/Panel.tsx';
import { Pending } from '../../widgets/Pending.tsx';
import { Prompt } from '../../widgets/Prompt.tsx';

type Props = { assessment: Assessment; height: number; onClose(): void };

/** Writes the caller's conclusion: an expert concludes with it or keeps a draft, the final manager saves it. */
export function ConclusionDialog({ assessment, height, onClose }: Props) {
  const { me } = useSession();
  const { id } = assessment;
  const isExpert = me.role === 'expert';
  const experts = useCall('GET assessment/experts_conclusion', isExpert ? { id } : null);
  const manager = useCall('GET assessment/manager_conclusion', isExpert ? null : { id });
  const { loaded, was } = isExpert
    ? { loaded: experts.data !== null, was: experts.data?.find(({ expertId }) => expertId === me.id)?.conclusion ?? '' }
    : { loaded: manager.isLoaded, was: manager.data?.conclusion ?? '' };
  if (!loaded) return <Pending failures={[experts.failure, manager.failure]} keeps="all" onCancel={onClose} />;
  return <Written {...{ assessment, height, was, isExpert, onClose }} />;
}

function Written({ assessment, height, was, isExpert, onClose }: Props & { was: string; isExpert: boolean }) {
  const texts = useTexts();
  const { rules, common } = texts;
  const { conclusion } = texts.acts;
  const { api, models, commands, say, fail } = useSession();
  const [written, setWritten] = useState<string | null>(null);
  const send = async (text: string, final: boolean): Promise<string | null> => {
    try {
      await api.call('POST assessment/update_conclusion', { id: assessment.id, conclusion: text, final, was });
    } catch (error) {
      const reasons = error instanceof ApiError ? Object.values(error.fields) : [];
      return reasons.length > 0 ? reasons.join(common.marks.semicolon) : errorText(error, texts);
    }
    commands.add(commandLine('assessments', 'conclude', assessment.number, ...flags({ draft: !final }), '-m', text));
    say(isExpert && final ? conclusion.done : conclusion.saved, 'good');
    models.refresh();
    onClose();
    return null;
  };
  const answer = (text: string): string | null | Promise<string | null> => {
    if ([...text].length > CONCLUSION_MAX) return common.reasons.tooLong(CONCLUSION_MAX);
    if (!isExpert) return send(text, true);
    if (isAbsent(text)) return rules.problems.descriptionMissing;
    setWritten(text);
    return null;
  };
  if (written !== null) {
    return (
      <Menu<boolean>
        title={conclusion.ask}
        height={height}
        items={[
          { value: false, label: conclusion.draft },
          { value: true, label: conclusion.final },
        ]}
        onChoose={({ value }) =>
          void send(written, value).then((reason) => reason !== null && say(reason, 'bad'), fail)
        }
        onCancel={() => setWritten(null)}
      />
    );
  }
  return (
    <Box flexDirection="column" height={height}>
      <Overlay>
        <Prompt
          title={`${conclusion.label}${common.marks.colon}${assessment.number} ${assessment.station.name}`}
          label={conclusion.label}
          initial={was}
          note={conclusion.note}
          editor={`${assessment.number}.txt`}
          onAnswer={answer}
          onCancel={onClose}
        />
      </Overlay>
    </Box>
  );
}
