import Box from '@mui/material/Box';
import { type Condition, type Form, type FormPath, NOTE } from '@shp/shared/domain/assessment/form';
import { formLabel } from '@shp/shared/text/problems';
import { useRef, useState } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { FieldControl } from '../../ui/fields/FieldControl.tsx';
import { useArrival } from '../anchors.ts';
import { EditConflict } from '../EditConflict.tsx';
import { FieldChange } from '../history/ChangeMark.tsx';
import { Remarks } from '../remarks/Remarks.tsx';
import { formValueText } from '../valueText.ts';
import { type EditedForm, useFormPlace } from './useForm.ts';
import { type PlaceProblem, useQuietProblem } from './useQuietProblem.ts';
import { YesNo } from './YesNo.tsx';

type Held = Form['conditions'][Condition];
type Props = Pick<EditedForm, 'object' | 'change'> & {
  condition: Condition;
  /** The server's value. */
  stored: Held;
  problem: PlaceProblem | undefined;
};

/** A basic condition: whether it holds, and a note where it does not. */
export function ConditionField({ object, condition, stored, change, problem }: Props) {
  const { common, rules } = useReviewText();
  const place = useRef<HTMLDivElement>(null);
  const path: FormPath = `conditions.${condition}`;
  const label = formLabel(path, rules);
  const { value, entry } = useFormPlace(object, path, stored);
  const { holds = null, note = '' } = (value as Held | null) ?? {};
  const [typed, setTyped] = useState<string | null>(null);
  const quiet = useQuietProblem(problem);
  useArrival(place, { part: 'form', field: path });
  // A note that was written stays in view, whatever the answer is now.
  const hasNote = holds === false || note !== '' || typed !== null;
  return (
    <Box
      ref={place}
      onFocus={quiet.onFocus}
      onBlur={() => {
        quiet.onBlur();
        setTyped(null);
      }}
      sx={hasNote ? PAIR : undefined}
    >
      <YesNo
        name={path}
        label={label}
        required
        value={holds}
        onChange={(next) => change(path, { holds: next, note })}
        problem={quiet.shown}
      />
      {hasNote && (
        <FieldControl
          name={`${path}.note`}
          label={rules.condition.note}
          def={NOTE}
          value={typed?.trim() === note ? typed : note}
          onChange={(next) => {
            setTyped(next);
            change(path, { holds, note: next.trim() });
          }}
          problem={undefined}
        />
      )}
      <Box sx={{ gridColumn: '1 / -1', '&:empty': { display: 'none' } }}>
        <EditConflict entry={entry} show={(one) => formValueText(path, one, common)} />
        <FieldChange path={path} />
        <Remarks at={{ part: 'form', field: path }} />
      </Box>
    </Box>
  );
}

const PAIR = {
  gridColumn: '1 / -1',
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
  gap: 2,
  alignItems: 'start',
} as const;
