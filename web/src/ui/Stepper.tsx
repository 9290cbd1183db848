import Box from '@mui/material/Box';
import { useText } from '../core/i18n/texts.ts';
import { FONT_SIZES } from '../theme/tokens.ts';

export type StepperStep = { name: string; note?: string; state: 'done' | 'current' | 'todo' };

type Props = {
  label: string;
  steps: readonly StepperStep[];
  /** On a wide page each name and note stand beside their dot, so that all take one line. */
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
          <span className="name">{name}</span>
          {state === 'done' && <span className="hidden">{web.stepDone}</span>}
          {note !== undefined && <small>{note}</small>}
        </Box>
      ))}
    </Box>
  );
}

const WIDE = '@media (min-width: 900px)';
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

const INLINE = {
  ...STEP,
  [WIDE]: {
    flex: '1 1 auto',
    flexDirection: 'row',
    gap: '8px',
    '&:last-of-type': { flex: 'none' },
    '&[data-state=current]:nth-of-type(n) small': { minWidth: 0, alignSelf: 'center' },
    '&::before': { flex: 'none', mb: 0 },
    '&:not(:last-child)::after': { position: 'static', flex: '1 1 16px', mr: 1 },
  },
} as const;
