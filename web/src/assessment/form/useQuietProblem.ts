import { useState } from 'react';

/** What is wrong at a place of the form; `blank`: it only has not been filled in yet. */
export type PlaceProblem = { readonly text: string; readonly blank: boolean };

/**
 * When a problem is told: not while somebody types for the first time, and that something is blank only after he was
 * there and left.
 */
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
