import Box from '@mui/material/Box';
import { useText } from '../core/i18n/texts.ts';
import { FONT_SIZES } from '../theme/tokens.ts';

export type StepperStep = { name: string; note?: string; state: 'done' | 'current' | 'todo' };

/** The stages of a process in a row: those done, the current one, those to come. */
export function Stepper({ label, steps }: { label: string; steps: readonly StepperStep[] }) {
  const { web } = useText();
  return (
    <Box component="ol" aria-label={label} sx={LIST}>
      {steps.map(({ name, note, state }) => (
        <Box
          component="li"
          key={name}
          data-state={state}
          aria-current={state === 'current' ? 'step' : undefined}
          sx={STEP}
        >
          <span className="name">{name}</span>
          {state === 'done' && <span className="hidden">{web.stepDone}</span>}
          {note !== undefined && <small>{note}</small>}
        </Box>
      ))}
    </Box>
  );
}

const LIST = { display: 'flex', m: 0, p: 0, pt: 1, listStyle: 'none' } as const;

const STEP = {
  position: 'relative',
  flex: '1 1 0',
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  textAlign: 'center',
  '& small': { fontSize: FONT_SIZES.small, color: 'text.secondary' },
  // On a phone the current stage's note is wider than its column: it gets a line of its own below the others' dates.
  '& .name': { fontSize: { xs: FONT_SIZES.small, sm: FONT_SIZES.text }, whiteSpace: { xs: 'nowrap', sm: 'normal' } },
  '&[data-state=current] small': { whiteSpace: 'nowrap', width: 'max-content', minWidth: '100%' },
  '&[data-state=current]:first-of-type small': { alignSelf: 'flex-start' },
  '&[data-state=current]:last-of-type small': { alignSelf: 'flex-end' },
  'li:has(small) ~ &[data-state=current] small': { mt: { xs: '18px', sm: 0 } },
  '& .hidden': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  '&::before': {
    content: '""',
    zIndex: 1,
    boxSizing: 'border-box',
    width: 16,
    height: 16,
    mb: 0.75,
    borderRadius: '50%',
    border: '2px solid',
    borderColor: 'divider',
    bgcolor: 'background.paper',
  },
  '&:not(:last-child)::after': {
    content: '""',
    position: 'absolute',
    top: 7,
    left: '50%',
    width: '100%',
    borderTop: '2px solid',
    borderTopColor: 'divider',
  },
  '&[data-state=done]::before': { bgcolor: 'success.main', borderColor: 'success.main' },
  '&[data-state=done]::after': { borderTopColor: 'success.main' },
  '&[data-state=current]': { fontWeight: 600 },
  '&[data-state=current]::before': { borderColor: 'primary.main', borderWidth: 5 },
} as const;
