import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import type { FindingRow } from '@shp/shared/api/findings/objects';
import { findingViewsOf } from '@shp/shared/domain/addresses/findings';
import { FINDING_STEPS } from '@shp/shared/domain/findings/steps';
import { daysSince } from '@shp/shared/domain/lib/days';
import { wordingIn } from '@shp/shared/domain/standard/standard';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { CARD, FACTS, HEAD, LINE, TEXT } from './card.ts';
import { FindingChip } from './FindingChip.tsx';
import { useFindingText } from './texts.ts';

type Props = { row: FindingRow; isUnsent: boolean; showsStation: boolean; onOpen: () => void };

/** A finding: what is wrong, its state; what the standard asks; whose it is, number, points and last day. */
export function FindingCard({ row, isUnsent, showsStation, onOpen }: Props) {
  const { common } = useText();
  const { findings, rules } = useFindingText();
  const { lang } = usePreferences();
  const { role } = useUser();
  const { no, station, state, serial, content, contentEn, text, due, overdue, lost, source, assessment } = row;
  const words = findings.screen;
  const lastDay = due === null ? state !== 'closed' && words.noDue : words.due(due);
  const by = role === 'station' ? role : findingViewsOf(role).includes('done') && 'firstManager';
  const step = FINDING_STEPS.find((one) => one.from === state && one.by === by);
  const facts = [
    showsStation && station.name,
    no,
    // A finding that is done has changed last when its mending was reported.
    state === 'done' && words.toCheckFor(daysSince(row.updatedAt)),
    lastDay,
    lost === null ? rules.findingSources[source] : words.lost(lost.toFixed(1)),
    assessment && words.ofReview(assessment.number),
  ].filter((fact): fact is string => Boolean(fact));
  return (
    <Box component="li" sx={WHOLE}>
      <Box sx={HEAD}>
        <Link
          component="button"
          onClick={onOpen}
          aria-label={`${words.open(no)}${common.marks.colon}${text}`}
          sx={NAME}
        >
          {text}
        </Link>
        <Box component="span" sx={CHIPS}>
          {isUnsent && <Chip size="small" color="warning" label={words.unsent} />}
          <FindingChip row={row} />
        </Box>
      </Box>
      {content !== null && (
        <Box sx={FACTS}>
          {serial} {wordingIn(lang, content, contentEn)}
        </Box>
      )}
      <Box sx={LINE}>
        {facts.map((fact) => (
          <span key={fact}>{overdue && fact === lastDay ? <strong>{fact}</strong> : fact}</span>
        ))}
        {step && (
          <Box aria-hidden component="i" sx={STEP}>
            {step.by === 'station' ? rules.findingSteps[step.name] : words.check} →
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** A click anywhere on the row opens it. */
const WHOLE = { ...CARD, position: 'relative', '&:hover': { bgcolor: 'action.hover' } } as const;
/** What the click leads to, for the one who is to act. */
const STEP = { ml: 'auto', fontStyle: 'normal', color: 'primary.main' } as const;
/** What was found heads the row, in full. */
const NAME = {
  ...TEXT,
  position: 'static',
  flex: '1 1 0',
  minWidth: { xs: '100%', sm: 0 },
  color: 'text.primary',
  textAlign: 'left',
  fontWeight: 600,
  '&::after': { content: '""', position: 'absolute', inset: 0 },
} as const;
const CHIPS = { display: 'inline-flex', flexWrap: 'wrap', gap: 0.75 } as const;
