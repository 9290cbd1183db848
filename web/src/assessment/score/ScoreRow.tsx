import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { itemState, REASON_MAX } from '@shp/shared/domain/standard/scoreItems';
import { type StandardItem, wordingIn } from '@shp/shared/domain/standard/standard';
import { type ReactNode, useRef } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useFileDrop } from '../../files/upload/useFileDrop.ts';
import { NOT_SCORED, type ScoreState } from '../../outbox/senders.ts';
import { useArrival } from '../anchors.ts';
import { EditConflict } from '../EditConflict.tsx';
import { ScoreChange } from '../history/ChangeMark.tsx';
import { Remarking } from '../remarks/editor/RemarkButton.tsx';
import { GivenRemarks } from '../remarks/Remarks.tsx';
import { scoreText } from '../valueText.ts';
import { ScoreInput } from './ScoreInput.tsx';
import type { CurrentScore } from './useScores.ts';

type Props = {
  item: StandardItem;
  given: CurrentScore | undefined;
  /** Absent if the scores are read-only. */
  onChange?: ((serial: string, state: ScoreState) => void) | undefined;
  /** Takes files dropped on the item or pasted into it. */
  onFiles?: ((serial: string, files: File[]) => void) | undefined;
  /** Shown beside the own score: the station's score on an expert's page. */
  beside?: ReactNode;
  /** Evidence, which is read before the score is given. */
  children?: ReactNode;
  /** An opened file, below the item. */
  view?: ReactNode;
  /** Help for writing the reason. */
  besideReason?: ReactNode;
  /** Further buttons of the item. */
  buttons?: ReactNode;
};

/** One item of the standard: its requirement, scoring rule, score and reason. */
export function ScoreRow({ item, given, onChange, onFiles, beside, children, view, besideReason, buttons }: Props) {
  const { common, review } = useReviewText();
  const { lang } = usePreferences();
  const place = useRef<HTMLDivElement>(null);
  const { serial, content, contentEn, method, methodEn } = item;
  const state = given?.state ?? NOT_SCORED;
  const { over, handlers } = useFileDrop(onFiles ? (files) => onFiles(serial, files) : null);
  useArrival(place, { part: 'score', serial });
  const withRemark = (button: ReactNode) => (
    <>
      {buttons}
      {button}
    </>
  );
  return (
    <Box
      component="section"
      ref={place}
      aria-label={review.item(serial)}
      tabIndex={-1}
      data-item={serial}
      {...handlers}
      sx={over ? OVER : ROW}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography>
          <b>{serial}</b> {wordingIn(lang, content, contentEn)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {wordingIn(lang, method, methodEn)}
        </Typography>
      </Box>
      <Remarking at={{ part: 'score', serial }} always>
        {(button, editor) => (
          <>
            <Box sx={{ minWidth: 0 }}>
              {given?.byAdmin && (
                <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                  {review.score.byAdmin}
                </Typography>
              )}
              <EditConflict
                entry={given?.entry}
                show={(value) =>
                  scoreText((value as ScoreState | undefined) ?? NOT_SCORED, review.score.missing, common)
                }
              />
              <ScoreChange serial={serial} />
              <GivenRemarks at={{ part: 'score', serial }} />
              {editor}
              {children}
            </Box>
            <Box sx={GIVEN}>
              {beside}
              {onChange ? (
                <Editing
                  item={item}
                  state={state}
                  onChange={(next) => onChange(serial, next)}
                  besideReason={besideReason}
                  buttons={withRemark(button)}
                />
              ) : (
                <Reading item={item} state={state} buttons={withRemark(button)} />
              )}
            </Box>
            {view}
          </>
        )}
      </Remarking>
    </Box>
  );
}

type EditingProps = {
  item: StandardItem;
  state: ScoreState;
  onChange: (state: ScoreState) => void;
  besideReason: ReactNode;
  buttons: ReactNode;
};

function Editing({ item, state, onChange, besideReason, buttons }: EditingProps) {
  const { review } = useReviewText();
  const { serial, score: full, mayBeMissing } = item;
  const { score, missing, reason } = state;
  const asked = missing || (score !== null && score < full);
  const needed = itemState({ serial, ...state }, item) === 'reasonMissing';
  return (
    <Box data-editing sx={EDITING}>
      <ScoreInput item={item} state={state} onChange={(next) => onChange({ ...state, score: next })} />
      {(asked || reason !== '') && (
        <Box sx={REASON}>
          <TextField
            label={missing ? review.score.missingReason : review.score.reason}
            value={reason}
            onChange={(event) => onChange({ ...state, reason: event.target.value })}
            required={asked}
            multiline
            maxRows={6}
            error={needed}
            helperText={needed ? review.score.reasonNeeded : undefined}
            slotProps={{
              htmlInput: { maxLength: REASON_MAX, 'data-reason': serial, 'aria-label': review.score.reasonOf(serial) },
            }}
          />
        </Box>
      )}
      <Box sx={BUTTONS}>
        {mayBeMissing && (
          <FormControlLabel
            label={review.score.missing}
            control={
              <Checkbox
                size="small"
                checked={missing}
                onChange={(_, checked) => onChange({ ...state, missing: checked, score: null })}
                slotProps={{ input: { 'aria-label': review.score.missingOf(serial) } }}
              />
            }
          />
        )}
        {buttons}
        {(asked || reason !== '') && besideReason}
      </Box>
    </Box>
  );
}

type ReadingProps = { item: StandardItem; state: ScoreState; buttons: ReactNode };

function Reading({ item, state: { score, missing, reason }, buttons }: ReadingProps) {
  const { review } = useReviewText();
  return (
    <Box>
      <Box sx={SCORE}>
        <Typography>
          {missing
            ? review.score.missing
            : score === null
              ? review.score.unscored
              : review.score.points(score, item.score)}
        </Typography>
        {buttons}
      </Box>
      {reason !== '' && (
        <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {reason}
        </Typography>
      )}
    </Box>
  );
}

/** The score, and what the reader can do with the item at the end of its line. */
const SCORE = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  '& > p': { flex: 1 },
  '& .MuiFormControlLabel-root': { mr: 0 },
  '& .MuiCheckbox-root': { py: 0.25 },
} as const;

/** Depends on the width of the items' container, which shrinks when a file is open beside them. */
const WIDE = '@container (min-width: 760px)';
/** The reason follows the score in Tab order and stands beside it, buttons and the check box below. */
const EDITING = {
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'start',
  columnGap: 1,
  rowGap: 0.25,
} as const;
const REASON = { gridArea: '1 / 2' } as const;
const BUTTONS = {
  gridArea: '2 / 1 / 3 / 3',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  '& .MuiFormControlLabel-root': { mr: 0 },
  '& .MuiCheckbox-root': { py: 0.5 },
} as const;
/** Below the text, room for the labels of the fields. */
const GIVEN = { minWidth: 0, mt: 1, [WIDE]: { mt: 0, gridColumn: 2, gridRow: '1 / span 2' } } as const;
const ROW = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [WIDE]: { gridTemplateColumns: 'minmax(0, 1fr) 340px', gridTemplateRows: 'auto 1fr' },
  columnGap: 3,
  rowGap: 0.5,
  py: 1.5,
  borderBottom: '1px solid',
  borderColor: 'divider',
  '&:focus': { outline: 0 },
  '&:last-of-type': { borderBottom: 0 },
} as const;
const OVER = { ...ROW, bgcolor: 'action.hover', outline: '2px dashed', outlineColor: 'primary.main' } as const;
