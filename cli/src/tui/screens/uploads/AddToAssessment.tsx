import type { Assessment, FileItem } from '@shp/shared/api/objects';
import { FILE_CATEGORIES } from '@shp/shared/domain/assessment/files';
import { useState } from 'react';
import { shownPath } from '../../../lib/userFile.ts';
import { commandLine, flags } from '../../commands/commandLine.ts';
import { uploadJob } from '../../jobs/upload.ts';
import { useSession } from '../../session.ts';
import { useTexts } from '../../ui.ts';
import { Menu } from '../../widgets/Menu.tsx';
import { Prompt } from '../../widgets/Prompt.tsx';
import { PickFiles } from './PickFiles.tsx';

/** Where a file of an assessment belongs. */
type Place = { readonly category: string } | { readonly serial: string };

type Props = {
  assessment: Assessment;
  /** The file under the cursor: new ones may belong where it does. */
  current: FileItem | undefined;
  height: number;
  onClose(): void;
};

/** Picks files and where they belong in the application, then uploads them as a job. */
export function AddToAssessment({ assessment, current, height, onClose }: Props) {
  const texts = useTexts();
  const { acts, rules, tui, common } = texts;
  const { jobs, context, say } = useSession();
  const [paths, setPaths] = useState<readonly string[] | null>(null);
  const [asksSerial, setAsksSerial] = useState(false);
  if (paths === null) {
    return <PickFiles title={acts.uploads.key} height={height} onPicked={setPaths} onCancel={onClose} />;
  }
  const start = (place: Place) => {
    const shown = paths.map(shownPath);
    const command = commandLine('files', 'upload', assessment.number, ...shown, ...flags(place));
    const target = { target: 'serial' in place ? 'evidence' : 'file', assessmentId: assessment.id, ...place };
    const spec = uploadJob(context, paths, target, command, texts);
    jobs.start(spec);
    say(tui.jobs.started(spec.title(texts)));
    onClose();
  };
  if (asksSerial) {
    return (
      <Prompt
        title={acts.uploads.place(paths.length)}
        label={acts.uploads.item}
        note={acts.uploads.itemHint}
        onAnswer={(text) => {
          const serial = text.trim();
          if (serial === '') return common.reasons.required;
          start({ serial });
          return null;
        }}
        onCancel={() => setAsksSerial(false)}
      />
    );
  }
  const serial = current?.serial;
  const items = [
    ...(serial === undefined ? [] : [{ value: { serial }, label: tui.files.evidence(serial) }]),
    ...FILE_CATEGORIES.map((category) => ({ value: { category }, label: rules.fileCategories[category] })),
    { value: null, label: acts.uploads.evidence },
  ];
  const here = items.findIndex(
    ({ value }) => value !== null && 'category' in value && value.category === current?.category,
  );
  return (
    <Menu<Place | null>
      title={acts.uploads.place(paths.length)}
      height={height}
      items={items}
      at={Math.max(0, here)}
      onChoose={({ value }) => (value === null ? setAsksSerial(true) : start(value))}
      onCancel={() => setPaths(null)}
    />
  );
}
