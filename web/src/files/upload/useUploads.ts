import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { refreshFiles } from '../../core/assessmentQueries.ts';
import { useUser } from '../../core/session.ts';
import { useSettings } from '../../core/useSettings.ts';
import type { UploadTarget } from './uploadStore.ts';
import { type Upload, Uploads } from './uploads.ts';

let current: { account: string; uploads: Uploads } | null = null;

/** The uploads of the logged-in account; those of another account are dropped from memory. */
export function uploadsOf(account: string): Uploads {
  if (current?.account !== account) {
    current?.uploads.stop();
    current = { account, uploads: new Uploads(account) };
  }
  return current.uploads;
}

/** Resumes an account's uploads; returns the function that stops them. */
export function startUploads(account: string): () => void {
  const uploads = uploadsOf(account);
  const warn = (event: BeforeUnloadEvent) => {
    if (uploads.list().some(({ state, photo }) => !photo && UNDER_WAY.includes(state))) event.preventDefault();
  };
  addEventListener('online', uploads.wake);
  addEventListener('beforeunload', warn);
  void uploads.resume();
  return () => {
    removeEventListener('online', uploads.wake);
    removeEventListener('beforeunload', warn);
    uploads.stop();
  };
}

/** Whether an upload is a photograph that is still to be sent; one that could not be stored is known by its digest. */
export const isPhotoUnderWay = ({ sha256, state }: Upload) => sha256 !== '' && UNDER_WAY.includes(state);

const UNDER_WAY: readonly string[] = ['waiting', 'sending', 'lost', 'paused'] satisfies Upload['state'][];

/** The place of an upload as one string: a category, a serial, a finding, or the key of a new one. */
function placeOf({ target }: Upload): string {
  if (target.target === 'finding') return target.findingId;
  if (target.target === 'newFinding') return target.key;
  return target.target === 'file' ? target.category : target.serial;
}

/** Unfinished uploads to one place; renders only when one of them changes. */
export function useUploadsAt(assessment: string, place: string): { uploads: Uploads; pending: readonly Upload[] } {
  const uploads = uploadsOf(useUser().id);
  const last = useRef<readonly Upload[]>([]);
  const snapshot = () => {
    const now = uploads.list().filter((upload) => upload.assessment === assessment && placeOf(upload) === place);
    const same = now.length === last.current.length && now.every((upload, index) => upload === last.current[index]);
    if (!same) last.current = now;
    return last.current;
  };
  return { uploads, pending: useSyncExternalStore(uploads.subscribe, snapshot) };
}

/** A function that uploads files to places of an assessment, within the limits of the settings. */
export function useUpload(assessment: string): (target: UploadTarget, files: Iterable<File>) => void {
  const uploads = uploadsOf(useUser().id);
  const { maxFileMB = Number.POSITIVE_INFINITY } = useSettings() ?? {};
  return useCallback(
    (target, files) => uploads.add(assessment, target, files, maxFileMB),
    [uploads, assessment, maxFileMB],
  );
}

/** Refetches an assessment's files when an upload to it finishes. */
export function useFinishedUploads(assessment: string): void {
  const { id: account } = useUser();
  const cache = useQueryClient();
  useEffect(
    () =>
      uploadsOf(account).onDone((upload) => upload.assessment === assessment && void refreshFiles(cache, assessment)),
    [account, cache, assessment],
  );
}
