import { isObject, readStoredJson, storedNames, writeStored } from '../core/browserStorage.ts';
import type { TypedEdit } from './entries.ts';

/**
 * Edits that the database did not have yet when their page was left: a page that is left cannot wait for it, but local
 * storage takes them at once.
 */
export type LeftBehind = {
  write(edits: readonly TypedEdit[]): void;
  /** The edits of all pages of the account, and a function that deletes them once they are stored. */
  read(): { readonly edits: readonly TypedEdit[]; readonly forget: () => void };
};

export function browserLeftBehind(account: string, known: (edit: TypedEdit) => boolean): LeftBehind {
  const all = `shp.left.${account}.`;
  const own = `${all}${Date.now()}-${Math.random()}`;
  let isWritten = false;
  return {
    write: (edits) => {
      if (edits.length === 0 && !isWritten) return;
      isWritten = edits.length > 0;
      writeStored(own, isWritten ? JSON.stringify(edits) : null);
    },
    read: () => {
      const names = storedNames(all).sort();
      return {
        edits: names.flatMap((name) => readStoredJson(name, isList)?.filter(isEdit).filter(known) ?? []),
        forget: () => {
          for (const name of names) writeStored(name, null);
        },
      };
    },
  };
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

function isEdit(value: unknown): value is TypedEdit {
  if (!isObject(value)) return false;
  const { object, place, edit } = value;
  return typeof object === 'string' && typeof place === 'string' && typeof edit === 'number';
}
