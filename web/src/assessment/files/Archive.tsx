import FolderZip from '@mui/icons-material/FolderZip';
import Button from '@mui/material/Button';
import type { FileItem } from '@shp/shared/api/objects';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../core/assessmentQueries.ts';
import { client } from '../../core/client.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { useToast } from '../../core/useToast.ts';
import { archiveUrl, openDownload } from '../../files/fileUrl.ts';
import { sizeText } from '../../files/sizeText.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

type Size = { readonly count: number; readonly total: number };

/** Downloads all files and evidence of an assessment as one archive, after showing its size. */
export function Archive({ assessment, files }: { assessment: string; files: readonly FileItem[] }) {
  const { review } = useReviewText();
  const cache = useQueryClient();
  const toast = useToast();
  const [asked, setAsked] = useState<Size | null>(null);

  async function fileIds(): Promise<string[]> {
    const titles = await cache.fetchQuery(queries.titles(assessment));
    const chapters = titles.filter(({ evidence }) => evidence > 0);
    const evidence = await Promise.all(
      chapters.map(({ serial }) => cache.fetchQuery(queries.evidence(assessment, serial))),
    );
    return [...files, ...evidence.flat()].map(({ id }) => id);
  }

  async function ask() {
    try {
      const ids = await fileIds();
      const size = { count: 0, total: 0 };
      for (let at = 0; at < ids.length; at += IDS_IN_ONE_CALL) {
        const part = { fileIds: ids.slice(at, at + IDS_IN_ONE_CALL) };
        const { items, total } = await client.call('POST file/query_file_size', part);
        size.count += items.length;
        size.total += total;
      }
      setAsked(size);
    } catch (error) {
      toast.failed(error);
    }
  }

  async function fetchArchive() {
    try {
      openDownload(await archiveUrl(assessment));
    } catch (error) {
      toast.failed(error);
    }
  }

  return (
    <>
      <Button startIcon={<FolderZip />} onClick={() => void ask()}>
        {review.files.archive}
      </Button>
      {asked && (
        <ConfirmDialog
          question={review.files.archiveAsk(asked.count, sizeText(asked.total))}
          yes={review.files.save}
          grave={false}
          onYes={fetchArchive}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

const IDS_IN_ONE_CALL = 5000;
