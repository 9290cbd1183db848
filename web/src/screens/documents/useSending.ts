import { createUpload } from '@shp/shared/api/tus';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../core/i18n/texts.ts';
import { messageOf } from '../../core/messages.ts';
import { sendFile, tusTransport } from '../../files/upload/tus.ts';
import { runAll } from '../../ui/runAll.ts';

/** A file being uploaded; `url` is the upload's URL on the server, so that a retry resumes it. */
export type Sending = {
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  readonly sent: number;
  readonly url: string | null;
  readonly problem: string | null;
};

const LANES = 2;

/** Key of a chosen file, to detect duplicates. */
export const markOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

const fresh = (file: File): Sending => ({ file, state: 'waiting', sent: 0, url: null, problem: null });

/** Files chosen for upload, and functions to send them; closing the dialog stops the uploads. */
export function useSending(problemOf: (file: File) => string | null) {
  const { login } = useText();
  const [list, setList] = useState<readonly Sending[]>([]);
  const [busy, setBusy] = useState(false);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);

  const set = (file: File, change: Partial<Sending>) =>
    setList((before) => before.map((one) => (one.file === file ? { ...one, ...change } : one)));

  function add(files: readonly File[]) {
    const chosen = files.map((file) => {
      const problem = problemOf(file);
      return problem === null ? fresh(file) : { ...fresh(file), state: 'failed' as const, problem };
    });
    setList((before) => {
      const known = new Set(before.map(({ file }) => markOf(file)));
      return [...before, ...chosen.filter(({ file }) => !known.has(markOf(file)))];
    });
  }

  async function send({ file, url: known }: Sending, roles: readonly Role[]): Promise<void> {
    const { signal } = stop.current;
    set(file, { state: 'sending', problem: null });
    try {
      const metadata = { target: 'document', roles: roles.join(','), filename: file.name };
      const url = known ?? (await createUpload(tusTransport, file.size, metadata));
      set(file, { url });
      await sendFile(url, file, { begun: known !== null, signal, onSent: (sent) => set(file, { sent }) });
      set(file, { state: 'done', sent: file.size });
    } catch (error) {
      if (!signal.aborted) set(file, { state: 'failed', problem: messageOf(error, login) });
      throw error;
    }
  }

  /** Sends the unsent files. Returns how many arrived, and whether none are left. */
  async function start(roles: readonly Role[]): Promise<{ arrived: number; all: boolean }> {
    const left = list.filter(({ file, state }) => state !== 'done' && problemOf(file) === null);
    setBusy(true);
    const outcomes = await runAll(left, (one) => send(one, roles), { lanes: LANES, signal: stop.current.signal });
    setBusy(false);
    const arrived = outcomes.filter((outcome) => outcome?.done).length;
    return {
      arrived,
      all: arrived === left.length && left.length === list.filter(({ state }) => state !== 'done').length,
    };
  }

  return {
    list,
    busy,
    add,
    start,
    takeAway: (file: File) => setList((before) => before.filter((one) => one.file !== file)),
  };
}
