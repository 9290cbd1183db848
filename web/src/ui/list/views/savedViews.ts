import type { ListName } from '@shp/shared/domain/addresses/listFields';
import { useState } from 'react';
import { isObject, readStoredJson, writeStored } from '../../../core/browserStorage.ts';
import { useUser } from '../../../core/session.ts';

/** A list's address under a name. */
export type View = { readonly name: string; readonly search: string };

const isView = (value: unknown): value is View =>
  isObject(value) && typeof value.name === 'string' && typeof value.search === 'string';
const isViews = (value: unknown): value is View[] => Array.isArray(value) && value.every(isView);

/** The views of a list that an account has saved in this browser; a second one of a name replaces the first. */
export function useSavedViews(list: ListName) {
  const { id } = useUser();
  const place = `shp.views.${id}.${list}`;
  const [views, setViews] = useState(() => readStoredJson(place, isViews) ?? []);
  const store = (change: (stored: readonly View[]) => readonly View[]) => {
    // Another tab may have saved one since.
    const next = change(readStoredJson(place, isViews) ?? []);
    writeStored(place, JSON.stringify(next));
    setViews([...next]);
  };
  const without = (stored: readonly View[], name: string) => stored.filter((one) => one.name !== name);
  return {
    views,
    save: (view: View) => store((stored) => [...without(stored, view.name), view]),
    remove: (name: string) => store((stored) => without(stored, name)),
  };
}
