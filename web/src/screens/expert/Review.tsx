import type { Assessment } from '@shp/shared/api/objects';
import { CONCLUDED } from '@shp/shared/domain/assessment/statuses';
import { useQuery } from '@tanstack/react-query';
import { Conclusion } from '../../assessment/Conclusion.tsx';
import { FilesTab } from '../../assessment/files/FilesTab.tsx';
import { FormView } from '../../assessment/form/FormView.tsx';
import { OnlyChanges } from '../../assessment/history/OnlyChanges.tsx';
import { SaveState } from '../../assessment/SaveState.tsx';
import { TabbedPage } from '../../assessment/TabbedPage.tsx';
import { queries } from '../../core/assessmentQueries.ts';
import { useExpertText } from '../../core/i18n/expertTexts.ts';
import { ConcludeBar } from './ConcludeBar.tsx';
import { ConcludePart } from './ConcludePart.tsx';
import { Result } from './Result.tsx';
import { Scoring } from './Scoring.tsx';
import { type Expert, type Title, unscoredItems, useReview } from './useReview.ts';

type Props = {
  assessment: Assessment;
  titles: readonly Title[];
  expert: Expert;
  onOnly: (only: boolean) => void;
};

/** Tabs for scoring, the station's submission, and the conclusion. */
export function Review({ assessment, titles, expert, onOnly }: Props) {
  const text = useExpertText();
  const { id, status, form, permissions } = assessment;
  const state = useReview(assessment, titles, expert.id);
  const { data: files } = useQuery(queries.files(id));
  // Load the conclusion now, so that the user can edit it when the network is down.
  useQuery(queries.expertsConclusion(id));
  const editable = permissions.scoreExpert && !expert.concluded;
  const ended = CONCLUDED.includes(status);
  const left = state.sum && editable ? unscoredItems(state.sum) : 0;
  const shared = { assessment, state, expert, editable };
  return (
    <>
      {ended && (
        <>
          <Conclusion id={id} />
          <Result assessment={assessment} titles={titles} />
        </>
      )}
      <TabbedPage
        memory="expert"
        parts={[
          {
            name: 'score',
            label: text.parts.score,
            mark: { count: left, shown: text.parts.leftShort(left), label: text.parts.left(left) },
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
      </TabbedPage>
      <ConcludeBar {...shared} />
    </>
  );
}
