import type { Assessment } from '@shp/shared/api/objects';
import { CONCLUDED } from '@shp/shared/domain/assessment/statuses';
import { useQuery } from '@tanstack/react-query';
import { Conclusion } from '../../review/Conclusion.tsx';
import { OnlyChanges } from '../../review/changes/OnlyChanges.tsx';
import { FilesTab } from '../../review/files/FilesTab.tsx';
import { FormView } from '../../review/form/FormView.tsx';
import { PageParts } from '../../review/PageParts.tsx';
import { queries } from '../../review/queries.ts';
import { SaveState } from '../../review/SaveState.tsx';
import { ConcludePart } from './ConcludePart.tsx';
import type { Expert } from './ExpertPage.tsx';
import { Result } from './Result.tsx';
import { Scoring } from './Scoring.tsx';
import { useExpertText } from './texts.ts';
import { leftIn, type Title, useReview } from './useReview.ts';

type Props = {
  assessment: Assessment;
  titles: readonly Title[];
  expert: Expert;
  onOnly: (only: boolean) => void;
};

/** Scoring, what the station sent, and the conclusion. */
export function Review({ assessment, titles, expert, onOnly }: Props) {
  const text = useExpertText();
  const { id, status, form, permissions } = assessment;
  const state = useReview(assessment, titles, expert.id);
  const { data: files } = useQuery(queries.files(id));
  // So that it can be written where there is no line any more.
  useQuery(queries.expertsConclusion(id));
  const editable = permissions.scoreExpert && !expert.concluded;
  const ended = CONCLUDED.includes(status);
  const left = state.sum && editable ? leftIn(state.sum) : 0;
  const shared = { assessment, state, expert, editable };
  return (
    <>
      {ended && (
        <>
          <Conclusion id={id} />
          <Result assessment={assessment} titles={titles} />
        </>
      )}
      <PageParts
        memory="expert"
        parts={[
          {
            name: 'score',
            label: text.parts.score,
            mark: { count: left, label: text.parts.left(left) },
            places: ['score', 'evidence'],
            show: () => <Scoring {...shared} />,
          },
          { name: 'form', label: text.parts.form, places: ['form'], show: () => <FormView form={form} /> },
          {
            name: 'files',
            label: text.parts.files,
            places: ['file'],
            show: () => <FilesTab assessment={assessment} form={form} files={files} />,
          },
          {
            name: 'conclusion',
            label: text.parts.conclusion,
            places: ['conclusion'],
            show: () => <ConcludePart {...shared} />,
          },
        ]}
      >
        <OnlyChanges onChange={onOnly} />
        <SaveState editable={editable} />
      </PageParts>
    </>
  );
}
