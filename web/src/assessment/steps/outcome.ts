import type { Assessment } from '@shp/shared/api/objects';
import type { StepName } from '@shp/shared/domain/assessment/lifecycle';
import { createContext } from 'react';

/** What the user has decided on this page: a step with the assessment as it was after it, or an expert's conclusion. */
export type Outcome =
  | { readonly name: StepName; readonly after: Assessment; readonly remarks: number }
  | { readonly name: 'conclude'; readonly after: Assessment; readonly score: string };

type Outcomes = {
  /** The last decision taken here, until the user leaves the page or takes it back. */
  readonly outcome: Outcome | null;
  readonly setOutcome: (outcome: Outcome | null) => void;
};

export const OutcomeContext = createContext<Outcomes>({ outcome: null, setOutcome: () => undefined });
