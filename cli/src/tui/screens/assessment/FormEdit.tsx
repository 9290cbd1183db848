import { ApiError } from '@shp/shared/api/errors';
import type { Assessment } from '@shp/shared/api/objects';
import type { FormPart } from '@shp/shared/domain/assessment/form';
import type { FormChange } from '@shp/shared/domain/assessment/formPatch';
import { useState } from 'react';
import { commandLine } from '../../commands/commandLine.ts';
import { errorText } from '../../format.ts';
import { useSession } from '../../session.ts';
import { useTexts } from '../../ui.ts';
import { type Entered, EntryForm } from '../../widgets/EntryForm.tsx';
import { enteredOf, formFields, readForm } from './formEntry.ts';

type Props = {
  assessment: Assessment;
  part: FormPart;
  height: number;
  onSaved(after: Assessment): void;
  onClose(): void;
};

/** Edits one part of the application form. */
export function FormEdit({ assessment, part, height, onSaved, onClose }: Props) {
  const texts = useTexts();
  const { api, models, commands, say } = useSession();
  // A change elsewhere becomes the new base: fields that were not touched follow it.
  const [base, setBase] = useState(assessment);
  const { id, number } = assessment;
  const save = async (entered: Entered): Promise<Readonly<Record<string, string>>> => {
    const { problems, changes } = readForm(entered, base.form, part, texts);
    if (Object.keys(problems).length > 0) return problems;
    if (Object.keys(changes).length === 0) {
      say(texts.acts.accounts.nothing);
      onClose();
      return {};
    }
    const form = { [part]: changes } as FormChange;
    try {
      const after = await api.call('POST assessment/update_form', { id, form, version: base.version });
      commands.add(commandLine('assessments', 'form', number, '--input', 'form.json'));
      say(texts.tui.profile.saved, 'good');
      models.refresh();
      onSaved(after);
      return {};
    } catch (error) {
      if (!(error instanceof ApiError)) return { '': errorText(error, texts) };
      if (error.code === 'conflict') setBase(await api.call('GET assessment', { id }).catch(() => base));
      const fields = Object.entries(error.fields).map(([path, reason]) => [path.split('.').at(-1) ?? '', reason]);
      return fields.length > 0 ? Object.fromEntries(fields) : { '': errorText(error, texts) };
    }
  };
  return (
    <EntryForm
      title={texts.rules.formParts[part]}
      fields={() => formFields(part, texts)}
      first={enteredOf(base.form, part, texts)}
      height={height}
      onSave={save}
      onCancel={onClose}
    />
  );
}
