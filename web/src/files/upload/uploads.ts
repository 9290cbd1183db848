import { ApiError, NetworkError } from '@shp/shared/api/errors';
import { createUpload, endUpload } from '@shp/shared/api/tus';
import { type FileProblem, fileProblem } from '@shp/shared/domain/assessment/files';
import { messageNow } from '../../core/messages.ts';
import { sampleOf } from '../digest.ts';
import { sendFile, tusTransport } from './tus.ts';
import {
  forgetUpload,
  isOfNew,
  keepPhoto,
  keepUpload,
  movePhotos,
  placeAt,
  storedPhotos,
  storedUpload,
  storedUploads,
  type UploadMemory,
  type UploadTarget,
  whileUploading,
} from './uploadStore.ts';

/**
 * `lost`: no connection, it resumes by itself; `interrupted`: the tab was closed, and the user must choose the file
 * again, unless it is a photograph; `failed`: refused for good.
 */
type UploadState = 'waiting' | 'sending' | 'paused' | 'lost' | 'interrupted' | 'failed';
export type UploadProblem = FileProblem | { readonly code: 'server'; readonly message: string };
export type Upload = UploadMemory & {
  readonly state: UploadState;
  readonly sent: number;
  readonly problem: UploadProblem | null;
  /** Attempts without a connection: what fails again and again does not keep the others waiting. */
  readonly failures: number;
};

const NEW = { sample: '', url: null, photo: null, sha256: '', refused: false } as const;
const BEGUN = { sent: 0, problem: null, failures: 0 } as const;
const LANES = 2;
const RETRY_MS = 3000;

/** One account's uploads in this tab. */
export class Uploads {
  #list: readonly Upload[] = [];
  #stopped = false;
  /** Without a connection the others wait too, until the next attempt of one. */
  #cutOff = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #files = new Map<string, File>();
  /** Photographs of which the server may have made a file already. */
  readonly #doubtful = new Set<string>();
  /** New findings that the server has by now, by their keys. */
  readonly #added = new Map<string, string>();
  /** Whether photographs wait, so that edits go first. */
  holdsPhotos: () => boolean = () => false;
  readonly #running = new Map<string, AbortController>();
  readonly #listeners = new Set<() => void>();
  readonly #doneListeners = new Set<(upload: Upload) => void>();

  constructor(private readonly account: string) {}

