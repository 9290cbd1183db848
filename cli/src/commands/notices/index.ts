import type { Input } from '@shp/shared/api/index';
import { type Notice, READ_MAX, type WireNoticePreferences } from '@shp/shared/api/notices/calls';
import { LANGS } from '@shp/shared/domain/lib/lang';
import { CHANNELS, NOTICE_KINDS } from '@shp/shared/domain/notices/kinds';
import { TIMINGS } from '@shp/shared/domain/notices/preferences';
import { printOnRequest } from '../../bulk/forEachId.ts';
import { command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { UsageError } from '../../lib/errors.ts';
import { loadNotices } from '../../lib/texts.ts';
import { resultView } from '../../lists/resultViews.ts';
import { screenColumn, type View, worded } from '../../output/columns.ts';
import { printObject } from '../../output/print.ts';
import { PAGING, printList } from '../flags/pagingFlags.ts';

/** From this width on a table has the id that `notices read` takes. */
const IDS_FROM = 100;

type Preferences = WireNoticePreferences & { secret?: string | undefined };

/** An account's choices: its addresses, then a line for each kind and channel. */
async function preferencesView({ dataTexts }: CommandContext, { secret }: Preferences): Promise<View<Preferences>> {
  const { kinds, channels, timings } = await loadNotices(dataTexts.lang);
  const words = dataTexts.cli.notices.preferences.columns;
  return {
    columns: [
      screenColumn('lang', words.lang, ({ lang }) => lang),
      screenColumn('mail', channels.mail, ({ mail }) => mail),
      screenColumn('mailReady', words.mailReady, ({ mailReady }) => String(mailReady)),
      screenColumn('webhook', channels.webhook, ({ webhook }) => webhook),
      ...(secret === undefined ? [] : [screenColumn('secret', words.secret, (row: Preferences) => row.secret, 'code')]),
      ...NOTICE_KINDS.flatMap((kind) =>
        CHANNELS.map((channel) =>
          screenColumn<Preferences>(
            `kinds.${kind}.${channel}`,
            `${kinds[kind]}, ${channels[channel]}`,
            (row) => row.kinds[kind][channel],
            'text',
            (row) => timings[row.kinds[kind][channel]],
          ),
        ),
      ),
    ],
    paths: ['lang', 'mail', 'mailReady', 'webhook', 'secret', 'kinds', 'kinds.*'],
  };
}

export const commands = [
  command({
    name: 'notices list',
    isDefault: true,
    summary: ({ cli }) => cli.notices.list,
    options: {
      search: { kind: 'text', value: 'TEXT', help: ({ cli }) => cli.notices.search },
      unread: { kind: 'flag', help: ({ cli }) => cli.notices.unread },
      ...PAGING,
    },
    examples: [
      'shp notices --unread',
      'shp notices list --search GXXSD-2026-000010',
      'shp notices list --all --format ndjson',
    ],
    prints: true,
    web: null,
    async run({ options }, context) {
      const { columns } = context.dataTexts.cli.notices;
      const { kinds } = await loadNotices(context.dataTexts.lang);
      const { out } = context.streams;
      const view: View<Notice> = {
        columns: [
          screenColumn('id', 'ID', ({ id }) => id, 'code'),
          screenColumn('at', columns.at, ({ at }) => at, 'time'),
          worded('kind', columns.kind, ({ kind }) => kinds[kind]),
          screenColumn('text', columns.text, ({ text }) => text),
          screenColumn('readAt', columns.readAt, ({ readAt }) => readAt, 'time'),
        ],
        // The sentence says of what kind it is.
        spare: out.isTTY && out.columns < IDS_FROM ? ['id', 'kind'] : ['kind'],
        yields: 'text',
        sentences: true,
        paths: ['id', 'at', 'kind', 'text', 'link', 'readAt'],
      };
      const api = await context.api();
      const filter = { ...(options.unread ? { unread: true } : {}), search: options.search };
      await printList(context, view, options, (paging) => api.call('GET notice/query', { ...filter, ...paging }));
    },
  }),
  command({
    name: 'notices read',
    summary: ({ cli }) => cli.notices.read,
    args: [{ name: 'ID', many: true, optional: true }],
    options: { all: { kind: 'flag', help: ({ cli }) => cli.notices.all } },
    prints: 'on request',
    examples: ['shp notices read ID', 'shp notices read --all'],
    async run({ args: [ids], options }, context) {
      if (ids.length === 0 && !options.all) throw new UsageError(context.texts.cli.notices.which);
      const api = await context.api();
      let unread = 0;
      if (options.all) ({ unread } = await api.call('POST notice/read', { all: true }));
      else
        for (let at = 0; at < ids.length; at += READ_MAX)
          ({ unread } = await api.call('POST notice/read', { ids: ids.slice(at, at + READ_MAX) }));
      context.note((await loadNotices(context.texts.lang)).unread(unread));
      await printOnRequest(context, resultView({ unread }), { unread });
    },
  }),
  command({
    name: 'notices preferences show',
    summary: ({ cli }) => cli.notices.preferences.show,
    examples: ['shp notices preferences show', 'shp notices preferences show --fields mail,kinds.returned.mail'],
    prints: true,
    web: () => ({ path: '/profile', query: { tab: 'notices' } }),
    async run(_input, context) {
      const api = await context.api();
      const preferences = await api.call('GET notice/preferences', {});
      await printObject(context, await preferencesView(context, preferences), preferences);
    },
  }),
  command({
    name: 'notices preferences set',
    summary: ({ cli }) => cli.notices.preferences.set,
    options: {
      mail: { kind: 'text', value: 'ADDRESS', mayBeEmpty: true, help: ({ cli }) => cli.notices.preferences.mail },
      webhook: { kind: 'text', value: 'URL', mayBeEmpty: true, help: ({ cli }) => cli.notices.preferences.webhook },
      newSecret: { kind: 'flag', help: ({ cli }) => cli.notices.preferences.newSecret },
      language: { kind: 'text', value: 'LANG', choices: LANGS, help: ({ cli }) => cli.notices.preferences.language },
      when: { kind: 'text', value: 'WHEN', choices: TIMINGS, help: ({ cli }) => cli.notices.preferences.when },
      kind: { kind: 'list', value: 'KIND', choices: NOTICE_KINDS, help: ({ cli }) => cli.notices.preferences.kind },
      channel: {
        kind: 'list',
        value: 'CHANNEL',
        choices: CHANNELS,
        help: ({ cli }) => cli.notices.preferences.channel,
      },
    },
    examples: [
      'shp notices preferences set --mail me@example.org',
      'shp notices preferences set --when daily --channel mail',
      'shp notices preferences set --when never --kind submitted --kind passedOn',
    ],
    prints: true,
    async run({ options }, context) {
      const { mail, webhook, newSecret, language, when, kind, channel } = options;
      const words = context.texts.cli.notices.preferences;
      if (when === undefined && (kind ?? channel) !== undefined) throw new UsageError(words.needsWhen);
      const timings = when && Object.fromEntries((channel ?? CHANNELS).map((one) => [one, when]));
      const input: Input<'POST notice/preferences'> = {
        ...(mail !== undefined && { mail: mail === '' ? null : mail }),
        ...(webhook !== undefined && { webhook: webhook === '' ? null : webhook }),
        ...(newSecret && { newSecret: true as const }),
        ...(language && { lang: language }),
        ...(timings && { kinds: Object.fromEntries((kind ?? NOTICE_KINDS).map((one) => [one, timings])) }),
      };
      if (Object.keys(input).length === 0) throw new UsageError(words.nothing);
      const api = await context.api();
      const preferences = await api.call('POST notice/preferences', input);
      await printObject(context, await preferencesView(context, preferences), preferences);
    },
  }),
];
