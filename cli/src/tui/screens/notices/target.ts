import type { Notice } from '@shp/shared/api/notices/calls';
import { NOTICES } from '@shp/shared/domain/notices/kinds';
import type { Screen } from '../../session.ts';

/** The screen that a notice leads to; null if the terminal has none. An assessment's id stands in its path in the console. */
export function targetOfNotice({ kind, link, number }: Notice): Screen | null {
  switch (NOTICES[kind].place) {
    case 'findings':
      return number === null ? { kind: 'findings' } : { kind: 'finding', id: number, no: number };
    case 'profile':
      return { kind: 'profile' };
    case 'assessment': {
      const id = link?.split(/[/?]/)[2];
      return id === undefined ? null : { kind: 'assessment', id: decodeURIComponent(id), name: number ?? '' };
    }
    default:
      return null;
  }
}
