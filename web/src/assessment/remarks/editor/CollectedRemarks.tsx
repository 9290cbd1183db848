import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { useManagingText } from '../../../core/i18n/managingTexts.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { anchorOf, hashOf } from '../../anchors.ts';
import { useAnchorName } from '../../history/History.tsx';
import { useOwnSteps } from '../../steps/useOwnSteps.ts';
import type { DraftRemark, Drafts } from './drafts.ts';
import { RemarkText } from './RemarkText.tsx';
import { AddingContext, DraftsContext, MovingContext, useCollected, useOwnDrafts } from './useDrafts.ts';
import { useRemoving } from './useRemoving.ts';

/** Remarks for the next step: each can be edited, removed, or opened at its place. */
export function CollectedRemarks() {
  const drafts = useContext(DraftsContext);
  return drafts ? <Collected drafts={drafts} /> : null;
}

function Collected({ drafts }: { drafts: Drafts }) {
  const { common } = useText();
  const { remarking } = useManagingText();
  const adding = useContext(AddingContext);
  const { remarks } = useCollected();
  const { moving, setMoving } = useContext(MovingContext);
  const placeName = useAnchorName();
  const remove = useRemoving(drafts);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!adding && remarks.length === 0) return null;

  function nameOf(remark: DraftRemark): string {
    const place = anchorOf(remark);
    return [place && placeName(place), remark.name].filter(Boolean).join(common.marks.colon);
  }

  return (
    <Box component="section" aria-label={remarking.collected} sx={{ mb: 3 }}>
      <Typography variant="h2" ref={heading} tabIndex={-1} gutterBottom sx={{ '&:focus': { outline: 0 } }}>
        {remarking.collected}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {remarks.length === 0 ? remarking.none : remarking.kept}
      </Typography>
      <Box component="ol" sx={{ m: 0, pl: 3 }}>
        {remarks.map((remark) => {
          const place = anchorOf(remark);
          return (
            <Box component="li" key={remark.key} sx={{ mt: 1.5 }}>
              {place && (
                <Link component={RouterLink} to={{ hash: hashOf(place) }} underline="always">
                  {nameOf(remark)}
                </Link>
              )}
              <RemarkText
                name={nameOf(remark)}
                text={remark.text}
                onChange={(text) => drafts.write({ ...remark, text })}
                onRemove={() => {
                  remove(remark);
                  heading.current?.focus();
                }}
              />
              {adding && (
                <Button
                  size="small"
                  aria-pressed={moving?.key === remark.key}
                  aria-label={remarking.moveOf(nameOf(remark))}
                  onClick={() => setMoving(moving?.key === remark.key ? null : remark)}
                >
                  {moving?.key === remark.key ? remarking.moving : remarking.move}
                </Button>
              )}
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

type Props = { assessment: Assessment; events: readonly Event[]; children: ReactNode };

/** Wraps a page that collects remarks; the user can add them if allowed to return the application. */
export function Collecting({ assessment, events, children }: Props) {
  const drafts = useOwnDrafts(assessment.id);
  const mayReturn = useOwnSteps(assessment, events).some(({ name }) => name === 'return');
  const [moving, setMoving] = useState<DraftRemark | null>(null);
  const mover = useMemo(() => ({ moving, setMoving }), [moving]);
  return (
    <DraftsContext value={drafts}>
      <AddingContext value={mayReturn}>
        <MovingContext value={mover}>{children}</MovingContext>
      </AddingContext>
    </DraftsContext>
  );
}
