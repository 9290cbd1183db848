import Box from '@mui/material/Box';
import type { FileItem } from '@shp/shared/api/objects';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { refreshFiles } from '../core/assessmentQueries.ts';
import { client } from '../core/client.ts';
import { useReviewText } from '../core/i18n/reviewTexts.ts';
import { useToast } from '../core/useToast.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { FileLine } from './FileLine.tsx';
import type { ShownFile } from './FilePane.tsx';
import { fileUrl, nameOf, openDownload, opensInPlace } from './fileUrl.ts';
import { UploadLine } from './upload/UploadLine.tsx';
import type { Upload, Uploads } from './upload/uploads.ts';
import Viewer from './Viewer.tsx';

type Props = {
  assessment: string;
  label: string;
  files: readonly FileItem[];
  /** Unfinished uploads to this place, if the user may upload. */
  pending?: { uploads: Uploads; list: readonly Upload[] } | undefined;
  mayDelete: boolean;
  /** Adds marks to a file, such as remarks. */
  marks?: Marks;
  /** Shows a file in place; if absent, the file opens over the page. */
  onShow?: ((shown: ShownFile) => void) | undefined;
};

/** Shows a file with something at the end of its line and something below it. */
export type Marks = (file: FileItem, show: (beside: ReactNode, below: ReactNode) => ReactNode) => ReactNode;

/** The files of one place: a category, or the evidence of an item. */
export function FilesAt({ assessment, label, files, pending, mayDelete, marks, onShow }: Props) {
  const { review, web } = useReviewText();
  const toast = useToast();
  const cache = useQueryClient();
  const [shown, setShown] = useState<FileItem | null>(null);
  const [deleting, setDeleting] = useState<FileItem | null>(null);
  const sorted = useMemo(() => inOrder(files), [files]);
  if (files.length === 0 && !pending?.list.length) return null;

  async function open(file: FileItem) {
    if (opensInPlace(file)) {
      if (onShow) onShow({ files: sorted.filter(opensInPlace), shown: file });
      else setShown(file);
      return;
    }
    try {
      openDownload(await fileUrl(file, 'save'));
    } catch (error) {
      toast.failed(error);
    }
  }

  async function remove({ id, category }: FileItem) {
    try {
      if (category !== undefined) await client.call('POST file/delete?', { id });
      else await client.call('POST file/delete_evidence?', { fileId: id });
    } catch (error) {
      toast.failed(error);
    }
    await refreshFiles(cache, assessment);
  }

  return (
    <>
      <Box component="ul" aria-label={label} sx={{ m: 0, p: 0 }}>
        {sorted.map((file) => {
          const show = (beside: ReactNode, below: ReactNode) => (
            <FileLine
              file={file}
              onOpen={() => void open(file)}
              onDelete={mayDelete ? () => setDeleting(file) : undefined}
              beside={beside}
            >
              {below}
            </FileLine>
          );
          return <Fragment key={file.id}>{marks ? marks(file, show) : show(null, null)}</Fragment>;
        })}
        {pending?.list.map((upload) => (
          <UploadLine key={upload.id} upload={upload} uploads={pending.uploads} />
        ))}
      </Box>
      {shown && (
        <Viewer files={sorted.filter(opensInPlace)} shown={shown} onShow={setShown} onClose={() => setShown(null)} />
      )}
      {deleting && (
        <ConfirmDialog
          question={review.files.deleteAsk(nameOf(deleting))}
          yes={web.users.operations.delete.action}
          onYes={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

const names = new Intl.Collator('zh-CN', { numeric: true });

/** Files in display order. */
export function inOrder(files: readonly FileItem[]): FileItem[] {
  return files.toSorted((a, b) => names.compare(a.title, b.title));
}
