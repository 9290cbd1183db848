import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

type Props = {
  text: string;
  /** Names the purpose of the files for screen readers. */
  label: string;
  icon: ReactNode;
  /** The attribute `accept`. */
  accept: string;
  multiple?: boolean;
  /** Opens the device's camera instead of its files. */
  camera?: true;
  onFiles: (files: File[]) => void;
};

/** Button that chooses files. */
export function FileButton({ text, label, icon, accept, multiple = false, camera, onFiles }: Props) {
  return (
    // biome-ignore lint/a11y/useValidAriaRole: the label is no button itself, but its input is one
    <Button component="label" role={undefined} tabIndex={-1} size="small" startIcon={icon} sx={BUTTON}>
      {text}
      <Box
        component="input"
        type="file"
        multiple={multiple}
        accept={accept}
        capture={camera && 'environment'}
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
