import type { Assessment } from '@shp/shared/api/objects';
import type { Form, FormPath } from '@shp/shared/domain/form';
import { checkFormChange, type FormChange, mergeForm } from '@shp/shared/domain/formEdits';
import { useCallback, useMemo } from 'react';
import { formValue, objectOf } from '../../outbox/channels.ts';
import type { Entry } from '../../outbox/entries.ts';
import { useEntries, useOutbox } from '../../outbox/useOutbox.ts';

export type EditedForm = {
  /** The form as it stands, with the edits that are on their way. */
  readonly form: Form;
  readonly entries: ReadonlyMap<string, Entry>;
  /** Takes a value of a place; false where its type is wrong, which nothing keeps. */
  readonly change: (path: FormPath, value: unknown) => boolean;
};

/** The form of an assessment under the person's hands. */
export function useForm({ id, form: kept, version }: Assessment): EditedForm {
  const { outbox } = useOutbox();
  const object = objectOf('form', id);
  const entries = useEntries(object);
  const form = useMemo(
    () => [...entries.values()].reduce((before, { place, value }) => mergeForm(before, changeOf(place, value)), kept),
    [kept, entries],
  );
  const change = useCallback(
    (place: FormPath, value: unknown) => {
      if (checkFormChange(changeOf(place, value)).length > 0) return false;
      void outbox.edit({ object, place, value, was: formValue(kept, place), version });
      return true;
    },
    [outbox, object, kept, version],
  );
  return { form, entries, change };
}

function changeOf(place: string, value: unknown): FormChange {
  const [part = '', key = ''] = place.split('.');
  return { [part]: { [key]: value } };
}
