import type { FileItem } from '@shp/shared/api/objects';
import type { StandardItem } from '@shp/shared/domain/standard/standard';
import { memo } from 'react';
import type { ScoreState } from '../../outbox/senders.ts';
import { Evidence } from './Evidence.tsx';
import { type ExpertScore, ExpertsGiven } from './ExpertsGiven.tsx';
import { ScoreRow } from './ScoreRow.tsx';
import { type Given, useGiven } from './useScores.ts';

type Props = {
  assessment: string;
  item: StandardItem;
  /** Name of the scores in the outbox, and the server's value of the item. */
  object: string;
  stored: Given | undefined;
  experts: readonly ExpertScore[] | undefined;
  evidence: readonly FileItem[] | undefined;
  onChange: ((serial: string, state: ScoreState) => void) | undefined;
  onFiles: ((serial: string, files: File[]) => void) | undefined;
};

const NONE: readonly FileItem[] = [];

/** An item on the station's page; typing renders only this item. */
export const StationRow = memo(function StationRow(props: Props) {
  const { assessment, item, object, stored, experts, evidence = NONE, onChange, onFiles } = props;
  const given = useGiven(object, item.serial, stored);
  return (
    <ScoreRow
      item={item}
      given={given}
      onChange={onChange}
      onFiles={onFiles}
      beside={<ExpertsGiven items={experts} full={item.score} />}
    >
      <Evidence assessment={assessment} serial={item.serial} files={evidence} onFiles={onFiles} />
    </ScoreRow>
  );
});
