import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { LifecycleRow } from '@shp/shared/domain/assessment/lifecycle';
import { useState } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { PlainMenu, PlainMenuItem } from '../../ui/menu/PlainMenu.tsx';
import type { Offered } from './offeredSteps.ts';

type Props = { steps: readonly Offered[]; offline: boolean; onAsk: (row: LifecycleRow) => void };

/** The rare steps, in a menu; one that is not possible says why. */
export function MoreSteps({ steps, offline, onAsk }: Props) {
  const { review, rules } = useReviewText();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (steps.length === 0) return null;
  return (
    <>
      <IconButton
        aria-label={review.steps.more}
        title={review.steps.more}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        ⋯
      </IconButton>
      {anchor && (
        <PlainMenu anchor={anchor} onClose={() => setAnchor(null)}>
          {steps.map(({ row, allowed, problems }) => (
            <PlainMenuItem
              key={row.to}
              disabled={!allowed || offline}
              onChoose={() => {
                setAnchor(null);
                onAsk(row);
              }}
            >
              <span data-step={row.name}>{rules.steps[row.name]}</span>
              {problems.length > 0 && (
                <Typography variant="body2" component="span" sx={{ color: 'text.secondary', pl: 2 }}>
                  {problems.map(({ message }) => message).join(' ')}
                </Typography>
              )}
            </PlainMenuItem>
          ))}
        </PlainMenu>
      )}
    </>
  );
}
