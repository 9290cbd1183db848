import type { Assessment } from '@shp/shared/api/objects';
import type { Form, FormPath } from '@shp/shared/domain/assessment/form';
import { checkFormChange, type FormChange, mergeForm } from '@shp/shared/domain/assessment/formPatch';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { Entry } from '../../outbox/entries.ts';
import { formValue, objectOf } from '../../outbox/senders.ts';
import { useEntries, useEntry, useOutbox } from '../../outbox/useOutbox.ts';

export type EditedForm = {
  /** Name of the form in the outbox. */
  readonly object: string;
  /** The server's form. */
  readonly stored: Form;
  /** The form with unsent edits; it follows typing with a short delay. */
  readonly form: Form;
  /** Edits a field; false if the value has the wrong type and cannot be stored. */
  readonly change: (path: FormPath, value: unknown) => boolean;
};

/** The form of an assessment, for editing. */
export function useForm(assessment: Assessment): EditedForm {
  const { id, form: stored } = assessment;
  const outbox = useOutbox();
  const object = objectOf('form', id);
  const entries = useEntries(object);
  const form = useMemo(
    () => [...entries.values()].reduce((before, { place, value }) => mergeForm(before, changeOf(place, value)), stored),
    [stored, entries],
  );
  const latest = useRef(assessment);
  useLayoutEffect(() => {
    latest.current = assessment;
  }, [assessment]);
  const change = useCallback(
    (place: FormPath, value: unknown) => {
      if (checkFormChange(changeOf(place, value)).length > 0) return false;
      const { form: was, version } = latest.current;
      void outbox.edit({ object, place, value, was: formValue(was, place), version });
      return true;
    },
    [outbox, object],
  );
  return { object, stored, form, change };
}

/** A field's current value and its unsent edit. */
export function useFormPlace(
  object: string,
  path: FormPath,
  stored: unknown,
): { value: unknown; entry: Entry | undefined } {
  const entry = useEntry(object, path);
  return { value: entry ? entry.value : stored, entry };
}

function changeOf(place: string, value: unknown): FormChange {
  const [part = '', key = ''] = place.split('.');
  return { [part]: { [key]: value } };
}
