import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/Delete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import { MEMBER_FIELDS, MEMBER_KEYS, MEMBERS_MAX, type Member } from '@shp/shared/domain/assessment/form';
import { canonicalJson } from '@shp/shared/domain/lib/canonicalJson';
import { useRef, useState } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { useArrival } from '../anchors.ts';
import { EditConflict } from '../EditConflict.tsx';
import { Remarks } from '../remarks/Remarks.tsx';
import { formValueText } from '../valueText.ts';
import { type EditedForm, useFormPlace } from './useForm.ts';
import type { PlaceProblem } from './useQuietProblem.ts';

const PATH = 'self.members';
const NOBODY: Member = { name: '', duty: '', title: '' };
const filled = (members: readonly Member[]) => members.filter((member) => !isBlank(member));
const isBlank = (member: Member) => MEMBER_KEYS.every((key) => isAbsent(member[key]));

type Props = Pick<EditedForm, 'object' | 'change'> & {
  /** The server's value. */
  stored: readonly Member[] | undefined;
  problem: PlaceProblem | undefined;
};

/** The members of the self-assessment group, one row each; blank rows are not saved. */
export function Members({ object, stored: before, change, problem }: Props) {
  const { common, review, rules } = useReviewText();
  const place = useRef<HTMLFieldSetElement>(null);
  const { value, entry } = useFormPlace(object, PATH, before);
  const stored = (value as readonly Member[] | null | undefined) ?? [];
  const [typed, setTyped] = useState<readonly Member[] | null>(null);
  // Blank rows exist only here, until the list changes elsewhere.
  const members = typed && canonicalJson(filled(typed)) === canonicalJson(stored) ? typed : stored;
  useArrival(place, { part: 'form', field: PATH });

  function replace(next: readonly Member[]) {
    setTyped(next);
    change(PATH, filled(next));
  }

  return (
    <Box
      component="fieldset"
      ref={place}
      sx={FRAME}
      onBlur={(event) => {
        const stays = event.currentTarget.contains(event.relatedTarget);
        if (!stays && !members.some(isBlank)) setTyped(null);
      }}
    >
      <FormLabel component="legend">{rules.formFields.self.members}</FormLabel>
      {members.length === 0 && <FormHelperText sx={{ mx: 0 }}>{review.form.noMembers}</FormHelperText>}
      {members.map((member, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity except its position
        <Box key={row} sx={ROW}>
          {MEMBER_KEYS.map((key) => (
            <TextField
              key={key}
              label={rules.members[key]}
              value={member[key]}
              onChange={({ target }) =>
                replace(members.map((one, at) => (at === row ? { ...one, [key]: target.value } : one)))
              }
              slotProps={{
                htmlInput: {
                  'aria-label': review.form.member(row + 1, rules.members[key]),
                  maxLength: MEMBER_FIELDS[key].max,
                },
              }}
            />
          ))}
          <IconButton
            sx={{ gridColumn: { xs: 2, sm: 4 }, gridRow: 1 }}
            aria-label={review.form.removeMember(row + 1)}
            title={review.form.removeMember(row + 1)}
            onClick={() => replace(members.filter((_, at) => at !== row))}
          >
            <Delete />
          </IconButton>
        </Box>
      ))}
      {members.length < MEMBERS_MAX && (
        <Button size="small" startIcon={<Add />} onClick={() => replace([...members, NOBODY])}>
          {review.form.addMember}
        </Button>
      )}
      {problem && <FormHelperText error>{problem.text}</FormHelperText>}
      <EditConflict entry={entry} show={(one) => formValueText(PATH, one, common)} />
      <Remarks at={{ part: 'form', field: PATH }} />
    </Box>
  );
}

const FRAME = { gridColumn: '1 / -1', m: 0, p: 0, border: 0, minWidth: 0 } as const;
const ROW = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'repeat(3, minmax(0, 1fr)) auto' },
  gap: { xs: 2, sm: 1 },
  mt: 1.5,
  pb: { xs: 2, sm: 0 },
  // On a phone the button stands beside the first field of its member.
  '& > .MuiTextField-root:not(:first-of-type)': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
} as const;
