import type { Assessment, Event } from '@shp/shared/api/objects';
import { useQuery } from '@tanstack/react-query';
import { useShownChanges } from './changes/useChanges.ts';
import { FilesTab } from './files/FilesTab.tsx';
import { FormTab } from './form/FormTab.tsx';
import { FormView } from './form/FormView.tsx';
import type { EditedForm } from './form/useForm.ts';
import { useManagingText } from './managingTexts.ts';
import type { PagePart } from './PageParts.tsx';
import { queries } from './queries.ts';
import { ScoreTab } from './score/ScoreTab.tsx';

/** What the station sent, to be read, or changed where somebody may act for the station: form, self scores with evidence, files; each with how much of it changed. */
export function useSentParts(
  assessment: Assessment,
  events: readonly Event[],
  edited?: EditedForm,
): [PagePart, PagePart, PagePart] {
  const { parts, changes: words } = useManagingText();
  const { changes } = useShownChanges();
  const { data: files } = useQuery(queries.files(assessment.id));
  const mark = (label: string, count = 0) => ({ count, label: words.inPart(label, count) });
  return [
    {
      name: 'form',
      label: parts.form,
      mark: mark(parts.form, changes?.fields.size),
      places: ['form'],
      show: () => (edited ? <FormTab assessment={assessment} edited={edited} /> : <FormView form={assessment.form} />),
    },
    {
      name: 'score',
      label: parts.score,
      mark: mark(parts.score, changes?.items.size),
      places: ['score', 'evidence'],
      show: () => <ScoreTab assessment={assessment} events={events} />,
    },
    {
      name: 'files',
      label: parts.files,
      mark: mark(parts.files, changes?.categories.size),
      places: ['file'],
      show: () => <FilesTab assessment={assessment} form={edited?.form ?? assessment.form} files={files} />,
    },
  ];
}
