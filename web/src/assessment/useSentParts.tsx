import type { Assessment, Event } from '@shp/shared/api/objects';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queries } from '../core/assessmentQueries.ts';
import { useManagingText } from '../core/i18n/managingTexts.ts';
import { lazyWithPreload } from '../core/lazyWithPreload.tsx';
import { OfflineBoundary } from '../ui/OfflineBoundary.tsx';
import { FormView } from './form/FormView.tsx';
import type { EditedForm } from './form/useForm.ts';
import { useShownChanges } from './history/useChanges.ts';
import type { PagePart } from './TabbedPage.tsx';

const Form = lazyWithPreload(async () => ({ default: (await import('./form/FormTab.tsx')).FormTab }));
const Score = lazyWithPreload(async () => ({ default: (await import('./score/ScoreTab.tsx')).ScoreTab }));
const Findings = lazyWithPreload(() => import('./findings/FindingsPart.tsx'));
const Files = lazyWithPreload(async () => ({ default: (await import('./files/FilesTab.tsx')).FilesTab }));

/**
 * The station's submission, read-only or editable for users who may act for the station: form, self scores with
 * evidence, files, each with its number of changes; then the station's findings.
 */
export function useSentParts(
  assessment: Assessment,
  events: readonly Event[],
  edited?: EditedForm,
): [PagePart, PagePart, PagePart, PagePart] {
  const { parts, changes: words } = useManagingText();
  const { changes } = useShownChanges();
  const { data: files } = useQuery(queries.files(assessment.id));
  const mark = (label: string, count = 0) => ({ count, label: words.inPart(label, count) });
  useEffect(() => {
    // Load the other parts while the user reads the first; opening a part retries a failed load.
    for (const { preload } of [Score, Files]) preload().catch(() => undefined);
  }, []);
  return [
    {
      name: 'form',
      label: parts.form,
      mark: mark(parts.form, changes?.fields.size),
      places: ['form'],
      show: () =>
        edited ? (
          <OfflineBoundary part={Form}>
            <Form.Part assessment={assessment} edited={edited} />
          </OfflineBoundary>
        ) : (
          <FormView form={assessment.form} />
        ),
    },
    {
      name: 'score',
      label: parts.score,
      mark: mark(parts.score, changes?.items.size),
      places: ['score', 'evidence'],
      show: () => (
        <OfflineBoundary part={Score}>
          <Score.Part assessment={assessment} events={events} />
        </OfflineBoundary>
      ),
    },
    {
      name: 'files',
      label: parts.files,
      mark: mark(parts.files, changes?.categories.size),
      places: ['file'],
      show: () => (
        <OfflineBoundary part={Files}>
          <Files.Part assessment={assessment} form={edited?.form ?? assessment.form} files={files} />
        </OfflineBoundary>
      ),
    },
    {
      name: 'findings',
      label: parts.findings,
      places: ['finding'],
      show: () => (
        <OfflineBoundary part={Findings}>
          <Findings.Part assessment={assessment} />
        </OfflineBoundary>
      ),
    },
  ];
}
