import type { FileItem } from '@shp/shared/api/objects';
import type { StandardItem } from '@shp/shared/domain/standard/standard';
import { memo, type ReactNode } from 'react';
import { Evidence } from '../../assessment/score/Evidence.tsx';
import { type ExpertScore, ExpertScores } from '../../assessment/score/ExpertScores.tsx';
import { PhraseButton } from '../../assessment/score/keys/PhraseButton.tsx';
import { ScoreRow } from '../../assessment/score/ScoreRow.tsx';
import { type CurrentScore, useCurrentScore } from '../../assessment/score/useScores.ts';
import type { StoredScore } from '../../core/assessmentQueries.ts';
import { lazyWithPreload } from '../../core/lazyWithPreload.tsx';
import type { ShownFile } from '../../files/FilePane.tsx';
import type { ScoreState } from '../../outbox/senders.ts';
import { Optional } from '../../ui/Optional.tsx';
import { StationScore } from './StationScore.tsx';

type Props = {
  assessment: string;
  /** The station under review, whose open findings stand beside the scores; none after the conclusion. */
  stationId: string | undefined;
  item: StandardItem;
  /** Name of the scores in the outbox, and the server's value of the item. */
  object: string;
  stored: CurrentScore | undefined;
  station: StoredScore | undefined;
  experts: readonly ExpertScore[] | undefined;
  evidence: readonly FileItem[] | undefined;
  onChange: ((serial: string, state: ScoreState) => void) | undefined;
  onTake: (serial: string) => void;
  onPhrases: (serial: string) => void;
  onShow: (shown: ShownFile) => void;
  /** The evidence shown below the item. */
  view: ReactNode;
};

const OpenFindings = lazyWithPreload(() => import('../../assessment/findings/OpenFindings.tsx'));

const NONE: readonly FileItem[] = [];

/** An item on the expert's page; typing renders only this item. */
export const ExpertRow = memo(function ExpertRow(props: Props) {
  const {
    assessment,
    item,
    object,
    stored,
    station,
    experts,
    evidence = NONE,
    onChange,
    onTake,
    onPhrases,
    onShow,
  } = props;
  const { serial } = item;
  const given = useCurrentScore(object, serial, stored);
  return (
    <ScoreRow
      item={item}
      given={given}
      onChange={onChange}
      beside={
        <>
          <StationScore
            item={item}
            station={station}
            own={given?.state}
            onTake={onChange ? () => onTake(serial) : undefined}
          />
          <ExpertScores items={experts} full={item.score} />
          {props.stationId !== undefined && (
            <Optional>
              <OpenFindings.Part station={props.stationId} serial={serial} />
            </Optional>
          )}
        </>
      }
      besideReason={<PhraseButton serial={serial} onPhrases={onPhrases} />}
      view={props.view}
    >
      <Evidence assessment={assessment} serial={serial} files={evidence} onShow={onShow} />
    </ScoreRow>
  );
});
