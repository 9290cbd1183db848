import type { Notice } from '@shp/shared/api/notices/calls';
import type { Screen } from '../../session.ts';

/** `GXXSD-2026-000931` or `WT-2026-G6JQ3-4BC66`. */
const NUMBER = /[A-Z]{2,}-\d{4}-[\dA-Z]+(?:-[\dA-Z]+)?/;

/** The screen that a notice leads to, by its path in the console; null if the terminal has none. */
export function targetOfNotice({ link, text }: Notice): Screen | null {
  if (link === null) return null;
  const [, place, id] = link.split(/[/?]/);
  if (place === 'findings') return { kind: 'findings' };
  if (place === 'profile') return { kind: 'profile' };
  if (place !== 'assessments' || id === undefined) return null;
  return { kind: 'assessment', id: decodeURIComponent(id), name: NUMBER.exec(text)?.[0] ?? '' };
}
