import type { Assessment, Event } from '@shp/shared/api/objects';
import { rowsOf } from '@shp/shared/domain/lifecycle';
import type { ReactNode } from 'react';
import { useUser } from '../../session.ts';
import { AddingContext, DraftsContext, useOwnDrafts } from './useDrafts.ts';

type Props = { assessment: Assessment; events: readonly Event[]; children: ReactNode };

/** Around a page on which remarks are collected: they can be added wherever the person may return the application. */
export function Collecting({ assessment, events, children }: Props) {
  const { id, level, status, station } = assessment;
  const drafts = useOwnDrafts(id);
  const user = useUser();
  const everReturned = events.some((event) => event.status === 'returned');
  const place = { station: station.id, division: station.division, level, status, everReturned };
  const mayReturn = rowsOf(place, user).some(({ name }) => name === 'return');
  return (
    <DraftsContext value={drafts}>
      <AddingContext value={mayReturn}>{children}</AddingContext>
    </DraftsContext>
  );
}
