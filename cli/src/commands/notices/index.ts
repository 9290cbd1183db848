import { type Notice, READ_MAX } from '@shp/shared/api/notices/calls';
import { printOnRequest } from '../../bulk/forEachId.ts';
import { command } from '../../command/command.ts';
import { UsageError } from '../../lib/errors.ts';
import { loadNotices } from '../../lib/texts.ts';
import { resultView } from '../../lists/resultViews.ts';
import { own, type View } from '../../output/columns.ts';
import { PAGING, printList } from '../flags/pagingFlags.ts';

export const commands = [
  command({
    name: 'notices list',
    isDefault: true,
    summary: ({ cli }) => cli.notices.list,
    args: [],
    options: { unread: { kind: 'flag', help: ({ cli }) => cli.notices.unread }, ...PAGING },
    examples: ['shp notices --unread', 'shp notices list --all --format ndjson'],
    prints: true,
    async run({ options }, context) {
      const { columns } = context.dataTexts.cli.notices;
      const { kinds } = await loadNotices(context.dataTexts.lang);
      const view: View<Notice> = {
        columns: [
          own('id', 'ID', ({ id }) => id, 'code'),
          own('at', columns.at, ({ at }) => at, 'time'),
          own(
            'kind',
            columns.kind,
            ({ kind }) => kind,
            'text',
            ({ kind }) => kinds[kind],
          ),
          own('text', columns.text, ({ text }) => text),
          own('readAt', columns.readAt, ({ readAt }) => readAt, 'time'),
        ],
        paths: ['id', 'at', 'kind', 'text', 'link', 'readAt'],
      };
      const api = await context.api();
      const filter = options.unread ? { unread: true } : {};
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
];
