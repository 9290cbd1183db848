import MoreVert from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { LifecycleRow } from '@shp/shared/domain/assessment/lifecycle';
import { useState } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import type { Offered } from './offeredSteps.ts';

type Props = { steps: readonly Offered[]; blocked: boolean; onAsk: (row: LifecycleRow) => void };

/** The rare steps, in a menu; one that is not possible says why. */
export function MoreSteps({ steps, blocked, onAsk }: Props) {
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
        <MoreVert />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {steps.map(({ row, allowed, problems }) => (
          <MenuItem
            key={row.to}
            disabled={!allowed || blocked}
            onClick={() => {
              setAnchor(null);
              onAsk(row);
            }}
          >
            <ListItemText
              primary={rules.steps[row.name]}
              secondary={problems.map(({ message }) => message).join(' ')}
            />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
