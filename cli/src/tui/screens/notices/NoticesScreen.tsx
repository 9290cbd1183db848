import { type Notice, READ_MAX } from '@shp/shared/api/notices/calls';
import { dayOf } from '@shp/shared/domain/lib/days';
import { column, MINUTE_WIDTH, type Value } from '@shp/shared/sheets/column';
import { clockText } from '@shp/shared/sheets/days';
import { useState } from 'react';
import { wrap } from '../../../lib/wrap.ts';
import { noneCan, rowsOf, targetOf } from '../../list/actionTarget.ts';
import { type ListDef, listInput } from '../../list/definition.ts';
import { ListScreen, useModel } from '../../list/ListScreen.tsx';
import { asWideAsNames, type ListColumn } from '../../list/layout.ts';
import { sameQuery } from '../../list/selection.ts';
import { mayCall, whyNoCall } from '../../permissions.ts';
import { useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { floatRows, QUESTION_COLUMNS } from '../../widgets/Floats.tsx';
import { Lines } from '../../widgets/Line.tsx';
import { PANE_COLUMNS } from '../../widgets/Pane.tsx';
import { TextScreen } from '../TextScreen.tsx';
import { targetOfNotice } from './target.ts';

const NAME = 'notices';
/** When, what and which station come first: they have room at 80 columns. The text stands below the rows or beside them. */
const BRIEF = ['at', 'kind', 'station', 'reached', 'number'];
const UNREAD = '● ';
/** `MM-DD HH:MM`, in other years with the year and without the time. */
const AT_WIDTH = 11;

function columnsOf({ views, common, lang }: Texts): ListColumn<Notice>[] {
  const { columns, kinds } = views.notices;
  const one = (key: keyof typeof columns, width: number, value: (notice: Notice) => Value) =>
    column<Notice>({
      key,
      heading: { zh: columns[key], en: columns[key] },
      // Only names and texts stretch.
      type: key === 'station' || key === 'text' ? 'text' : 'code',
      width,
      value,
    });
  const nameOf = ({ kind, readAt }: Notice) => `${readAt === null ? UNREAD : ' '.repeat(UNREAD.length)}${kinds[kind]}`;
  const names = Object.values(kinds).map((name) => `${UNREAD}${name}`);
  return [
    { ...one('at', AT_WIDTH, ({ at }) => shortTime(at)), least: AT_WIDTH, sortBy: 'at' },
    {
      ...asWideAsNames(one('kind', 0, nameOf), names, lang),
      colour: ({ readAt }) => (readAt === null ? 'amber' : null),
    },
    one('station', 24, ({ station }) => station),
    { ...one('reached', 16, ({ status, day }) => (status === null ? day : common.statuses[status])), cutsNames: true },
    one('number', 19, ({ number }) => number),
    one('text', 40, ({ text }) => text),
  ];
}

function shortTime(at: string): string {
  const text = clockText(at) ?? '';
  return text.startsWith(dayOf(new Date()).slice(0, 4)) ? text.slice(5, MINUTE_WIDTH) : text.slice(0, 10);
}

/** The caller's notices, newest first. */
const LIST: ListDef<Notice> = {
  name: NAME,
  place: 'notices',
  title: ({ tui }) => tui.places.notices,
  columns: (_role, texts) => columnsOf(texts),
  brief: BRIEF,
  filters: [
    { kind: 'text', key: 'search', label: ({ views }) => views.notices.search },
    { kind: 'flag', key: 'unread', label: ({ views }) => views.notices.onlyUnread },
  ],
  usualSort: { by: 'at', desc: true },
  empty: (query, { views }) => (sameQuery(query, {}) ? views.notices.none : null),
  get: (api, input, signal) =>
    api.call('GET notice/query', listInput<'GET notice/query'>(input), { signal, revalidate: true }),
  nameOf: ({ text }) => text,
};

/** The caller's notices; opening one marks it as read and goes where it leads. */
export function NoticesScreen({ height }: { height: number }) {
  const { texts } = useUi();
  const { api, me, open, say, fail } = useSession();
  const model = useModel(() => LIST, NAME);
  /** A notice that leads nowhere: its text. */
  const [shown, setShown] = useState<Notice | null>(null);
  const marked = ({ unread }: { unread: number }) => {
    model.refresh();
    say(texts.views.notices.left(unread), 'good');
  };
  const read = async () => {
    const target = targetOf(model);
    if (target === null) return;
    const isAll = target.kind === 'matching' && target.query.search === undefined && target.except.size === 0;
    model.dispatch({ do: 'unselect' });
    try {
      if (isAll) return marked(await api.call('POST notice/read', { all: true }));
      const ids = (await rowsOf(model, target, new AbortController().signal)).map(({ id }) => id);
      let result = { unread: 0 };
      for (let at = 0; at < ids.length; at += READ_MAX)
        result = await api.call('POST notice/read', { ids: ids.slice(at, at + READ_MAX) });
      marked(result);
    } catch (error) {
      fail(error);
    }
  };
  const follow = (notice: Notice) => {
    if (notice.readAt === null && mayCall(me, 'POST notice/read')) {
      api.call('POST notice/read', { ids: [notice.id] }).then(() => model.refresh(), fail);
    }
    const screen = targetOfNotice(notice);
    if (screen) open(screen);
    else setShown(notice);
  };
  return (
    <ListScreen<Notice>
      model={model}
      height={height}
      onOpen={follow}
      whole={({ text }) => text}
      dialog={
        shown && {
          node: <NoticeText notice={shown} height={floatRows(height)} onClose={() => setShown(null)} />,
          width: QUESTION_COLUMNS,
        }
      }
      actions={{ readNotices: () => void read() }}
      unmet={{
        unread:
          whyNoCall(me, 'POST notice/read', texts) ??
          (noneCan(targetOf(model), ({ readAt }) => readAt === null) ? texts.tui.why.noUnread : null),
      }}
      detail={{
        head: ({ at }) => (clockText(at) ?? '').slice(0, MINUTE_WIDTH),
        node: (notice) => <WholeText text={notice.text} />,
      }}
    />
  );
}

function NoticeText({ notice, height, onClose }: { notice: Notice; height: number; onClose(): void }) {
  const { texts } = useUi();
  const lines = wrap(notice.text, QUESTION_COLUMNS - PANE_COLUMNS);
  const title = texts.views.notices.kinds[notice.kind];
  return <TextScreen title={title} lines={lines} height={height} handlers={{ close: onClose }} modal />;
}

function WholeText({ text }: { text: string }) {
  const { columns } = useUi();
  return <Lines lines={wrap(text, columns)} />;
}
