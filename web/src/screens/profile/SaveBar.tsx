import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { FootBar } from '../../assessment/steps/FootBar.tsx';
import { useText } from '../../core/i18n/texts.ts';

type Props = {
  /** The id of the form. */
  form: string;
  /** How many values were changed. */
  count: number;
  /** What is said about them, or that there are none. */
  note: ReactNode;
  discard: string;
  busy: boolean;
  onDiscard(): void;
};

/** Saves or discards what was changed in a form; calm while that is nothing. */
export function SaveBar({ form, count, note, discard, busy, onDiscard }: Props) {
  const { web } = useText();
  const isIdle = count === 0;
  return (
    <FootBar label={web.save} idle={isIdle} reasons={note}>
      {!isIdle && (
        <Button disabled={busy} onClick={onDiscard}>
          {discard}
        </Button>
      )}
      <Button type="submit" form={form} variant={isIdle ? 'text' : 'contained'} disabled={isIdle} loading={busy}>
        {web.save}
      </Button>
    </FootBar>
  );
}
