import type { Notice, notices, WireNoticePreferences } from '@shp/shared/api/notices/calls';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import type { Lang } from '@shp/shared/domain/lib/lang';
import {
  type AboutAssessment,
  type AboutFinding,
  NOTICE_KINDS,
  type NoticeKind,
} from '@shp/shared/domain/notices/kinds';
import { noticePath } from '@shp/shared/domain/notices/path';
import { type ChosenTimings, timingsOf } from '@shp/shared/domain/notices/preferences';
import { noticesTexts, noticeText } from '@shp/shared/text/notices';
import { changesBetween } from '../audit/append.ts';
import { sealWebhook } from '../auth/factors/sealedSecrets.ts';
import type { Handlers } from '../http/router.ts';
import { HttpError, invalid } from '../httpError.ts';
import { isMailReady } from '../notices/delivery/mail.ts';
import { hostOf, resolvesToOwnNetwork } from '../notices/delivery/ownNetwork.ts';
import { newWebhookSecret } from '../notices/delivery/webhook.ts';
import { listNotices, markRead } from '../store/notices/notices.ts';
import { readPreferences, type StoredPreferences, writePreferences } from '../store/notices/preferences.ts';
import { readSettings } from '../store/repositories/settings.ts';
import type { Db } from '../store/schema/schema.ts';

export const noticeRoutes: Handlers<keyof typeof notices> = {
  async 'GET notice/query'({ unread = false, search: text, page, size }, { read, caller, lang }) {
    const search = text ? { text, kinds: kindsNamed(text, lang) } : null;
    const { total, rows } = await listNotices(read, caller.id, { unread, search, page, size });
    const items = rows.map(({ id, at, kind, params, read_at: readAt, assessment }) => {
      const of = JSON.parse(params);
      const text = noticeText(kind, of, lang);
      return { id, at, kind, text, ...factsOf(of), link: noticePath(kind, caller.role, assessment), readAt };
    });
    return { total, items };
  },

  async 'POST notice/read'({ ids }, context) {
    const { caller } = context;
    return context.write(async ({ db, now }) => ({ unread: await markRead(db, caller.id, ids ?? null, now) }));
  },

  async 'GET notice/preferences'(_input, { read, caller }) {
    return wirePreferences(read, await readPreferences(read, caller.id));
  },

  async 'POST notice/preferences'({ newSecret, kinds, ...given }, context) {
    const { caller } = context;
    if (typeof given.webhook === 'string') await checkWebhook(context.read, given.webhook);
    return context.write(async ({ db, audit }) => {
      const before = await readPreferences(db, caller.id);
      const after: StoredPreferences = { ...before, ...withoutUndefined(given), chosen: merged(before.chosen, kinds) };
      const moved = after.webhook !== null && after.webhook !== before.webhook;
      const secret = after.webhook !== null && (moved || newSecret) ? newWebhookSecret() : null;
      const sealed = secret === null ? before.secret : sealWebhook(context.services.seal, secret, caller.id);
      after.secret = after.webhook === null ? null : sealed;
      await writePreferences(db, caller.id, after);
      const shown = ({ lang, mail, webhook, chosen }: StoredPreferences) => ({ lang, mail, webhook, kinds: chosen });
      const object = { kind: 'user', id: caller.id, name: caller.account };
      await audit({ object, changes: changesBetween(shown(before), shown(after)) });
      return { ...(await wirePreferences(db, after)), ...(secret === null ? {} : { secret }) };
    });
  },
};

/** The kinds whose names have a text, in this language. */
function kindsNamed(text: string, lang: Lang): NoticeKind[] {
  const { kinds } = noticesTexts[lang];
  return NOTICE_KINDS.filter((kind) => kinds[kind].toLowerCase().includes(text.toLowerCase()));
}

/** The parameters that a notice of some kind has. */
type SomeParams = Partial<AboutAssessment & AboutFinding & { status: Status; until: string }>;

/** What a stored notice is about. */
function factsOf(of: SomeParams): Pick<Notice, 'station' | 'number' | 'status' | 'day'> {
  return {
    station: of.station ?? null,
    number: of.number ?? of.no ?? null,
    status: of.status ?? null,
    day: of.until ?? of.due ?? null,
  };
}

async function wirePreferences(
  db: Db,
  { lang, mail, webhook, chosen }: StoredPreferences,
): Promise<WireNoticePreferences> {
  const mailReady = isMailReady((await readSettings(db)).mail);
  return { lang, mail, mailReady, webhook, kinds: timingsOf(chosen) };
}

/** @throws HttpError if an address is invalid or in the server's own network. */
async function checkWebhook(db: Db, address: string): Promise<void> {
  const { webhookOwnNetwork } = await readSettings(db);
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.username !== '' || url.password !== '') throw invalid({ webhook: { code: 'url' } });
  if (!webhookOwnNetwork && (url.protocol !== 'https:' || (await resolvesToOwnNetwork(hostOf(url)))))
    throw new HttpError('invalid', { fields: { webhook: (text) => text.refused.ownNetwork } });
}

function merged(before: ChosenTimings, given: ChosenTimings | undefined): ChosenTimings {
  const after: ChosenTimings = { ...before };
  for (const [kind, channels] of Object.entries(given ?? {})) {
    const key = kind as keyof ChosenTimings;
    after[key] = { ...after[key], ...withoutUndefined(channels ?? {}) };
  }
  return after;
}

function withoutUndefined<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}
