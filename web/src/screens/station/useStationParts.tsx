import type { Output } from '@shp/shared/api/index';
import type { Assessment, Event, FileItem } from '@shp/shared/api/objects';
import { fileNeeded } from '@shp/shared/domain/assessment/files';
import type { Form } from '@shp/shared/domain/assessment/form';
import { formProblems } from '@shp/shared/domain/assessment/submission';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Anchor } from '../../assessment/anchors.ts';
import { FilesTab } from '../../assessment/files/FilesTab.tsx';
import { FormTab } from '../../assessment/form/FormTab.tsx';
import type { EditedForm } from '../../assessment/form/useForm.ts';
import { ScoreTab } from '../../assessment/score/ScoreTab.tsx';
import { useReadChapters } from '../../assessment/score/useChapters.ts';
import { scoredIn, useScores } from '../../assessment/score/useScores.ts';
import type { PagePart } from '../../assessment/TabbedPage.tsx';
import { whenIdle } from '../../assessment/whenIdle.ts';
import { queries } from '../../core/assessmentQueries.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { lazyWithPreload } from '../../core/lazyWithPreload.tsx';
import { type Category, useCategories } from '../../files/useCategories.ts';
import { OfflineBoundary } from '../../ui/OfflineBoundary.tsx';

const Submit = lazyWithPreload(() => import('../../assessment/steps/SubmitTab.tsx'));
const Findings = lazyWithPreload(() => import('../../assessment/findings/FindingsPart.tsx'));

type Titles = Output<'GET assessment/standard/serial1/titles'>;

type Props = {
  assessment: Assessment;
  events: readonly Event[];
  edited: EditedForm;
  files: readonly FileItem[] | undefined;
  /** Places of the remarks that are not answered. */
  unanswered: readonly (Anchor | null)[];
};

/** The parts of the station's page; while editable, each shows how many places are incomplete. */
export function useStationParts({ assessment, events, edited, files, unanswered }: Props): [PagePart, ...PagePart[]] {
  const { review } = useReviewText();
  const { id, permissions } = assessment;
  const { form } = edited;
  const { data: titles } = useQuery(queries.titles(id));
  const inForm = useMemo(() => formProblems(form).length, [form]);
  const inScore = useUnscored(id, titles);
  const categories = useCategories(assessment.level);
  const overdue = useOverdueFindings();
  const inFiles = files ? missingCategories(categories, form, files).length : 0;

  // Ready before it is opened, after what the page shows first; if it does not come, opening it loads it again.
  useEffect(() => whenIdle(() => void Submit.preload().catch(() => undefined)), []);

  function partOf(name: keyof typeof review.tabs, left: number, places: readonly string[]) {
    const label = review.tabs[name];
    const count = permissions.editForm ? left : 0;
    const remarks = unanswered.filter((place) => place !== null && places.includes(place.part)).length;
    return { name, label, places, mark: { count, remarks, label: review.tabProblems(label, count, remarks) } };
  }

  return [
    {
      ...partOf('form', inForm, ['form']),
      show: () => <FormTab assessment={assessment} edited={edited} />,
    },
    {
      ...partOf('score', inScore, ['score', 'evidence']),
      show: () => <ScoreTab assessment={assessment} events={events} />,
    },
    {
      ...partOf('files', inFiles, ['file']),
      show: () => <FilesTab assessment={assessment} form={form} files={files} />,
    },
    {
      ...partOf('findings', 0, ['finding']),
      mark: {
        count: overdue,
        shown: review.overdue(overdue),
        isOverdue: true,
        label: review.tabOverdue(review.tabs.findings, overdue),
      },
      show: () => (
        <OfflineBoundary part={Findings}>
          <Findings.Part assessment={assessment} />
        </OfflineBoundary>
      ),
    },
    {
      ...partOf('submit', 0, ['submit']),
      show: () => (
        <OfflineBoundary part={Submit}>
          <Submit.Part assessment={assessment} />
        </OfflineBoundary>
      ),
    },
  ];
}

/** Number of the station's overdue findings; asked for after what the page shows first. */
function useOverdueFindings(): number {
  const [enabled, setEnabled] = useState(false);
  useEffect(() => whenIdle(() => setEnabled(true)), []);
  const { data } = useQuery({ ...queries.findingCount('overdue'), enabled });
  return data?.total ?? 0;
}

/** Number of unscored items, unsent edits included. */
function useUnscored(id: string, titles: Titles | undefined): number {
  const serials = useMemo(() => titles?.map(({ serial }) => serial) ?? [], [titles]);
  const chapters = useReadChapters(id, 'station', serials);
  const { given } = useScores(id, 'station', chapters);
  return useMemo(() => {
    const left = titles?.map(({ serial, items, stationScored }) => {
      const read = chapters.get(serial);
      return items - (read ? scoredIn(read.chapter, given) : stationScored);
    });
    return left?.reduce((sum, one) => sum + one, 0) ?? 0;
  }, [titles, chapters, given]);
}

/** Required categories without a file. */
function missingCategories(
  categories: readonly Category[],
  form: Form,
  files: readonly { category?: string | undefined }[],
): string[] {
  const present = new Set(files.map(({ category }) => category));
  return categories
    .filter(({ id, required }) => fileNeeded(required, form.plant.reservoirCapacity) && !present.has(id))
    .map(({ id }) => id);
}
