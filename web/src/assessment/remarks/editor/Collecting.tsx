import type { Assessment, Event } from '@shp/shared/api/objects';
import type { ReactNode } from 'react';
import { useOwnSteps } from '../../steps/useOwnSteps.ts';
import { AddingContext, DraftsContext, useOwnDrafts } from './useDrafts.ts';

type Props = { assessment: Assessment; events: readonly Event[]; children: ReactNode };

/** Around a page on which remarks are collected: they can be added wherever the person may return the application. */
export function Collecting({ assessment, events, children }: Props) {
  const drafts = useOwnDrafts(assessment.id);
  const mayReturn = useOwnSteps(assessment, events).some(({ name }) => name === 'return');
  return (
    <DraftsContext value={drafts}>
      <AddingContext value={mayReturn}>{children}</AddingContext>
    </DraftsContext>
  );
}
