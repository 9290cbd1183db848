import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Assessment } from '@shp/shared/api/objects';
import type { FieldDef, FieldDefs } from '@shp/shared/domain/assessment/fields';
import { CONDITIONS, FORM_PARTS, type FormPart, type FormPath, PART_ORDER } from '@shp/shared/domain/assessment/form';
import { formProblems } from '@shp/shared/domain/assessment/submission';
import { formLabel, problemText } from '@shp/shared/text/problems';
import { reasonText } from '@shp/shared/text/reasons';
import { Fragment, Suspense, useMemo } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { lazyExtra } from '../../core/lazyWithPreload.tsx';
import { formValue } from '../../outbox/senders.ts';
import { FormGrid } from '../../ui/FormGrid.tsx';
import { ReadOnlyNote } from '../ReadOnlyNote.tsx';
import { ConditionField } from './ConditionField.tsx';
import { FormField } from './FormField.tsx';
import { FormIndex } from './FormIndex.tsx';
import { FormView } from './FormView.tsx';
import { Members } from './Members.tsx';
import type { EditedForm } from './useForm.ts';
import type { PlaceProblem } from './useQuietProblem.ts';

const TakeOver = lazyExtra(() => import('./TakeOver.tsx'));

/** The application form; it saves every edit at once. */
export function FormTab({ assessment, edited }: { assessment: Assessment; edited: EditedForm }) {
  const { common, review, rules } = useReviewText();
  const { form } = edited;
  const problems = useMemo(() => {
    const found = formProblems(form).flatMap((problem): [string, PlaceProblem][] => {
      if (!('field' in problem) || problem.part !== 'form') return [];
      if (problem.code === 'required') return [[problem.field, { text: common.reasons.required, blank: true }]];
      if (problem.code === 'wrong')
        return [[problem.field, { text: reasonText(problem.reason, common), blank: false }]];
      const blank = problem.code === 'notAgreed' && form.pledge.agreed === undefined;
      return [[problem.field, { text: problemText(problem, { common, rules }), blank }]];
    });
    return new Map(found);
  }, [form, common, rules]);

  if (!assessment.permissions.editForm) {
    return (
      <>
        <ReadOnlyNote />
        <FormView form={form} />
      </>
    );
  }
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography role="status" sx={{ flex: '1 1 auto' }}>
          {review.form.missing(problems.size)}
        </Typography>
        <Suspense>
          <TakeOver assessment={assessment} edited={edited} />
        </Suspense>
      </Box>
      <Box sx={BESIDE}>
        <FormIndex open={problems.keys()} />
        <div>
          {PART_ORDER.map((part) => (
            <Paper key={part} component="section" aria-label={rules.formParts[part]} sx={{ p: 2, mb: 2 }}>
              <Typography variant="h2" gutterBottom>
                {rules.formParts[part]}
              </Typography>
              {part === 'pledge' && <Typography sx={PLEDGE}>{rules.pledgeText}</Typography>}
              <FormGrid>
                <Fields part={part} edited={edited} problems={problems} />
              </FormGrid>
            </Paper>
          ))}
        </div>
      </Box>
    </>
  );
}

type FieldsProps = { part: FormPart; edited: EditedForm; problems: ReadonlyMap<string, PlaceProblem> };

function Fields({ part, edited, problems }: FieldsProps) {
  const { rules } = useReviewText();
  const { stored, object, change } = edited;
  const shared = { object, change };
  if (part === 'conditions') {
    return CONDITIONS.map((condition) => (
      <ConditionField
        key={condition}
        {...shared}
        condition={condition}
        stored={stored.conditions[condition]}
        problem={problems.get(`conditions.${condition}`)}
      />
    ));
  }
  return Object.entries<FieldDef>(FORM_PARTS[part] as FieldDefs).map(([key, def]) => {
    const path = `${part}.${key}` as FormPath;
    if (def.kind === 'enums') return null;
    return (
      <Fragment key={path}>
        <FormField
          {...shared}
          path={path}
          label={formLabel(path, rules)}
          def={def}
          stored={formValue(stored, path)}
          problem={problems.get(path)}
        />
        {path === 'self.leader' && (
          <Members {...shared} stored={stored.self.members} problem={problems.get('self.members')} />
        )}
      </Fragment>
    );
  });
}

const PLEDGE = { whiteSpace: 'pre-line', mb: 2, pl: 2, borderLeft: '3px solid', borderColor: 'divider' } as const;
const BESIDE = {
  display: { lg: 'grid' },
  gridTemplateColumns: '180px minmax(0, 1fr)',
  columnGap: 3,
  alignItems: 'start',
} as const;
