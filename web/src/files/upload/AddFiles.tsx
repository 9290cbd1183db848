import AttachFile from '@mui/icons-material/AttachFile';
import { FILE_TYPES } from '@shp/shared/domain/assessment/files';
import { OFFICE_ENDINGS } from '@shp/shared/domain/lib/sheetFormats';
import { FileButton } from './FileButton.tsx';

const ACCEPTED = [...Object.keys(FILE_TYPES), 'jpeg'].map((extension) => `.${extension}`).join(',');

type Props = {
  text: string;
  label: string;
  onFiles: (files: File[]) => void;
  /** Takes one sheet instead of any number of files. */
  sheet?: true;
};

/** Button that chooses evidence, documents or a sheet. `label` names their purpose for screen readers. */
export function AddFiles({ sheet, ...button }: Props) {
  return <FileButton icon={<AttachFile />} multiple={!sheet} accept={sheet ? OFFICE_ENDINGS : ACCEPTED} {...button} />;
}
