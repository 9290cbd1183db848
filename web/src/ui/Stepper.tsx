import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useText } from '../core/i18n/texts.ts';
import { FONT_SIZES, PHONE } from '../theme/tokens.ts';
import { UNSEEN } from '../theme/unseen.ts';

export type StepperStep = { name: string; note?: string; state: 'done' | 'current' | 'todo' };

type Props = {
  label: string;
  steps: readonly StepperStep[];
  /** On a wide page name and note stand beside their dot, the note under the name. */
  inline?: boolean;
};

/** The stages of a process in a row: those done, the current one, those to come. */
export function Stepper({ label, steps, inline = false }: Props) {
  const { web } = useText();
  return (
    <Box component="ol" aria-label={label} sx={LIST}>
      {steps.map(({ name, note, state }) => (
        <Box
          component="li"
          key={name}
          data-state={state}
          aria-current={state === 'current' ? 'step' : undefined}
          sx={inline ? INLINE : STEP}
        >
          <span className="text">
            <span className="name">{name}</span>
            {state === 'done' && <span className="hidden">{web.stepDone}</span>}
            {note !== undefined && <small>{inTwo(note)}</small>}
          </span>
        </Box>
      ))}
    </Box>
  );
}

/** A day as its year and the rest, which stand below each other on a phone. */
function inTwo(note: string): ReactNode {
  const [year, rest] = note.split(/-(.*)/);
  if (rest === undefined) return note;
  return (
    <>
      <span className="year">{year}</span>
      <span className="dash">-</span>
      {rest}
    </>
  );
}

const WIDE = '@media (min-width: 900px)';
/** The diameter of a dot, in pixels. */
const DOT = 20;
const LIST = { display: 'flex', m: 0, p: 0, pt: 1, listStyle: 'none' } as const;

const STEP = {
  position: 'relative',
  flex: '1 1 0',
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  textAlign: 'center',
  '& .text': { display: 'flex', flexDirection: 'column', minWidth: 0 },
  '& small': { fontSize: FONT_SIZES.small, lineHeight: 1.4, color: 'text.secondary', whiteSpace: 'nowrap' },
  '& .name': { fontSize: { xs: FONT_SIZES.small, sm: FONT_SIZES.text }, whiteSpace: { xs: 'nowrap', sm: 'normal' } },
  '& .hidden': UNSEEN,
  [PHONE]: { '& .year': { display: 'block' }, '& .dash': { display: 'none' } },
  '&::before': {
    content: '""',
    zIndex: 1,
    boxSizing: 'border-box',
    width: DOT,
    height: DOT,
    mb: 0.75,
    borderRadius: '50%',
    border: '2px solid',
    borderColor: 'divider',
    bgcolor: 'background.paper',
    fontSize: 12,
    fontWeight: 700,
    lineHeight: `${DOT - 4}px`,
    textAlign: 'center',
  },
  '&:not(:last-child)::after': {
    content: '""',
    position: 'absolute',
    top: DOT / 2 - 1,
    left: '50%',
    width: '100%',
    borderTop: '2px solid',
    borderTopColor: 'divider',
  },
  '&[data-state=done]::before': {
    content: '"✓" / ""',
    color: 'background.paper',
    bgcolor: 'success.main',
    borderColor: 'success.main',
  },
  '&[data-state=done]::after': { borderTopColor: 'success.main' },
  '&[data-state=todo]': { color: 'text.secondary' },
  '&[data-state=current] .name': { fontWeight: 700, color: 'primary.dark' },
  '&[data-state=current] small': { color: 'text.primary', fontWeight: 600 },
  '&[data-state=current]::before': {
    borderColor: 'primary.main',
    borderWidth: 6,
    outline: '4px solid',
    outlineColor: ({ palette }: Theme) => palette.primary.light,
  },
} as const;

const INLINE = {
  ...STEP,
  [WIDE]: {
    flex: '1 1 auto',
    flexDirection: 'row',
    gap: '10px',
    textAlign: 'left',
    '&:last-of-type': { flex: 'none' },
    '&::before': { flex: 'none', mb: 0 },
    '&:not(:last-child)::after': { position: 'static', flex: '1 1 16px', mr: 1.25 },
  },
} as const;
