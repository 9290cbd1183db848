import Box from '@mui/material/Box';
import type { FieldDef } from '@shp/shared/domain/assessment/fields';
import type { FormPath } from '@shp/shared/domain/assessment/form';
import { reasonText } from '@shp/shared/text/reasons';
import { memo, useRef, useState } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { FieldControl } from '../../ui/fields/FieldControl.tsx';
import { judgeInput, readInput, showValue } from '../../ui/fields/readInput.ts';
import { useArrival } from '../anchors.ts';
import { EditConflict } from '../EditConflict.tsx';
import { FieldChange } from '../history/ChangeMark.tsx';
import { Remarks } from '../remarks/Remarks.tsx';
import { formValueText } from '../valueText.ts';
import { type EditedForm, useFormPlace } from './useForm.ts';
import { type PlaceProblem, useQuietProblem } from './useQuietProblem.ts';
import { YesNo } from './YesNo.tsx';

type Props = Pick<EditedForm, 'object' | 'change'> & {
  path: FormPath;
  label: string;
  def: Exclude<FieldDef, { kind: 'enums' }>;
  /** The server's value. */
  stored: unknown;
  problem: PlaceProblem | undefined;
};

/** One field of the form with its problem, its remarks, and an edit conflict if there is one. */
export const FormField = memo(function FormField({ object, path, label, def, stored, change, problem }: Props) {
  const { common } = useReviewText();
  const { value, entry } = useFormPlace(object, path, stored);
  const place = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [unkept, setUnkept] = useState(false);
  // Show the text exactly as typed, unless the value has changed elsewhere.
  const own = typed !== null && (unkept || readInput(def, typed) === value);
  const text = own ? typed : String(showValue(value) ?? '');
  const reason = own && unkept ? judgeInput(def, text) : null;
  const quiet = useQuietProblem(reason ? { text: reasonText(reason, common), blank: false } : problem);
  useArrival(place, { part: 'form', field: path });

  function type(next: string) {
    setTyped(next);
    setUnkept(!change(path, readInput(def, next)));
  }

  return (
    <Box
      ref={place}
      onFocus={quiet.onFocus}
      onBlur={() => {
        quiet.onBlur();
        // Keep text that cannot be stored, together with its problem.
        if (!unkept) setTyped(null);
      }}
      sx={def.kind === 'text' && def.multiline ? WIDE : {}}
    >
      {def.kind === 'flag' ? (
        <YesNo
          name={path}
          label={label}
          required={def.required === true}
          value={typeof value === 'boolean' ? value : null}
          onChange={(next) => change(path, next)}
          problem={quiet.shown}
        />
      ) : (
        <FieldControl name={path} label={label} def={def} value={text} onChange={type} problem={quiet.shown} />
      )}
      <EditConflict entry={entry} show={(one) => formValueText(path, one, common)} />
      <FieldChange path={path} />
      <Remarks at={{ part: 'form', field: path }} />
    </Box>
  );
}, isSame);

/** Typing in one field must not render the others. Every key makes new problem objects, so compare their contents. */
function isSame({ problem: before, ...one }: Props, { problem: after, ...other }: Props): boolean {
  const keys = Object.keys(one) as (keyof typeof one)[];
  return before?.text === after?.text && before?.blank === after?.blank && keys.every((key) => one[key] === other[key]);
}

const WIDE = { gridColumn: '1 / -1' } as const;
