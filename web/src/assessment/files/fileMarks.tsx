import type { FileItem } from '@shp/shared/api/objects';
import { FileChange } from '../history/ChangeMark.tsx';
import { Remarks } from '../remarks/Remarks.tsx';

/** What stands below a file of an assessment: whether it is new, and remarks about it. */
export const fileMarks = (file: FileItem) => (
  <>
    <FileChange id={file.id} />
    <Remarks at={file} />
  </>
);
