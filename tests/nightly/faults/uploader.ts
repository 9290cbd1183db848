import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract, Person } from '../../support/contract.ts';
import { type Bytes, pdfOf, sha256, Tus } from '../../support/tus.ts';
import { Away, type Client, must } from './clients.ts';

const SIZE = 90_000;
const PIECE = 30_000;
/** One act in this many is a deletion: every third file. */
const DELETE_EVERY = 12;
/** Between tries of an account that has begun as many uploads in an hour as it may. */
const LIMITED_MS = 500;

type Upload = { location: string; bytes: Bytes; answered: number };

/** A user who uploads documents in pieces and deletes every third; each upload resumes where it stopped. */
export function uploader(by: Person, first: number): Client & { readonly resumed: number } {
  let answered = 0;
  let resumed = 0;
  let seed = first;
  let upload: Upload | null = null;
  const files = new Map<string, string>();
  let deleting: string | null = null;
  const gone = new Set<string>();

  /** Ends the upload once the server has named its file. */
  function finish({ bytes }: Upload, id: string | null): void {
    if (id === null) return;
    files.set(id, sha256(bytes));
    upload = null;
  }

  function deleted(id: string): void {
    files.delete(id);
    gone.add(id);
    deleting = null;
  }

  async function begin(tus: Tus): Promise<void> {
    seed += 1;
    const bytes = pdfOf(SIZE, seed);
    const answer = await tus.create({ target: 'document', roles: '', filename: `${seed}.pdf` }, bytes.length);
    throwIfAway(answer);
    if (answer.status === 429) {
      await sleep(LIMITED_MS);
      return;
    }
    must(answer.status === 201, () => `an upload is answered ${answer.status}`);
    upload = { location: answer.headers.get('Location') ?? '', bytes, answered: 0 };
  }

  async function send(tus: Tus, to: Upload): Promise<void> {
    const answer = await tus.patch(to.location, to.answered, to.bytes.slice(to.answered, to.answered + PIECE));
    throwIfAway(answer);
    must(answer.status === 204, () => `a piece is answered ${answer.status}`);
    to.answered = Number(answer.headers.get('Upload-Offset'));
    answered += 1;
    finish(to, answer.headers.get('File-Id'));
  }

  return {
    name: `uploads of ${by.account}`,
    get answered() {
      return answered;
    },
    get resumed() {
      return resumed;
    },
    async act(server) {
      const [oldest] = files.keys();
      if (oldest !== undefined && answered % DELETE_EVERY === DELETE_EVERY - 1) {
        deleting = oldest;
        await by.api.call('POST document/delete?', { fileId: oldest });
        deleted(oldest);
        answered += 1;
      } else if (upload === null) await begin(Tus.of(server, by));
      else await send(Tus.of(server, by), upload);
    },
    async check(server: Contract) {
      const rows = await server.rawDatabase.sql<{ id: string; sha256: string }>('SELECT id, sha256 FROM files');
      const there = new Map(rows.map(({ id, sha256 }) => [id, sha256]));
      if (deleting !== null && !there.has(deleting)) deleted(deleting);
      deleting = null;
      for (const [id, digest] of files) must(there.get(id) === digest, () => `the file ${id} is lost or another`);
      for (const id of gone) must(!there.has(id), () => `the file ${id} is back`);
      if (upload === null) return;
      const current: Upload = upload;
      const answer = await Tus.of(server, by).head(current.location);
      must(answer.status === 200, () => `an unfinished upload is answered ${answer.status}`);
      const offset = Number(answer.headers.get('Upload-Offset'));
      must(offset >= current.answered, () => `${offset} bytes are there, ${current.answered} were answered`);
      current.answered = offset;
      resumed += 1;
      finish(current, answer.headers.get('File-Id'));
    },
  };
}

function throwIfAway({ status, headers }: Response): void {
  if (status === 503 && Number(headers.get('Retry-After')) > 0) throw new Away();
}
