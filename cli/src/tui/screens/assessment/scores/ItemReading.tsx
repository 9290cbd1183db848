import type { StandardItem } from '@shp/shared/domain/standard/standard';
import { useKeys } from '../../../keys/useKeys.ts';
import { useUi } from '../../../ui.ts';
import { wrap } from '../../../widgets/keyValueLines.ts';
import { useFrameLabels } from '../../../widgets/Pane.tsx';
import { LinesPart } from '../LinesPart.tsx';
import { formatPoints } from '../points.ts';
import { itemLines } from './itemLines.ts';

type Props = {
  item: StandardItem;
  /** The chapter, in the path. */
  level: string;
  /** The scores for it, in lines. */
  scores: readonly string[];
  /** Why the caller cannot score it, and who may. */
  why: string;
  height: number;
  /** Goes to another item of the chapter. */
  onStep(by: 1 | -1): void;
  onClose(): void;
};

/** An item to read, for those who cannot score it. */
export function ItemReading({ item, level, scores, why, height, onStep, onClose }: Props) {
  const { texts, columns } = useUi();
  const { acts } = texts;
  useFrameLabels({ level });
  useKeys({ places: ['view'], handlers: { close: onClose }, names: { close: texts.tui.keys.back } });
  const title = `${acts.score.title(item.serial, formatPoints(item.score))}${texts.common.marks.semicolon}${why}`;
  const lines = [...wrap(title, columns), '', ...itemLines(item, scores, columns, texts)];
  // Digits choose no tab here either.
  return (
    <LinesPart
      lines={lines}
      height={height}
      places={['items']}
      handlers={{ scoreDigit: () => {}, itemAfter: () => onStep(1), itemBefore: () => onStep(-1) }}
      unmet={{ scoreRight: why }}
    />
  );
}
