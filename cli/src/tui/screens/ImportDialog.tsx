import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { Box, Text } from 'ink';
import { useState } from 'react';
import { type FileRow, readFileRows } from '../../bulk/import/read.ts';
import type { OnDuplicate } from '../../bulk/import/send.ts';
import { errorText, figure } from '../format.ts';
import { importJob } from '../jobs/import.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { Menu } from '../widgets/Menu.tsx';
import { Prompt } from '../widgets/Prompt.tsx';

/** Rows for the choice on duplicates. */
const CHOICE_ROWS = 5;

/** Asks for a file, shows its errors, then imports it as a job. */
export function ImportDialog({ kind, height, onClose }: { kind: UserKind; height: number; onClose(): void }) {
  const texts = useTexts();
  const { tui } = texts;
  const { me, jobs, context, say } = useSession();
  const [checked, setChecked] = useState<{ file: string; rows: readonly FileRow[] } | null>(null);

  const check = async (text: string): Promise<string | null> => {
    const file = resolve(text.trim());
    if (text.trim() === '' || !existsSync(file)) return tui.import.noFile;
    try {
      setChecked({ file, rows: (await readFileRows(kind, file, me, texts)).rows });
      return null;
    } catch (error) {
      return errorText(error, texts);
    }
  };
  if (checked === null) {
    return (
      <Box flexDirection="column" height={height} justifyContent="flex-end">
        <Prompt
          title={tui.import.title(texts.common.kinds[kind])}
          label={tui.export.file}
          note={tui.import.note(kind)}
          onAnswer={check}
          onCancel={onClose}
        />
      </Box>
    );
  }
  const { file, rows } = checked;
  const wrong = rows.filter(({ reason }) => reason !== '');
  const right = rows.length - wrong.length;
  const start = (onDuplicate: OnDuplicate) => {
    jobs.start(importJob(context, kind, file, onDuplicate, texts));
    say(tui.jobs.started(tui.import.job(texts.common.kinds[kind])));
    onClose();
  };
  const shown = Math.max(0, height - CHOICE_ROWS - 2);
  return (
    <Box flexDirection="column" height={height}>
      <Text bold wrap="truncate-end">
        {tui.import.checked(figure(right), figure(wrong.length))}
      </Text>
      <Box flexDirection="column" height={shown} overflow="hidden">
        {wrong.slice(0, shown).map(({ row, account, reason }) => (
          <Text key={row} wrap="truncate-end">
            {tui.import.wrongRow(row, account, reason)}
          </Text>
        ))}
      </Box>
      <Menu<OnDuplicate | null>
        title={tui.import.duplicates}
        height={CHOICE_ROWS}
        items={[
          ...(['fail', 'skip', 'update'] as const).map((value) => ({
            value,
            label: tui.import.onDuplicate[value],
            off: right === 0 ? tui.import.noneRight : null,
          })),
          { value: null, label: tui.import.cancel },
        ]}
        onChoose={({ value }) => (value === null ? onClose() : start(value))}
        onCancel={onClose}
      />
    </Box>
  );
}
