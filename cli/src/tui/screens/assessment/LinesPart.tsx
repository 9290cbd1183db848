import type { Assessment } from '@shp/shared/api/objects';
import type { RefObject } from 'react';
import type { Unmet } from '../../keys/keyboard.ts';
import type { KeyId, Place } from '../../keys/keys.ts';
import { useKeys } from '../../keys/useKeys.ts';
import type { Called } from '../../useCall.ts';
import { ScrollLines, useScroll } from '../../widgets/Scroll.tsx';

/** The props of all parts of an assessment. */
export type PartProps = {
  assessment: Assessment;
  /** The next steps. */
  steps: Called<'GET assessment/next_steps'>;
  /** Counts how often the user asked for all of it again. */
  turn: number;
  height: number;
  /** The rows of the frame above the part. */
  skip: number;
  /** The chapter that is open, and the rows under the cursors; kept while other parts are shown. */
  scoresAt: RefObject<ScoresAt>;
  /** Shows the scores at a chapter's first open item. */
  toOpenItem(chapter: string): void;
};
/** `row` is null until the chapters have been shown. */
export type ScoresAt = { chapter: string | null; row: number | null; item: number };

type Props = {
  lines: readonly string[];
  height: number;
  places?: readonly Place[];
  handlers?: Partial<Record<KeyId, () => void>>;
  unmet?: Unmet;
  /** What keys are called here, if not by their usual names. */
  names?: Partial<Record<KeyId, string>>;
};

/** A read-only part. */
export function LinesPart({ lines, height, places = [], handlers = {}, unmet = {}, names = {} }: Props) {
  const scroll = useScroll(lines.length, height);
  useKeys({ places: ['view', ...places], handlers: { ...scroll.handlers, ...handlers }, unmet, names });
  return <ScrollLines lines={lines} top={scroll.top} height={height} />;
}
