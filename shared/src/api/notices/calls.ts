import { z } from 'zod';
import { READ, WRITE } from '../../domain/accounts/tokens.ts';
import { LANGS } from '../../domain/lib/lang.ts';
import { CHANNELS, type Channel, NOTICE_KINDS, type NoticeKind } from '../../domain/notices/kinds.ts';
import { TIMINGS } from '../../domain/notices/preferences.ts';
import { call } from '../call.ts';
import { status } from '../objects.ts';
import { fieldSchema, id, keyword, paged, paging, refuse, time } from '../schemas.ts';

export const notice = z
  .strictObject({
    id,
    at: time,
    kind: z.enum(NOTICE_KINDS),
    /** In the language of the request. */
    text: z.string(),
    /** The station, and the number of the application or finding; null if the notice is about neither. */
    station: z.string().nullable(),
    number: z.string().nullable(),
    /** The status that the application had reached. */
    status: status.nullable(),
    /** The last day of what ends or is due. */
    day: z.string().nullable(),
    /** Path in the console. */
    link: z.string().nullable(),
    readAt: time.nullable(),
  })
  .meta({ id: 'Notice' });
export type Notice = z.infer<typeof notice>;

const timing = z.enum(TIMINGS);
const timings = z.strictObject(
  Object.fromEntries(CHANNELS.map((channel) => [channel, timing])) as Record<Channel, typeof timing>,
);
const allTimings = z.strictObject(
  Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, timings])) as Record<NoticeKind, typeof timings>,
);
const someTimings = timings.partial();
const chosenTimings = z
  .strictObject(
    Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, someTimings])) as Record<NoticeKind, typeof someTimings>,
  )
  .partial();

const mailAddress = fieldSchema({ kind: 'text', max: 200, format: 'email' }) as z.ZodType<string>;
const webhookAddress = fieldSchema({ kind: 'text', max: 500, format: 'url', required: true }) as z.ZodType<string>;

export const noticePreferences = z
  .strictObject({
    /** The language of mails and webhooks. */
    lang: z.enum(LANGS),
    mail: z.string().nullable(),
    /** Whether the server can send mail. */
    mailReady: z.boolean(),
    webhook: z.string().nullable(),
    kinds: allTimings,
  })
  .meta({ id: 'NoticePreferences' });
export type WireNoticePreferences = z.infer<typeof noticePreferences>;

/** Notices that one call marks at most; `all` has no limit. */
export const READ_MAX = 200;

export const notices = {
  'GET notice/query': call({
    summary: 'Own notices, newest first',
    who: 'loggedIn',
    reach: { kind: 'own' },
    token: READ,
    audited: false,
    cacheable: 'weak',
    /** `search`: a text in the station's name, in the number or in the name of the kind. */
    input: z.strictObject({ ...paging, unread: z.boolean().optional(), search: keyword.optional() }),
    output: paged(notice),
  }),
  'POST notice/read': call({
    summary: 'Mark own notices as read: these, or all',
    who: 'loggedIn',
    reach: { kind: 'own' },
    token: WRITE,
    audited: false,
    input: z
      .strictObject({ ids: z.array(id).max(READ_MAX).optional(), all: z.literal(true).optional() })
      .superRefine(({ ids, all }, context) => {
        if ((ids === undefined) === (all === undefined)) refuse(context, { code: 'required' });
      }),
    output: z.strictObject({ unread: z.int() }),
  }),
  'GET notice/preferences': call({
    summary: 'Where and when own notices are sent',
    who: 'loggedIn',
    reach: { kind: 'own' },
    token: READ,
    audited: false,
    input: z.strictObject({}),
    output: noticePreferences,
  }),
  'POST notice/preferences': call({
    summary: 'Change where and when own notices are sent; a new webhook address gets a new secret, shown once',
    who: 'loggedIn',
    reach: { kind: 'own' },
    token: 'session',
    confirmation: 'never',
    audited: true,
    input: z.strictObject({
      lang: z.enum(LANGS).optional(),
      mail: mailAddress.nullable().optional(),
      webhook: webhookAddress.nullable().optional(),
      newSecret: z.literal(true).optional(),
      kinds: chosenTimings.optional(),
    }),
    output: z.strictObject({ ...noticePreferences.shape, secret: z.string().optional() }),
  }),
};
