import type { Assessment, FileItem } from '@shp/shared/api/objects';
import type { StandardItem } from '@shp/shared/domain/standard/standard';
import { wrap } from '../../../../lib/wrap.ts';
import { useKeys } from '../../../keys/useKeys.ts';
import { styled } from '../../../look/look.ts';
import { useUi } from '../../../ui.ts';
import { useFrameLabels } from '../../../widgets/Pane.tsx';
import { LinesPart } from '../LinesPart.tsx';
import { formatPoints } from '../points.ts';
import { useRemarking } from '../remarking.tsx';
import { itemLines } from './itemLines.ts';
import { evidenceLines, useItemFiles } from './useItemFiles.tsx';

type Props = {
  assessment: Assessment;
  item: StandardItem;
  /** The chapter, in the path. */
  level: string;
  /** The scores for it, in lines. */
  scores: readonly string[];
  files: readonly FileItem[];
  /** Why the caller cannot score it, and who may. */
  why: string;
  height: number;
  /** Asks for a remark on it. */
  onRemark(): void;
  /** Goes to another item of the chapter. */
  onStep(by: 1 | -1): void;
  onClose(): void;
};

/** An item to read, for those who cannot score it. */
export function ItemReading(props: Props) {
  const { assessment, item, level, scores, files, why, height, onRemark, onStep, onClose } = props;
  const { texts, columns } = useUi();
  const { acts } = texts;
  useFrameLabels({ level });
  useKeys({ places: ['view'], handlers: { close: onClose }, names: { close: texts.tui.keys.back } });
  const evidence = useItemFiles(assessment, height);
  const remarking = useRemarking();
  const noFiles = evidence.unmet(files);
  const title = `${acts.score.title(item.serial, formatPoints(item.score))}${texts.common.marks.semicolon}${acts.score.reading}`;
  const shown = [...scores, ...evidenceLines(files, texts)];
  const lines = [
    ...wrap(title, columns).map((line) => styled('bold', line)),
    '',
    ...itemLines(item, shown, columns, texts),
  ];
  // Digits choose no tab here either.
  return (
    <>
      <LinesPart
        lines={lines}
        height={height}
        places={['items', 'assessment']}
        handlers={{
          scoreDigit: () => {},
          itemAfter: () => onStep(1),
          itemBefore: () => onStep(-1),
          ...remarking.keys(onRemark),
          ...(files.length === 0
            ? {}
            : { openFile: () => evidence.begin(files, 'open'), download: () => evidence.begin(files, 'save') }),
        }}
        unmet={{ scoreRight: why, openRight: noFiles, exportRight: noFiles, ...remarking.unmet }}
        names={{ download: texts.tui.files.download }}
      />
      {evidence.dialog}
    </>
  );
}
