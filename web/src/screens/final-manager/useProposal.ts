import type { Assessment } from '@shp/shared/api/objects';
import { type ReviewResult, shortfall } from '@shp/shared/domain/standard/scoring';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { CONCLUSION_PLACE, useProposed, useProposing } from '../../assessment/steps/useConclusion.ts';
import { queries } from '../../core/assessmentQueries.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useToast } from '../../core/useToast.ts';
import { objectOf } from '../../outbox/senders.ts';
import { useEntry } from '../../outbox/useOutbox.ts';

/** The wording of a result. The printed document is always Chinese, so the text is too. */
export async function wordingOf({ station, level, rules }: Assessment, result: ReviewResult): Promise<string> {
  const [{ conclusion }, { common }] = await Promise.all([
    import('@shp/shared/text/conclusion'),
    import('@shp/shared/text/zh/common'),
  ]);
  const { score100, experts } = result;
  const passes = shortfall(result, level, rules.thresholds) === null;
  return conclusion.proposed({
    station: station.name,
    level: common.levels[level],
    score: score100.toFixed(1),
    experts,
    passes,
  });
}

/**
 * Proposes a conclusion to a user who may decide now and has written none, whichever part of the page is open: every
 * part says alike what the decision lacks. A text that the user cleared does not come back.
 */
export function useProposal(assessment: Assessment): void {
  const { id, status, permissions } = assessment;
  const { lang } = usePreferences();
  const toast = useToast();
  const waits = status === 'reviewed' && permissions.conclude;
  const { data: stored } = useQuery({ ...queries.managerConclusion(id), enabled: waits });
  const { data: result } = useQuery({ ...queries.result(id), enabled: waits });
  const { data: steps } = useQuery({ ...queries.nextSteps(id, lang), enabled: waits });
  const entry = useEntry(objectOf('managerConclusion', id), CONCLUSION_PLACE);
  const proposed = useProposed(id);
  const propose = useProposing(id);
  const asked = useRef(false);
  const mayDecide =
    waits &&
    steps?.some(({ to, problems }) => to === 'failed' && problems.every(({ code }) => code === 'conclusionMissing'));
  const isWanted = mayDecide && stored !== undefined && !stored?.conclusion && !entry && proposed === undefined;

  useEffect(() => {
    if (!isWanted || !result || asked.current) return;
    asked.current = true;
    wordingOf(assessment, result).then(propose, toast.failed);
  });
}
