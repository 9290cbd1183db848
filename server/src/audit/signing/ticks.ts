import { currentTime } from '../../store/db/dialect.ts';
import { withRetries } from '../../store/db/faults.ts';
import type { Database } from '../../store/db/types.ts';
import { lastAudited } from '../append.ts';
import { faultOf, type HistoryFault } from './judge.ts';
import { listKeys } from './keys.ts';
import type { Notary } from './notary.ts';
import { lastHead } from './storedHeads.ts';
import type { HeadSyslog } from './syslog.ts';

/** Rows get a signed head within twice this time (docs/spec/wire.md#signed-history). */
const EVERY_MS = 5_000;

/** Signs the head if there are new rows, and stores it beside the key. */
export async function signIfGrown(database: Database, notary: Notary): Promise<void> {
  const [stored, { tree }] = [await lastHead(database.read), await lastAudited(database.read)];
  if (stored?.head.size !== tree.size) {
    const head = await withRetries(() =>
      database.write.transaction().execute(async (db) => {
        const { at: last, ...end } = await lastAudited(db);
        const now = await currentTime(db);
        return notary.signHead(db, end, last !== null && last > now ? last : now);
      }),
    );
    if (head !== null) notary.remember(head);
  } else notary.remember(stored);
  await notary.keep();
}

/** The fault of the database's last head; `notary.fault` is that of the head beside the key. */
export async function storedFault({ read }: Database): Promise<HistoryFault | null> {
  const [stored, { tree }] = [await lastHead(read), await lastAudited(read)];
  return stored === null ? null : faultOf(read, tree, stored, await listKeys(read));
}

/** Signs regularly until stopped, sends new heads to `syslog`, and logs each new fault once. */
export function signRegularly(
  database: Database,
  notary: Notary,
  syslog: HeadSyslog | null,
  tell: { fault(fault: HistoryFault): void; failed(error: unknown): void; unsent(error: unknown): void },
): { stop(): Promise<void> } {
  let reported = notary.fault;
  const signOnce = async () => {
    await signIfGrown(database, notary).catch(tell.failed);
    await syslog?.send(notary.lastSigned).catch(tell.unsent);
  };
  const sign = async () => {
    await signOnce();
    if (notary.fault !== null && notary.fault !== reported) tell.fault(notary.fault);
    reported = notary.fault;
  };
  let running = sign();
  const timer = setInterval(() => {
    running = running.then(sign);
  }, EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await signOnce();
      syslog?.close();
    },
  };
}
