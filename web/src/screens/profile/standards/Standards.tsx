import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../core/client.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { invalidateQueries } from '../../../core/invalidateQueries.ts';
import { useToast } from '../../../core/useToast.ts';
import { Clock } from '../../../ui/Clock.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Failure } from '../../../ui/Failure.tsx';
import { PlainTable } from '../../../ui/PlainTable.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { HueChip } from '../../../ui/StatusChip.tsx';
import { fileNameOf, saveFile } from '../../../ui/saveFile.ts';
import { useAdministrationText } from '../administrationText.ts';
import { useProfileText } from '../profileText.ts';
import { Import } from './Import.tsx';
import { StandardView } from './StandardView.tsx';

const FORMATS = ['xlsx', 'json'] as const;
const VERSIONS = ['standard/versions'];

/** The versions of the standard: which one is current, import and export. */
export default function Standards() {
  const { web } = useText();
  const { tabs } = useProfileText();
  const { standards: text } = useAdministrationText();
  const toast = useToast();
  const [asked, setAsked] = useState<string | null>(null);
  const [read, setRead] = useState<string | null>(null);
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: VERSIONS,
    queryFn: ({ signal }) => client.call('GET standard/versions', {}, { signal }),
  });

  async function switchTo(version: string) {
    await client.call('POST standard/use', { version });
    await refetch();
  }

  async function makeCurrent(version: string) {
    try {
      const before = data?.find(({ current }) => current)?.version;
      await client.call('POST standard/use', { version });
      toast.done(text.nowCurrent(version), before === undefined ? undefined : () => switchTo(before));
    } catch (failure) {
      toast.failed(failure);
    }
    await refetch();
  }

  async function save(version: string, format: (typeof FORMATS)[number]) {
    try {
      const answer = await client.open('GET standard/export', { version, format });
      saveFile(fileNameOf(answer) ?? `standard.${format}`, await answer.blob());
    } catch (failure) {
      toast.failed(failure);
    }
  }

  return (
    <>
      <Import onImported={() => void invalidateQueries(cache, { queryKey: VERSIONS })} />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={2} />}
      {data && (
        <PlainTable
          label={tabs.standards}
          headings={[text.version, text.title, text.importedAt, text.used, web.list.actions]}
          rows={data.map(({ version, title, current, importedAt, used }) => [
            <>
              {version} {current && <HueChip hue="green">{text.current}</HueChip>}
            </>,
            <Box key="title" sx={{ minWidth: '10rem' }}>
              {title}
            </Box>,
            <Clock key="importedAt" at={importedAt} />,
            used,
            <>
              <Button
                size="small"
                aria-label={text.readOf(version)}
                aria-expanded={read === version}
                onClick={() => setRead(read === version ? null : version)}
              >
                {text.read}
              </Button>
              {FORMATS.map((format) => (
                <Button
                  key={format}
                  size="small"
                  aria-label={text.exportAs(version, format)}
                  onClick={() => void save(version, format)}
                >
                  {text.exportTo(format)}
                </Button>
              ))}
              {!current && (
                <Button size="small" aria-label={text.makeCurrentOf(version)} onClick={() => setAsked(version)}>
                  {text.makeCurrent}
                </Button>
              )}
            </>,
          ])}
        />
      )}
      {data && read !== null && (
        <StandardView
          key={read}
          version={read}
          others={data.map(({ version }) => version).filter((one) => one !== read)}
        />
      )}
      {asked !== null && (
        <ConfirmDialog
          question={text.makeCurrentAsk(asked)}
          note={text.makeCurrentNote}
          yes={text.makeCurrent}
          onYes={() => makeCurrent(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
