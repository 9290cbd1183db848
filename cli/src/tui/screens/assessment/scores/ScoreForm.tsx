import { ApiError } from '@shp/shared/api/errors';
import type { Assessment } from '@shp/shared/api/objects';
import { verdictOf } from '@shp/shared/domain/assessment/verdict';
import { itemState, type ScoreItem, sameScore } from '@shp/shared/domain/standard/scoreItems';
import type { StandardItem } from '@shp/shared/domain/standard/standard';
import { rowReasonText } from '@shp/shared/sheets/read/rowReasons';
import { readScore } from '@shp/shared/sheets/read/scores';
import { SHEETS_TEXT } from '@shp/shared/sheets/sheetTexts';
import { verdictText } from '@shp/shared/text/verdict';
import { Box, Text } from 'ink';
import { useRef, useState } from 'react';
import { type ScoreState, scoreStateText, sendScores } from '../../../../bulk/scores/sheet.ts';
import { errorText } from '../../../format.ts';
import { useSession } from '../../../session.ts';
import type { Texts } from '../../../texts.ts';
import { useUi } from '../../../ui.ts';
import { type Entered, type EntryField, EntryForm } from '../../../widgets/EntryForm.tsx';
import { useFrameLabels } from '../../../widgets/Pane.tsx';
import { formatPoints } from '../points.ts';
import { itemLines } from './itemLines.ts';

type Props = {
  assessment: Assessment;
  item: StandardItem;
  /** The chapter, in the path. */
  level: string;
  /** What is stored for it. */
  stored: ScoreState;
  /** The digit that opened the form. */
  typed: string;
  /** The scores of others for it, in lines. */
  others: readonly string[];
  /** The expert whose scores these are; null for the station's. `name` if somebody else writes them. */
  owner: { expertId: string | null; name: string | null };
  height: number;
  /** After each save; `isWhole` is false if the form stays open for the reason. */
  onSaved(isWhole: boolean): void;
  onClose(): void;
};

/** Rows of the form: its title, three fields and their hint. */
const FORM_ROWS = 5;
const YES = 'true';

/** Enters the score of one item, by the columns and rules of a score sheet. */
export function ScoreForm(props: Props) {
  const { assessment, item, level, stored, typed, others, owner, height, onSaved, onClose } = props;
  const { texts, columns } = useUi();
  const { acts, tui } = texts;
  const { api, models, say } = useSession();
  // A change elsewhere becomes the new base: the next save replaces what the message has shown.
  const [base, setBase] = useState(stored);
  useFrameLabels({ level });
  const stateText = (state: ScoreState) => scoreStateText(state, tui.scores.missingMark);
  /** The form has asked whether to delete the stored score. */
  const isDeleting = useRef(false);
  const read = ({ score = '', missing = '', reason = '' }: Entered) =>
    readScore(
      { number: 0, places: {}, cells: { serial: item.serial, score, missing, reason }, reasons: {} },
      new Map([[item.serial, item]]),
    );
  const save = async (entered: Entered): Promise<Readonly<Record<string, string>>> => {
    const wasAsked = isDeleting.current;
    isDeleting.current = false;
    const { item: given, reasons } = read(entered);
    const wrong = Object.entries(reasons);
    if (wrong.length > 0) {
      return Object.fromEntries(wrong.map(([key, why]) => [key, rowReasonText(key, why, texts.lang)]));
    }
    const { serial, ...after } = given;
    const lacksReason = itemState(given, item) === 'reasonMissing';
    const noReason = { reason: acts.score.savedNoReason };
    if (sameScore(base, after)) {
      if (lacksReason) return noReason;
      say(acts.accounts.nothing);
      onClose();
      return {};
    }
    const deletes = isScored(base) && !isScored(after);
    if (deletes && !wasAsked) {
      isDeleting.current = true;
      return { score: acts.score.askDelete(stateText(base)) };
    }
    try {
      const sum = await sendScores(api, assessment.id, { owner }, [{ serial, before: base, after }]);
      const verdict = verdictText(verdictOf(sum, assessment.level, assessment.rules.thresholds), texts);
      say(
        deletes ? acts.score.deleted(serial, verdict) : acts.score.saved(serial, stateText(after), verdict),
        lacksReason ? 'plain' : 'good',
      );
      models.refresh();
      setBase(after);
      onSaved(!lacksReason);
      return lacksReason ? noReason : {};
    } catch (error) {
      const now = conflicting(error, serial);
      if (now === undefined) return { '': errorText(error, texts) };
      setBase(now);
      return { '': acts.score.changed(stateText(now)) };
    }
  };
  const isUnsaved = (entered: Entered): boolean => {
    const { item: given, reasons } = read(entered);
    return Object.keys(reasons).length > 0 || !sameScore(base, given);
  };
  const above = itemLines(item, others, columns, texts);
  const form = Math.min(height, FORM_ROWS);
  const shown = Math.min(above.length + 1, height - form);
  return (
    <Box flexDirection="column" height={height}>
      <Box flexDirection="column" height={shown} flexShrink={0} overflow="hidden">
        {above.slice(0, shown).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line's identity is its position on the screen
          <Text key={at} wrap="truncate-end">
            {line === '' ? ' ' : line}
          </Text>
        ))}
      </Box>
      <EntryForm
        title={[
          acts.score.title(item.serial, formatPoints(item.score)),
          ...(owner.name === null ? [] : [acts.score.of(owner.name)]),
        ].join('  ')}
        fields={() => fieldsOf(item, texts)}
        first={{
          score: typed || String(stored.score ?? ''),
          missing: stored.missing ? YES : '',
          reason: stored.reason,
        }}
        selected={typed === '' ? 'score' : undefined}
        height={form}
        onSave={save}
        isUnsaved={isUnsaved}
        onCancel={onClose}
      />
    </Box>
  );
}

function isScored({ score, missing }: ScoreState): boolean {
  return score !== null || missing;
}

/** The state that is stored now, if the server refused a change because of it. */
function conflicting(error: unknown, serial: string): ScoreState | undefined {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return undefined;
  const { current } = error.body;
  const items: readonly ScoreItem[] = Array.isArray(current) ? current : [];
  const { score = null, missing = false, reason = '' } = items.find((one) => one.serial === serial) ?? {};
  return { score, missing, reason };
}

function fieldsOf(item: StandardItem, { lang, acts, common }: Texts): readonly EntryField[] {
  const { scores } = SHEETS_TEXT[lang];
  return [
    { key: 'score', label: scores.score, required: false, hint: acts.score.hint(formatPoints(item.score)), one: true },
    ...(item.mayBeMissing
      ? [
          {
            key: 'missing',
            label: scores.missing,
            required: false,
            hint: '',
            options: [{ value: YES, label: common.yes }],
            one: true,
          },
        ]
      : []),
    { key: 'reason', label: scores.reason, required: false, hint: acts.score.reasonHint, one: true, long: true },
  ];
}
