import { ApiError } from '@shp/shared/api/errors';
import type { StepName } from '@shp/shared/domain/assessment/lifecycle';
import { useContext, useState } from 'react';
import { useManagingText } from '../../../core/i18n/managingTexts.ts';
import { filled, remarksOf } from './drafts.ts';
import { DraftsContext, useCollected } from './useDrafts.ts';

/** The description of a step, and the remarks if the page collects them. */
export function useStepDraft(step: StepName) {
  const { remarking } = useManagingText();
  const drafts = useContext(DraftsContext);
  const collected = useCollected();
  const [own, setOwn] = useState('');

  /** Detaches remarks about deleted files and returns a message for each; null if the error is about something else. */
  function refused(error: unknown): string[] | null {
    const sent = filled(collected.remarks);
    const places = error instanceof ApiError ? Object.keys(error.fields) : [];
    const gone = places.flatMap((path) => {
      const [list, index, key] = path.split('.');
      const remark = list === 'remarks' && key === 'fileId' ? sent[Number(index)] : undefined;
      return remark ? [remark] : [];
    });
    for (const remark of gone) drafts?.detach(remark);
    return gone.length > 0 ? gone.map(({ name = '' }) => remarking.fileGone(name)) : null;
  }

  return {
    description: drafts ? (collected.descriptions[step] ?? '') : own,
    setDescription: (text: string) => (drafts ? drafts.describe(step, text) : setOwn(text)),
    remarks: remarksOf(collected),
    sent: () => drafts?.clear(),
    refused,
  };
}
