import Box from '@mui/material/Box';
import type { FieldDef } from '@shp/shared/domain/fields';
import type { FormPath } from '@shp/shared/domain/form';
import { reasonText } from '@shp/shared/text/reasons';
import { useRef, useState } from 'react';
import { formValue } from '../../outbox/channels.ts';
import { FieldControl } from '../../ui/fields/FieldControl.tsx';
import { judgeInput, readInput, showValue } from '../../ui/fields/readInput.ts';
import { FieldChange } from '../changes/ChangeMark.tsx';
import { useArrival } from '../places.ts';
import { Remarks } from '../Remarks.tsx';
import { Trouble } from '../Trouble.tsx';
import { useReviewText } from '../texts.ts';
import { formValueText } from '../valueText.ts';
import type { PlaceProblem } from './FormTab.tsx';
import type { EditedForm } from './useForm.ts';
import { useQuietProblem } from './useQuietProblem.ts';

type Props = {
  path: FormPath;
  label: string;
  def: Exclude<FieldDef, { kind: 'enums' }>;
  edited: EditedForm;
  problem: PlaceProblem | undefined;
};

/** One field of the form with what is wrong about it, what was remarked, and what others made of it meanwhile. */
export function FormField({ path, label, def, edited, problem }: Props) {
  const { common } = useReviewText();
  const place = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [unkept, setUnkept] = useState(false);
  const value = formValue(edited.form, path);
  // What was typed is shown as it was, unless the value has been changed elsewhere.
  const own = typed !== null && (unkept || readInput(def, typed) === value);
  const text = own ? typed : String(showValue(value) ?? '');
  const reason = own && unkept ? judgeInput(def, text) : null;
  const quiet = useQuietProblem(reason ? { text: reasonText(reason, common), blank: false } : problem);
  useArrival(place, { part: 'form', field: path });

  function type(next: string) {
    setTyped(next);
    setUnkept(!edited.change(path, readInput(def, next)));
  }

  return (
    <Box
      ref={place}
      onFocus={quiet.onFocus}
      onBlur={() => {
        quiet.onBlur();
        // What could not be kept stays as it was typed, with the reason.
        if (!unkept) setTyped(null);
      }}
      sx={def.kind === 'text' && def.multiline ? WIDE : {}}
    >
      <FieldControl name={path} label={label} def={def} value={text} onChange={type} problem={quiet.shown} />
      <Trouble entry={edited.entries.get(path)} show={(one) => formValueText(path, one, common)} />
      <FieldChange path={path} />
      <Remarks at={{ part: 'form', field: path }} />
    </Box>
  );
}

const WIDE = { gridColumn: '1 / -1' } as const;
