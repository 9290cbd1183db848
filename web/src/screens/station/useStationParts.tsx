import type { Assessment, Event, FileItem } from '@shp/shared/api/objects';
import { formProblems } from '@shp/shared/domain/submission';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { part } from '../../part.tsx';
import { missingCategories } from '../../review/files/missingCategories.ts';
import { FormTab } from '../../review/form/FormTab.tsx';
import type { EditedForm } from '../../review/form/useForm.ts';
import type { PagePart } from '../../review/PageParts.tsx';
import { queries } from '../../review/queries.ts';
import { Reachable } from '../../review/Reachable.tsx';
import { useReviewText } from '../../review/texts.ts';

const Score = part(async () => ({ default: (await import('../../review/score/ScoreTab.tsx')).ScoreTab }));
const Files = part(async () => ({ default: (await import('../../review/files/FilesTab.tsx')).FilesTab }));
const Submit = part(async () => ({ default: (await import('../../review/steps/SubmitTab.tsx')).SubmitTab }));

type Props = {
  assessment: Assessment;
  events: readonly Event[];
  edited: EditedForm;
  files: readonly FileItem[] | undefined;
};

/** The parts of the station's page; each says, while something can be done, how many places it still has to complete. */
export function useStationParts({ assessment, events, edited, files }: Props): [PagePart, ...PagePart[]] {
  const { review } = useReviewText();
  const { id, permissions } = assessment;
  const { form } = edited;
  const { data: titles } = useQuery(queries.titles(id));
  const inForm = useMemo(() => formProblems(form).length, [form]);
  const inScore = titles?.reduce((sum, { items, stationScored }) => sum + items - stationScored, 0) ?? 0;
  const inFiles = files ? missingCategories(form, files).length : 0;
  useEffect(() => {
    // The other parts' code comes while the first one is read: later there may be no line to load it by. What does not
    // come is asked for again, and its failure shown, when it is opened.
    for (const { preload } of [Score, Files, Submit]) preload().catch(() => undefined);
  }, []);

  function partOf(name: keyof typeof review.tabs, left: number) {
    const label = review.tabs[name];
    const count = permissions.editForm ? left : 0;
    return { name, label, mark: { count, label: review.tabProblems(label, count) } };
  }

  return [
    {
      ...partOf('form', inForm),
      places: ['form'],
      show: () => <FormTab assessment={assessment} edited={edited} />,
    },
    {
      ...partOf('score', inScore),
      places: ['score', 'evidence'],
      show: () => (
        <Reachable preload={Score.preload}>
          <Score.Part assessment={assessment} events={events} />
        </Reachable>
      ),
    },
    {
      ...partOf('files', inFiles),
      places: ['file'],
      show: () => (
        <Reachable preload={Files.preload}>
          <Files.Part assessment={assessment} form={form} files={files} />
        </Reachable>
      ),
    },
    {
      ...partOf('submit', 0),
      places: ['submit'],
      show: () => (
        <Reachable preload={Submit.preload}>
          <Submit.Part assessment={assessment} events={events} />
        </Reachable>
      ),
    },
  ];
}
