import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { formatOfName } from '@shp/shared/sheets/read/table';
import { Box, Text } from 'ink';
import { useState } from 'react';
import { expectedResult } from '../../../bulk/import/existing.ts';
import { rowsDoneBefore } from '../../../bulk/import/import.ts';
import { type FileRow, readFileRows } from '../../../bulk/import/read.ts';
import type { OnDuplicate } from '../../../bulk/import/send.ts';
import { isOwnFile } from '../../../bulk/journal/ownFiles.ts';
import { wrap } from '../../../lib/wrap.ts';
import { errorText, formatCount } from '../../format.ts';
import { importJob } from '../../jobs/import.ts';
import { resumable } from '../../jobs/resumableJobs.ts';
import type { ListModel } from '../../list/model.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { InFrame, useFrameHead } from '../../widgets/Framed.tsx';
import { Menu } from '../../widgets/Menu.tsx';
import { Overlay } from '../../widgets/Panel.tsx';
import { FilePicker } from '../picker/FilePicker.tsx';
import { RowsOfFile } from './RowsOfFile.tsx';
import { useExisting } from './useExisting.ts';

/** Rows for the choice on duplicates, or for the question alone. */
const [CHOICE_ROWS, ASK_ROWS] = [5, 3];

const isSheet = (name: string) => formatOfName(name) !== null && !isOwnFile(name);

type Props = { kind: UserKind; model: ListModel<User>; height: number; onClose(): void };

/** Picks a file, shows its errors and its rows, then imports it as a job. */
export function ImportDialog({ kind, model, height, onClose }: Props) {
  const { texts, columns } = useUi();
  const { tui } = texts;
  const { api, me, jobs, context, say } = useSession();
  /** `done`: how many rows an interrupted import of this file has done. */
  const [checked, setChecked] = useState<{ file: string; rows: readonly FileRow[]; done: number } | null>(null);

  const check = async (file: string): Promise<string | null> => {
    try {
      const { sha256, rows } = await readFileRows(kind, file, me, texts);
      const done = rowsDoneBefore(file, { kind, sha256, server: api.server, account: me.id });
      setChecked({ file, rows: rows.filter(({ row }) => !done.has(row)), done: done.size });
      return null;
    } catch (error) {
      return errorText(error, texts);
    }
  };
  useFrameHead(tui.import.title(texts.common.kinds[kind]));
  const preview = (checked?.rows ?? []).filter(({ reason }) => reason === '');
  const existing = useExisting(
    kind,
    preview.map(({ account }) => account),
  );
  if (checked === null) {
    return (
      <FilePicker
        title={tui.import.title(texts.common.kinds[kind])}
        note={tui.import.note(kind)}
        height={height}
        accepts={isSheet}
        onPick={check}
        onCancel={onClose}
      />
    );
  }
  const { file, rows, done } = checked;
  const wrong = rows.filter(({ reason }) => reason !== '');
  const right = preview.length;
  const of = ({ account }: FileRow) => existing?.get(account.toLowerCase());
  const [added, known] = [preview.filter((row) => !of(row)), preview.filter(of)];
  const passwords = added.filter(({ input }) => input.password === undefined).length;
  /** What becomes of the rows, once it is known which accounts exist. */
  const outcome = (onDuplicate: OnDuplicate): string => {
    if (existing === null || right === 0) return '';
    const results = preview.map((row) => expectedResult(of(row), onDuplicate));
    const counts = (['created', 'updated', 'skipped', 'failed'] as const).map(
      (result) => [result, results.filter((one) => one === result).length] as const,
    );
    return counts
      .filter(([, count]) => count > 0)
      .map(([result, count]) => tui.import.expected[result](formatCount(count)))
      .join(texts.common.marks.list);
  };
  const start = (onDuplicate: OnDuplicate) => {
    const work = { kind: 'import', users: kind, file, onDuplicate } as const;
    const spec = importJob(context, kind, file, onDuplicate, texts);
    const accounts = new Set(preview.map(({ account }) => account.toLowerCase()));
    const from = model.here;
    const show = () => model.seek(({ account }) => accounts.has(account.toLowerCase()), from);
    jobs.start(resumable({ context, me }, work, { ...spec, run: (tools) => spec.run(tools).finally(show) }));
    say(tui.jobs.started(tui.import.job(texts.common.kinds[kind])));
    onClose();
  };
  const checkedText = tui.import.checked(
    formatCount(added.length),
    formatCount(right - added.length),
    formatCount(wrong.length),
  );
  const before = done > 0 ? tui.import.doneBefore(formatCount(done)) : '';
  const title = wrap(
    `${before}${checkedText}${passwords > 0 ? tui.import.getPassword(formatCount(passwords)) : ''}`,
    columns,
  );
  // Where no account exists, or no row can be sent, there is nothing to choose.
  const isPlain = right === 0 || (existing !== null && known.length === 0);
  const choiceRows = isPlain ? ASK_ROWS : CHOICE_ROWS;
  const room = Math.max(0, height - choiceRows - title.length);
  const choices = isPlain
    ? right === 0
      ? []
      : [{ value: 'fail' as const, label: tui.import.start, note: outcome('fail') }]
    : (['fail', 'skip', 'update'] as const).map((value) => ({
        value,
        label: tui.import.onDuplicate[value],
        note: outcome(value),
      }));
  const asked =
    right === 0
      ? tui.import.noneRight
      : isPlain
        ? tui.import.ask
        : tui.import.duplicates(existing === null ? '…' : formatCount(known.length));
  return (
    <Box flexDirection="column">
      {title.map((line) => (
        <Text key={line} bold wrap="truncate-end">
          {line}
        </Text>
      ))}
      <Overlay>
        <RowsOfFile rows={[...wrong, ...known, ...added]} existing={existing} height={room} />
      </Overlay>
      <InFrame>
        <Menu<OnDuplicate | null>
          key={String(isPlain)}
          title={asked}
          height={choiceRows}
          items={[
            ...choices.map((one) => ({ ...one, enter: tui.import.start })),
            { value: null, label: tui.import.cancel, enter: tui.keys.cancel },
          ]}
          onChoose={({ value }) => (value === null ? onClose() : start(value))}
          onCancel={onClose}
        />
      </InFrame>
    </Box>
  );
}
