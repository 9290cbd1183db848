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
import { ArchivePrompt, DownloadPrompt } from '../DownloadPrompt.tsx';
import type { PartProps } from './LinesPart.tsx';

/** The application's files and evidence: Enter downloads one, `e` all of them. */
export function FilesPart({ assessment, height, skip }: PartProps) {
  const { texts, columns } = useUi();
  const { tui, rules } = texts;
  const { api, fail } = useSession();
  const { id } = assessment;
  const [files, setFiles] = useState<readonly FileItem[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [asked, setAsked] = useState<FileItem | 'all' | null>(null);
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
    [1],
  );
  const close = () => setAsked(null);
  return (
    <Box flexDirection="column" height={height}>
      <CursorLines
        head={head}
        lines={lines}
        height={height - (asked === null ? 0 : PROMPT_ROWS)}
        tellsMore
        places={['assessment']}
        handlers={{ openPart: (at) => setAsked(files[at] ?? null), download: () => setAsked('all') }}
        names={{ openPart: tui.files.download, download: texts.acts.archive.key }}
        onFrame={{ skip }}
      />
      {asked !== null && (
        <Overlay>
          {asked === 'all' ? (
            <ArchivePrompt assessment={assessment} onClose={close} />
          ) : (
            <DownloadPrompt
              kind={asked.serial === undefined ? 'file' : 'evidence'}
              file={asked}
              of={assessment.number}
              onClose={close}
            />
          )}
        </Overlay>
      )}
    </Box>
  );
}