  readonly list = (): readonly Upload[] => this.#list;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  onDone(listener: (upload: Upload) => void): () => void {
    this.#doneListeners.add(listener);
    return () => this.#doneListeners.delete(listener);
  }

  /** Resumes uploads after a lost session or connection, and shows those of earlier tabs. */
  readonly resume = async (): Promise<void> => {
    this.#stopped = false;
    const earlier = (await storedUploads(this.account)).filter(({ id }) => !this.#find(id));
    for (const { id, photo } of earlier) if (photo) this.#doubtful.add(id);
    // All at once: each change renders the pages.
    const shown = earlier.map((stored): Upload => {
      const state = stored.photo ? 'waiting' : 'interrupted';
      return { ...stored, ...BEGUN, state };
    });
    if (shown.length > 0) this.#show([...this.#list, ...shown]);
    this.wake();
  };

  /** Retries, because the connection may be back. */
  readonly wake = (): void => {
    this.#cutOff = false;
    for (const { id, state } of this.#list) if (state === 'lost') this.#set(id, { state: 'waiting' });
    this.#pump();
  };

  /** Stops all uploads of this tab without cancelling them. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
    for (const [id, running] of this.#running) {
      this.#set(id, { state: 'lost' });
      running.abort();
    }
  }

  /** Adds files; choosing an interrupted file again resumes its upload. */
  add(assessment: string, target: UploadTarget, files: Iterable<File>, maxFileMB: number): void {
    for (const file of files) {
      const { name, size, lastModified: modified } = file;
      const before = this.#list.find(
        (one) =>
          one.state === 'interrupted' && one.name === name && one.size === size && sameTarget(one, assessment, target),
      );
      if (before) {
        void this.#chosenAgain(before, file);
        continue;
      }
      const id = `${Date.now()}-${Math.random()}`;
      const problem = fileProblem(file, maxFileMB);
      this.#files.set(id, file);
      const memory = { id, account: this.account, assessment, target, name, size, modified, ...NEW };
      this.#show([...this.#list, { ...memory, ...BEGUN, state: problem ? 'failed' : 'waiting', problem }]);
    }
    this.#pump();
  }

  /** Resumes an interrupted upload; a file that has changed meanwhile is sent from its beginning. */
  async #chosenAgain({ id, url, modified, sample }: Upload, file: File): Promise<void> {
    const isSame =
      file.lastModified === modified || (sample !== '' && sample === (await sampleOf(file).catch(() => '')));
    this.#files.set(id, file);
    if (!isSame && url) void endUpload(tusTransport, url).catch(ignore);
    this.#set(id, { state: 'waiting', ...(isSame ? {} : { modified: file.lastModified, url: null }) });
    this.#pump();
  }

  /** Stores a photograph, then sends it. Returns false if it cannot be stored: then it is sent from this tab alone. */
  async addPhoto(
    assessment: string,
    target: UploadTarget,
    { file, sha256 }: { file: File; sha256: string },
  ): Promise<boolean> {
    const { name, size, lastModified: modified } = file;
    const id = `${modified}-${Math.random()}`;
    const memory = { id, account: this.account, assessment, target, name, size, modified, ...NEW, photo: file, sha256 };
    const stored = await keepPhoto(memory).catch(() => null);
    this.#files.set(id, file);
    this.#show([...this.#list, { ...(stored ?? { ...memory, photo: null }), ...BEGUN, state: 'waiting' }]);
    const finding = target.target === 'newFinding' && this.#added.get(target.key);
    if (finding) await this.findingAdded(target.key, finding);
    this.#pump();
    return stored !== null;
  }

  /** The server has made a new finding: its photographs, which waited for it, are sent to it. */
  async findingAdded(key: string, findingId: string): Promise<void> {
    this.#added.set(key, findingId);
    await movePhotos(this.account, key, findingId);
    this.#show(this.#list.map((one) => (isOfNew(one.target, key) ? { ...one, ...placeAt(findingId) } : one)));
    this.#pump();
  }

  /** The user has discarded a new finding, and its photographs with it. */
  async findingDiscarded(key: string): Promise<void> {
    const stored = await storedPhotos(this.account);
    const doomed = [...this.#list, ...stored].filter(({ target }) => isOfNew(target, key));
    await Promise.all(doomed.map(({ id }) => this.drop(id)));
  }

  pause(id: string): void {
    this.#set(id, { state: 'paused' });
    this.#running.get(id)?.abort();
  }

  goOn(id: string): void {
    this.#cutOff = false;
    const upload = this.#find(id);
    this.#set(id, { state: upload && this.#fileOf(upload) ? 'waiting' : 'interrupted', problem: null });
    this.#pump();
  }

  /** Cancels an upload here and on the server; if the server cannot be reached, the upload expires there. */
  async drop(id: string): Promise<void> {
    const upload = this.#find(id);
    this.#running.get(id)?.abort();
    this.#forget(id);
    if (upload?.url) await endUpload(tusTransport, upload.url).catch(ignore);
  }

  #pump(): void {
    if (this.#stopped || this.#cutOff) return;
    const holds = this.holdsPhotos();
    const [next] = this.#list
      .filter(({ id, state }) => state === 'waiting' && !this.#running.has(id))
      .filter(({ photo, target }) => target.target !== 'newFinding' && !(photo && holds))
      .sort((one, other) => one.failures - other.failures);
    if (!next || this.#running.size >= LANES) return;
    const running = new AbortController();
    this.#running.set(next.id, running);
    void whileUploading(next.id, () => this.#send(next, running.signal)).finally(() => {
      this.#running.delete(next.id);
      this.#pump();
    });
    this.#pump();
  }

  async #send(chosen: Upload, signal: AbortSignal): Promise<void> {
    const file = this.#fileOf(chosen);
    if (!file || signal.aborted) return;
    this.#set(chosen.id, { state: 'sending', problem: null });
    let upload = chosen;
    try {
      if (chosen.photo) {
        const stored = await storedUpload(chosen.id);
        // Another tab has sent it, or the server made a file of it and only its answer was lost.
        if (
          !stored ||
          (stored.url === null &&
            this.#doubtful.has(chosen.id) &&
            (await (await import('./isUploaded.ts')).isUploaded(chosen)))
        )
          return this.#finish(chosen);
        upload = { ...chosen, url: stored.url };
      }
      const url = upload.url ?? (await this.#create(upload, file));
      const onSent = (sent: number) => this.#set(upload.id, { sent });
      await sendFile(url, file, { begun: upload.url !== null, signal, onSent });
      this.#finish(upload);
    } catch (error) {
      this.#fail(upload.id, error);
    }
  }

  #finish(upload: Upload): void {
    this.#forget(upload.id);
    for (const listener of this.#doneListeners) listener(upload);
  }

  async #create({ id, assessment, target, name, size }: Upload, file: File): Promise<string> {
    const sample = await sampleOf(file).catch(() => '');
    const of = target.target === 'finding' ? {} : { assessmentId: assessment };
    const url = await createUpload(tusTransport, size, { ...target, ...of, filename: name });
    this.#set(id, { url, sample });
    const made = this.#find(id);
    if (made) await keepUpload(made);
    else await endUpload(tusTransport, url);
    return url;
  }

  #fail(id: string, error: unknown): void {
    if (error instanceof DOMException) return;
    const { status = 0, code, retryAfter = null } = error instanceof ApiError ? error : { code: null };
    if (status === 404 || status === 410) {
      // The server has dropped the upload: start again. Without a URL, the creation itself was refused.
      const known = this.#find(id)?.url !== null;
      this.#doubtful.add(id);
      const upload = this.#find(id);
      if (upload?.photo) void keepUpload({ ...upload, url: null, refused: !known });
      this.#set(id, { url: null, sent: 0, state: known ? 'waiting' : 'failed', problem: serverProblem(error) });
    } else if (error instanceof NetworkError || code === 'conflict' || [401, 429].includes(status) || status >= 500) {
      this.#set(id, { state: 'lost', failures: (this.#find(id)?.failures ?? 0) + 1 });
      this.#cutOff = error instanceof NetworkError;
      clearTimeout(this.#retry);
      if (!this.#stopped) this.#retry = setTimeout(this.wake, retryAfter === null ? RETRY_MS : retryAfter * 1000);
    } else {
      const upload = this.#find(id);
      if (upload?.photo) void keepUpload({ ...upload, url: null, refused: true });
      else void forgetUpload(id);
      this.#set(id, { url: null, sent: 0, state: 'failed', problem: serverProblem(error) });
    }
  }

  #fileOf({ id, name, photo }: Upload): File | undefined {
    return this.#files.get(id) ?? (photo ? new File([photo], name, { type: photo.type }) : undefined);
  }

  #find(id: string): Upload | undefined {
    return this.#list.find((upload) => upload.id === id);
  }

  #forget(id: string): void {
    this.#files.delete(id);
    void forgetUpload(id);
    this.#show(this.#list.filter((upload) => upload.id !== id));
  }

  #set(id: string, change: Partial<Upload>): void {
    this.#show(this.#list.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  }

  #show(list: readonly Upload[]): void {
    this.#list = list;
    for (const listener of this.#listeners) listener();
  }
}

function sameTarget(upload: Upload, assessment: string, target: UploadTarget): boolean {
  return upload.assessment === assessment && JSON.stringify(upload.target) === JSON.stringify(target);
}

function serverProblem(error: unknown): UploadProblem {
  return { code: 'server', message: messageNow(error) };
}

function ignore(): void {}
