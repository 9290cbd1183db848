import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** A place on an assessment's page that problems, remarks and links refer to. */
export type Anchor =
  | { readonly part: 'form'; readonly field: string }
  | { readonly part: 'score'; readonly serial?: string | undefined }
  | { readonly part: 'file'; readonly category: string }
  | { readonly part: 'evidence'; readonly serial: string }
  | { readonly part: 'conclusion' }
  | { readonly part: 'submit' };

/** A place that a problem may lead to: also those that show what a decision lacks, which no remark refers to. */
export type Place = Anchor | { readonly part: 'result' | 'experts' };

/** Place and name of each file, by file id. */
export type FileAnchors = ReadonlyMap<string, { readonly place: Anchor; readonly name: string }>;

/** How the wire ties a problem or a remark to a place. */
type Tied = {
  part: 'form' | 'score' | 'file';
  code?: string | undefined;
  field?: string | undefined;
  serial?: string | undefined;
  fileId?: string | undefined;
};

/** Problems that saving the self-assessed score solves. */
const SAVED_AT_SUBMIT: readonly (string | undefined)[] = ['selfScoreAbsent', 'selfScoreStale'];

/** Whether submitting solves a problem by saving the self-assessed score first. */
export const isSavedAtSubmit = (code: string): boolean => SAVED_AT_SUBMIT.includes(code);

/** Where the final review shows what a decision lacks. */
const OF_DECISION: Readonly<Record<string, Place>> = {
  notQualified: { part: 'result' },
  conclusionMissing: { part: 'conclusion' },
  minAssigned: { part: 'experts' },
  minConcluded: { part: 'experts' },
  minIndependent: { part: 'experts' },
};

/** The place to fix a problem, or null if the page has none. `files` finds the place of a file. */
export function anchorOf(tied: Tied, files?: FileAnchors): Anchor | null {
  const { part, code, field, serial, fileId } = tied;
  if (SAVED_AT_SUBMIT.includes(code)) return { part: 'submit' };
  if (part === 'form') return field === undefined ? null : { part, field };
  if (part === 'score') return { part, serial };
  const file = fileId === undefined ? undefined : files?.get(fileId);
  if (file) return file.place;
  if (serial !== undefined) return { part: 'evidence', serial };
  return field === undefined ? null : { part, category: field };
}

/** The place that shows what a step lacks, or null if the page has none. */
export const placeOfProblem = (problem: Tied & { code: string }): Place | null =>
  OF_DECISION[problem.code] ?? anchorOf(problem);

/** The URL fragment of a place. */
export function hashOf(place: Place): string {
  switch (place.part) {
    case 'form':
      return `#form/${place.field}`;
    case 'score':
      return place.serial === undefined ? '#score' : `#score/${place.serial}`;
    case 'file':
      return `#file/${place.category}`;
    case 'evidence':
      return `#evidence/${place.serial}`;
    case 'result':
    case 'experts':
    case 'conclusion':
    case 'submit':
      return `#${place.part}`;
  }
}

/** Calls `lead` once per navigation, also to the same place, and before the user can act on the new page. */
export function useNavigation(lead: (hash: string) => void): void {
  const { hash, key } = useLocation();
  // Suspense runs layout effects again when it shows hidden content; that is no navigation.
  const last = useRef('');
  useLayoutEffect(() => {
    if (last.current === key + hash) return;
    last.current = key + hash;
    lead(hash);
  });
}

/** The last navigation that focused an element, so that an element rendered again does not take the focus again. */
let arrived = '';

/** Focuses an element when a link leads to its place, even if the element is rendered later. */
export function useArrival(ref: RefObject<HTMLElement | null>, ...places: Place[]): void {
  const { hash, key } = useLocation();
  const here = places.some((place) => hashOf(place) === hash);
  useEffect(() => {
    const element = ref.current;
    if (!here || !element || arrived === `${key}${hash}`) return;
    arrived = `${key}${hash}`;
    element.scrollIntoView({ block: 'center' });
    const focusable = element.matches(FOCUSABLE)
      ? element
      : (element.querySelector<HTMLElement>('[data-score]') ?? element.querySelector<HTMLElement>(FOCUSABLE));
    (focusable ?? element).focus({ preventScroll: true });
  }, [here, key, hash, ref]);
}

const FOCUSABLE = 'input, select, textarea, button';
