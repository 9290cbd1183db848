import type { Call } from '@shp/shared/api/call';
import { type CallKey, type Calls, calls } from '@shp/shared/api/index';
import type { AccountChange } from '@shp/shared/domain/accounts/tokens';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { type Act, AuditBroken, type AuditEnd, type AuditEntry, appendAudit, lastAudited } from './audit/append.ts';
import type { Notary } from './audit/signing/notary.ts';
import { checkConfirmed, checkScope } from './auth/access.ts';
import { checkStillSignedIn } from './auth/authenticate.ts';
import type { Seal } from './auth/factors/seal.ts';
import type { Site } from './auth/factors/site.ts';
import type { KnownTokens } from './auth/knownTokens.ts';
import type { SignOn } from './auth/oidc/signOn.ts';
import type { Exporter } from './exports/exporter.ts';
import type { BlobStore } from './files/blobs/blobs.ts';
import type { PartStore } from './files/uploads/uploadBytes.ts';
import type { Health } from './health.ts';
import { currentTime } from './store/db/dialect.ts';
import { withRetries } from './store/db/faults.ts';
import type { Database } from './store/db/types.ts';
import type { Db } from './store/schema/schema.ts';
import type { Caller, Write } from './types.ts';

/** Shared by the whole process. */
export type Services = {
  readonly db: Database;
  readonly data: string;
  readonly exporter: Exporter;
  /** Stored files and upload parts. Servers with a common database also share these stores. */
  readonly blobs: BlobStore;
  readonly parts: PartStore;
  readonly health: Health;
  readonly notary: Notary;
  readonly captcha: boolean;
  readonly knownTokens: KnownTokens;
  readonly seal: Seal;
  readonly signOn: SignOn;
  /** Where passkeys work; null if the server does not know its address. */
  site(): Site | null;
  readonly version: string;
};

/** One request, as handlers see it. */
export class Context<C extends Caller | null = Caller | null> {
  audits = 0;
  /** Whether `judgeAccount` ran; some rows of the call table require it. */
  accountJudged = false;
  /** When the request arrived, by the database's clock. */
  readonly now: string;
  constructor(
    readonly services: Services,
    readonly call: CallKey,
    readonly caller: C,
    readonly lang: Lang,
    readonly address: string,
    readonly agent: string,
    readonly idempotencyKey: string | null,
    /** The ETag of a file that the caller has partly downloaded. */
    readonly ifRange: string | null,
  ) {
    this.now = new Date(services.db.now()).toISOString();
  }

  get read(): Db {
    return this.services.db.read;
  }

  /**
   * Checks what depends on the changed account: the token's scope, then the confirmation. Call it once the account is
   * known to be in the caller's scope.
   * @throws HttpError `forbidden`, `confirmation_required`
   */
  judgeAccount(this: Context<Caller>, change: AccountChange): void {
    const row: Call = calls[this.call];
    checkScope(row.tokenFor?.(change) ?? row.token, this.caller);
    if (typeof row.confirmation === 'function' && row.confirmation(change)) checkConfirmed(this.caller, this.now);
    this.accountJudged = true;
  }

  /**
   * One transaction, including its audit rows: all or nothing. Do slow work before it, not inside.
   * @throws HttpError `unauthenticated` if the caller's session or token has ended since authentication.
   */
  write<T>(work: (write: Write) => Promise<T>): Promise<T> {
    const { caller, call } = this;
    const act = { by: caller, address: this.address, action: actionOf(call) };
    const { db, notary } = this.services;
    const checked = async ({ audit, ...write }: Write) => {
      if (caller !== null && calls[call].who !== 'anyone') await checkStillSignedIn(write.db, caller);
      return work({
        ...write,
        audit: async (entry) => {
          await audit(entry);
          this.audits++;
        },
      });
    };
    return transact(db, act, checked, notary);
  }
}

/**
 * One transaction outside the call table. `now` is when the transaction got the write lock, so polling with
 * `updatedSince` never misses a row. If the clock is set back, `now` stays at the last audit time, so times never
 * decrease.
 */
export async function transact<T>(
  database: Database,
  act: Omit<Act, 'at'>,
  work: (write: Write) => Promise<T>,
  notary: Notary | null = null,
): Promise<T> {
  const { result, head } = await withRetries(() =>
    database.write.transaction().execute(async (db) => {
      const last = await lastAudited(db);
      const now = later(await currentTime(db), last.at);
      let end: AuditEnd = last;
      const append = async (of: Omit<Act, 'at'>, entry: AuditEntry) => {
        if (!last.isEnd) throw new AuditBroken();
        end = await appendAudit(db, { ...of, at: now }, entry, end);
      };
      const concluded = new Set<string>();
      const result = await work({
        db,
        now,
        audit: (entry) => append(act, entry),
        concluded: (assessment) => void concluded.add(assessment),
      });
      if (notary === null || concluded.size === 0) return { result, head: null };
      return { result, head: await notary.signConclusions({ db, now, end: () => end, append }, [...concluded]) };
    }),
  );
  if (head !== null) notary?.remember(head);
  return result;
}

function later(now: string, last: string | null): string {
  return last !== null && last > now ? last : now;
}

/** The audit's name of a call: its path. */
function actionOf(call: CallKey): string {
  return call.slice(call.indexOf(' ') + 1).replace(/\?$/, '');
}

export type CallerOf<K extends CallKey> = Calls[K]['who'] extends 'anyone' ? Caller | null : Caller;
