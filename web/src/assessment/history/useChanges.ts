import type { FileItem } from '@shp/shared/api/objects';
import type { Form } from '@shp/shared/domain/assessment/form';
import type { ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import { queries } from '../../core/assessmentQueries.ts';

/** Differences between the last submission and the previous one. */
export type Changes = {
  /** Fields of the form, `part.field`. */
  readonly fields: ReadonlySet<string>;
  /** Items with a changed score. */
  readonly scores: ReadonlySet<string>;
  /** Items with a changed score or changed evidence. */
  readonly items: ReadonlySet<string>;
  /** Categories with an added or removed file. */
  readonly categories: ReadonlySet<string>;
  /** Added files and evidence, by id. */
  readonly added: ReadonlySet<string>;
  /** Removed files and evidence. */
  readonly gone: readonly FileItem[];
  /** Contents of the previous submission; undefined while loading. */
  readonly before: { readonly form: Form; readonly scores: readonly ScoreItem[] } | undefined;
};

/** The changes that a page marks, and whether it shows only them. */
export type ShownChanges = { readonly changes: Changes | null; readonly only: boolean };

export const ChangesContext = createContext<ShownChanges>({ changes: null, only: false });

export const useShownChanges = (): ShownChanges => useContext(ChangesContext);

/** Changes of the last submission, or null if it is the first. */
export function useChanges(id: string): Changes | null {
  const { data: submissions = [] } = useQuery(queries.submissions(id));
  const last = submissions.length > 1 ? submissions.at(-1) : undefined;
  const no = last?.no ?? 0;
  const { data: before } = useQuery({ ...queries.submission(id, no - 1), enabled: no > 1 });
  const { data: after } = useQuery({ ...queries.submission(id, no), enabled: no > 1 });
  return useMemo(() => {
    if (!last) return null;
    const { form, serials, files } = last.changed;
    const touched = new Set(files);
    const gone = before?.files.filter((file) => touched.has(file.id)) ?? [];
    const added = after?.files.filter((file) => touched.has(file.id)) ?? [];
    const moved = [...gone, ...added];
    return {
      fields: new Set(form),
      scores: new Set(serials),
      items: new Set([...serials, ...moved.flatMap(({ serial }) => serial ?? [])]),
      categories: new Set(moved.flatMap(({ category }) => category ?? [])),
      added: new Set(added.map((file) => file.id)),
      gone,
      before,
    };
  }, [last, before, after]);
}
