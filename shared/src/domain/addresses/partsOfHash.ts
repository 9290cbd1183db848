import { chapterOf } from '../standard/chapterOf.ts';

/** The part of an assessment's page, and the chapter, that a URL fragment leads to: `score` and `1` in `#score/1.2.3`. */
export function partsOfHash(hash: string): { part: string; chapter: string | null } {
  const [part = '', at = ''] = hash.replace(/^#/, '').split('/');
  const chapter = part === 'score' || part === 'evidence' ? chapterOf(at) : '';
  return { part, chapter: chapter === '' ? null : chapter };
}
