import type { Assessment } from '@shp/shared/api/objects';
import type { Form, FormPath } from '@shp/shared/domain/assessment/form';
import { checkFormChange, type FormChange, mergeForm } from '@shp/shared/domain/assessment/formPatch';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { Entry } from '../../outbox/entries.ts';
import { formValue, objectOf } from '../../outbox/senders.ts';
import { useEntries, useEntry, useOutbox } from '../../outbox/useOutbox.ts';

export type EditedForm = {
  /** The outbox's name of the form. */
  readonly object: string;
  /** What the server has. */
  readonly kept: Form;
  /** The form with the edits that are on their way, a moment after they were typed. */
  readonly form: Form;
  /** Takes a value of a place; false where its type is wrong, which nothing keeps. */
  readonly change: (path: FormPath, value: unknown) => boolean;
};

/** The form of an assessment under the person's hands. */
export function useForm(assessment: Assessment): EditedForm {
  const { id, form: kept } = assessment;
  const outbox = useOutbox();
  const object = objectOf('form', id);
  const entries = useEntries(object);
  const form = useMemo(
    () => [...entries.values()].reduce((before, { place, value }) => mergeForm(before, changeOf(place, value)), kept),
    [kept, entries],
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
  return { object, kept, form, change };
}

/** A place of the form at this very moment, and its edit that is on its way. */
export function useFormPlace(
  object: string,
  path: FormPath,
  kept: unknown,
): { value: unknown; entry: Entry | undefined } {
  const entry = useEntry(object, path);
  return { value: entry ? entry.value : kept, entry };
}

function changeOf(place: string, value: unknown): FormChange {
  const [part = '', key = ''] = place.split('.');
  return { [part]: { [key]: value } };
}
