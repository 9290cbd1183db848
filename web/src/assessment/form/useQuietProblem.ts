import { useState } from 'react';

/** A problem of a field; `blank`: the field has only not been filled in yet. */
export type PlaceProblem = { readonly text: string; readonly blank: boolean };

/** Hides a problem while the user types for the first time; reports a blank field only after the user has left it. */
export function useQuietProblem(problem: PlaceProblem | undefined) {
  const [visited, setVisited] = useState(false);
  const [quiet, setQuiet] = useState(false);
  const visible = problem !== undefined && !quiet && (visited || !problem.blank);
  return {
    shown: visible ? problem.text : undefined,
    onFocus: () => setQuiet(!visible),
    onBlur: () => {
      setVisited(true);
      setQuiet(false);
    },
  };
}
