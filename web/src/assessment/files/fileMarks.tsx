import type { Marks } from '../../files/FilesAt.tsx';
import { FileChange } from '../history/ChangeMark.tsx';
import { Remarking } from '../remarks/editor/RemarkButton.tsx';
import { GivenRemarks } from '../remarks/Remarks.tsx';

/** The marks of a file of an assessment: whether it is new, and its remarks. */
export const fileMarks: Marks = (file, show) => (
  <Remarking at={file}>
    {(button, editor) =>
      show(
        button,
        <>
          <FileChange id={file.id} />
          <GivenRemarks at={file} />
          {editor}
        </>,
      )
    }
  </Remarking>
);
