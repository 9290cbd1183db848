import { chapterOf } from '@shp/shared/domain/standard/standard';
import { callServer } from '../../core/client.ts';
import type { UploadMemory } from './uploadStore.ts';

/** Whether the server has this photograph at its place: the answer to its last piece may have been lost. */
export async function isUploaded({ assessment, target, sha256 }: UploadMemory): Promise<boolean> {
  if (sha256 === '' || target.target === 'file' || target.target === 'newFinding') return false;
  if (target.target === 'finding') {
    const { files } = await callServer('GET finding', { id: target.findingId });
    return files.some((file) => file.sha256 === sha256);
  }
  const { serial } = target;
  const there = await callServer('GET file/evidence', { asmId: assessment, serial1: chapterOf(serial) });
  return there.some((file) => file.serial === serial && file.sha256 === sha256);
}
