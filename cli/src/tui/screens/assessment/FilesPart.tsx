import type { FileItem } from '@shp/shared/api/objects';
import { isFileCategory } from '@shp/shared/domain/assessment/files';
import { clockText } from '@shp/shared/sheets/days';
import { Box, Text } from 'ink';
import { useEffect, useState } from 'react';
import { assessmentFiles } from '../../../api/assessmentFiles.ts';
import { bytes } from '../../../output/progress.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { CursorLines } from '../../widgets/CursorLines.tsx';
import { Overlay } from '../../widgets/Panel.tsx';
import { Pending } from '../../widgets/Pending.tsx';
import { PROMPT_ROWS } from '../../widgets/Prompt.tsx';
import { tableLines } from '../../widgets/tableLines.ts';
import { DownloadPrompt } from '../DownloadPrompt.tsx';
import type { PartProps } from './LinesPart.tsx';

/** The application's files and evidence; opening one downloads it. */
export function FilesPart({ assessment, height }: PartProps) {
  const { texts, columns } = useUi();
  const { tui, rules } = texts;
  const { api, fail } = useSession();
  const { id } = assessment;
  const [files, setFiles] = useState<readonly FileItem[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [asked, setAsked] = useState<FileItem | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    assessmentFiles(api, id, { signal: stop.signal }).then(setFiles, (error: unknown) => {
      if (stop.signal.aborted) return;
      setFailure(error);
      fail(error);
    });
    return () => stop.abort();
  }, [api, id, fail]);
  if (files === null) return <Pending failures={[failure]} />;
  if (files.length === 0) return <Text dimColor>{tui.files.none}</Text>;
  const place = ({ category, serial }: FileItem) =>
    category !== undefined && isFileCategory(category)
      ? rules.fileCategories[category]
      : tui.files.evidence(serial ?? '');
  const [head = '', ...lines] = tableLines(
    [tui.files.place, tui.files.title, tui.files.size, tui.files.uploadedAt],
    files.map((file) => [
      place(file),
      `${file.title}.${file.extension}`,
      bytes(file.size),
      clockText(file.uploadedAt) ?? '',
    ]),
    columns - 2,
    [2],
  );
  const open = (at: number) => setAsked(files[at] ?? null);
  return (
    <Box flexDirection="column" height={height}>
      <CursorLines
        head={head}
        lines={lines}
        height={height - (asked === null ? 0 : PROMPT_ROWS)}
        tellsMore
        places={['assessment']}
        handlers={{ openPart: open, download: open }}
      />
      {asked !== null && (
        <Overlay>
          <DownloadPrompt
            kind={asked.serial === undefined ? 'file' : 'evidence'}
            file={asked}
            of={assessment.number}
            onClose={() => setAsked(null)}
          />
        </Overlay>
      )}
    </Box>
  );
}
