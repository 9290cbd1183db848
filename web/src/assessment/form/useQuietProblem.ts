import { useState } from 'react';

/** A problem of a field; `blank`: the field has only not been filled in yet. */
export type PlaceProblem = { readonly text: string; readonly blank: boolean };

/** Hides a problem while the user types for the first time; reports a blank field only after the user has left it. */
export function useQuietProblem(problem: PlaceProblem | undefined) {
  const [visited, setVisited] = useState(false);
  const [quiet, setQuiet] = useState(false);
  const told = problem !== undefined && !quiet && (visited || !problem.blank);
  return {
    shown: told ? problem.text : undefined,
    onFocus: () => setQuiet(!told),
    onBlur: () => {
      setVisited(true);
      setQuiet(false);
    },
  };
}
