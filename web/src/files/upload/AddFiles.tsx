import AttachFile from '@mui/icons-material/AttachFile';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { FILE_TYPES } from '@shp/shared/domain/assessment/files';
import { OFFICE_ENDINGS } from '@shp/shared/domain/lib/sheetFormats';

const ACCEPTED = [...Object.keys(FILE_TYPES), 'jpeg'].map((extension) => `.${extension}`).join(',');

type Props = {
  text: string;
  label: string;
  onFiles: (files: File[]) => void;
  /** Takes one sheet instead of any number of files. */
  sheet?: true;
};

/** Button that chooses files. `label` names their purpose for screen readers. */
export function AddFiles({ text, label, onFiles, sheet }: Props) {
  return (
    // biome-ignore lint/a11y/useValidAriaRole: the label is no button itself, but its input is one
    <Button component="label" role={undefined} tabIndex={-1} size="small" startIcon={<AttachFile />} sx={BUTTON}>
      {text}
      <Box
        component="input"
        type="file"
        multiple={!sheet}
        accept={sheet ? OFFICE_ENDINGS : ACCEPTED}
        aria-label={label}
        sx={HIDDEN}
        onChange={(event: { target: { files?: FileList | null; value: string } }) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </Button>
  );
}

const BUTTON = { '&:focus-within': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: 1 } } as const;
const HIDDEN = { position: 'absolute', width: 1, height: 1, opacity: 0 } as const;
