import type { FileItem } from '@shp/shared/api/objects';
import { FileChange } from '../history/ChangeMark.tsx';
import { Remarks } from '../remarks/Remarks.tsx';

/** Below a file of an assessment: whether it is new, and its remarks. */
export const fileMarks = (file: FileItem) => (
  <>
    <FileChange id={file.id} />
    <Remarks at={file} />
  </>
);
