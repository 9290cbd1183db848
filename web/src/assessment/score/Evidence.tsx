import Box from '@mui/material/Box';
import type { FileItem } from '@shp/shared/api/objects';
import { memo, useDeferredValue, useRef } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { Camera } from '../../files/camera/Camera.tsx';
import type { ShownFile } from '../../files/FilePane.tsx';
import { FilesAt } from '../../files/FilesAt.tsx';
import { AddFiles } from '../../files/upload/AddFiles.tsx';
import type { Upload } from '../../files/upload/uploads.ts';
import { useUploadsAt } from '../../files/upload/useUploads.ts';
import { useArrival } from '../anchors.ts';
import { fileMarks } from '../files/fileMarks.tsx';
import { GoneFiles } from '../history/ChangeMark.tsx';
import { Remarks } from '../remarks/Remarks.tsx';

type Props = {
  assessment: string;
  serial: string;
  files: readonly FileItem[];
  /** Absent if the user may not upload or delete. */
  onFiles?: ((serial: string, files: File[]) => void) | undefined;
  onShow?: ((shown: ShownFile) => void) | undefined;
};

const NONE: readonly Upload[] = [];

/** The evidence of an item: its files, and uploads on their way. */
export const Evidence = memo(function Evidence({ assessment, serial, files, onFiles, onShow }: Props) {
  const { review } = useReviewText();
  const place = useRef<HTMLDivElement>(null);
  const { uploads, pending: now } = useUploadsAt(assessment, serial);
  // After the rest of the page: hundreds of photographs may wait.
  const pending = useDeferredValue(now, NONE);
  // Where files can be added, a link leads to the button for that.
  useArrival(place, ...(onFiles ? [] : [{ part: 'evidence', serial } as const]));
  if (!onFiles && files.length === 0)
    return <GoneFiles assessment={assessment} at={(file) => file.serial === serial} />;
  return (
    <Box ref={place} tabIndex={-1}>
      <FilesAt
        assessment={assessment}
        label={review.evidenceOf(serial)}
        files={files}
        pending={onFiles && { uploads, list: pending }}
        mayDelete={onFiles !== undefined}
        onShow={onShow}
        marks={fileMarks}
      />
      <GoneFiles assessment={assessment} at={(file) => file.serial === serial} />
      <Remarks at={{ part: 'evidence', serial }} />
    </Box>
  );
});

type AddProps = { assessment: string; serial: string; onFiles: (serial: string, files: File[]) => void };

/** The buttons that add evidence to an item. */
export const AddEvidence = memo(function AddEvidence({ assessment, serial, onFiles }: AddProps) {
  const { review } = useReviewText();
  const place = useRef<HTMLDivElement>(null);
  useArrival(place, { part: 'evidence', serial });
  return (
    <Box ref={place} tabIndex={-1} sx={{ ml: '-5px' }}>
      <AddFiles
        text={review.score.addEvidence}
        label={review.score.addEvidenceTo(serial)}
        onFiles={(chosen) => onFiles(serial, chosen)}
      />
      <Camera of={assessment} target={{ target: 'evidence', serial }} name={serial} />
    </Box>
  );
});
