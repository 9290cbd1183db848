import type { Lang } from '../lib/lang.ts';
import { CHANNELS, type Channel, NOTICE_KINDS, type NoticeKind } from './kinds.ts';

/** When an account wants a kind of notice by a channel: never, at once, or with the others of a day at 8:00. */
export const TIMINGS = ['never', 'atOnce', 'daily'] as const;
export type Timing = (typeof TIMINGS)[number];
export type Timings = Record<NoticeKind, Record<Channel, Timing>>;
/** The choices that differ from the default. */
export type ChosenTimings = { [K in NoticeKind]?: { [C in Channel]?: Timing | undefined } | undefined };

export type NoticePreferences = {
  /** The language of mails and webhooks. */
  lang: Lang;
  mail: string | null;
  webhook: string | null;
  kinds: Timings;
};

/** The hour in China at which a day's notices are sent. */
export const DAILY_HOUR = 8;

/** An account with an address gets every notice there until it chooses otherwise. */
const DEFAULT_TIMING: Timing = 'atOnce';

/** The timing of every kind and channel. */
export function timingsOf(chosen: ChosenTimings): Timings {
  const of = (kind: NoticeKind) =>
    Object.fromEntries(CHANNELS.map((channel) => [channel, chosen[kind]?.[channel] ?? DEFAULT_TIMING]));
  return Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, of(kind)])) as Timings;
}
