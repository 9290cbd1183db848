import { chapterOf } from '@shp/shared/domain/standard/standard';
import { callServer } from '../../core/client.ts';
import type { UploadMemory } from './uploadStore.ts';

/** Whether the server has this photograph at its item: the answer to its last piece may have been lost. */
export async function isThere({ assessment, target, sha256 }: UploadMemory): Promise<boolean> {
  if (sha256 === '' || target.target !== 'evidence') return false;
  const { serial } = target;
  const there = await callServer('GET file/evidence', { asmId: assessment, serial1: chapterOf(serial) });
  return there.some((file) => file.serial === serial && file.sha256 === sha256);
}
