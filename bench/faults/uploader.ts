import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract, Person } from '../../tests/support/contract.ts';
import { type Bytes, pdfOf, sha256, Tus } from '../../tests/support/tus.ts';
import { Away, type Client, must } from './clients.ts';

const SIZE = 90_000;
const PIECE = 30_000;
/** Between tries of an account that has begun as many uploads in an hour as it may. */
const LIMITED_MS = 500;

type UnderWay = { location: string; bytes: Bytes; answered: number };

/** Somebody who uploads documents in pieces and deletes every third: each goes on where it stopped. */
export function uploader(by: Person, first: number): Client & { readonly resumed: number } {
  let answered = 0;
  let resumed = 0;
  let seed = first;
  let now: UnderWay | null = null;
  const kept = new Map<string, string>();
  let going: string | null = null;
  const gone = new Set<string>();

  async function send(tus: Tus, upload: UnderWay): Promise<void> {
    const { location, bytes } = upload;
    const answer = await tus.patch(location, upload.answered, bytes.slice(upload.answered, upload.answered + PIECE));
    heed(answer);
    must(answer.status === 204, () => `a piece is answered ${answer.status}`);
    upload.answered = Number(answer.headers.get('Upload-Offset'));
    answered += 1;
    finish(upload, answer.headers.get('File-Id'));
  }

  function finish({ bytes }: UnderWay, id: string | null): void {
    if (id === null) return;
    kept.set(id, sha256(bytes));
    now = null;
  }

  return {
    name: `uploads of ${by.account}`,
    get answered() {
      return answered;
    },
    get resumed() {
      return resumed;
    },
    async act(server: Contract) {
      if (kept.size > 0 && answered % 12 === 11) {
        going = [...kept.keys()][0] ?? '';
        await by.api.call('POST document/delete?', { fileId: going });
        kept.delete(going);
        gone.add(going);
        going = null;
        answered += 1;
        return;
      }
      const tus = Tus.of(server, by);
      if (now === null) {
        seed += 1;
        const bytes = pdfOf(SIZE, seed);
        const answer = await tus.create({ target: 'document', roles: '', filename: `${seed}.pdf` }, bytes.length);
        heed(answer);
        if (answer.status === 429) {
          await sleep(LIMITED_MS);
          return;
        }
        must(answer.status === 201, () => `an upload is answered ${answer.status}`);
        now = { location: answer.headers.get('Location') ?? '', bytes, answered: 0 };
      } else await send(tus, now);
    },
    async check(server: Contract) {
      const rows = await server.behind.sql<{ id: string; sha256: string }>('SELECT id, sha256 FROM files');
      const there = new Map(rows.map(({ id, sha256 }) => [id, sha256]));
      if (going !== null && !there.has(going)) {
        kept.delete(going);
        gone.add(going);
      }
      going = null;
      for (const [id, digest] of kept) must(there.get(id) === digest, () => `the file ${id} is lost or another`);
      for (const id of gone) must(!there.has(id), () => `the file ${id} is back`);
      if (now === null) return;
      const upload: UnderWay = now;
      const answer = await Tus.of(server, by).head(upload.location);
      must(answer.status === 200, () => `an upload under way is answered ${answer.status}`);
      const offset = Number(answer.headers.get('Upload-Offset'));
      must(offset >= upload.answered, () => `${offset} bytes are there, ${upload.answered} were answered`);
      upload.answered = offset;
      resumed += 1;
      finish(upload, answer.headers.get('File-Id'));
    },
  };
}

function heed({ status, headers }: Response): void {
  if (status === 503 && Number(headers.get('Retry-After')) > 0) throw new Away();
}
