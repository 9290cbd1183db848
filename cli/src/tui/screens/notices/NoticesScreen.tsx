import { type Notice, READ_MAX } from '@shp/shared/api/notices/calls';
import { column, MINUTE_WIDTH, type Value } from '@shp/shared/sheets/column';
import { clockText } from '@shp/shared/sheets/days';
import { noneCan, targetOf } from '../../list/actionTarget.ts';
import { type ListDef, listInput } from '../../list/definition.ts';
import { ListScreen, useModel } from '../../list/ListScreen.tsx';
import { asWideAsNames, type ListColumn, withMark } from '../../list/layout.ts';
import { useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { wrap } from '../../widgets/keyValueLines.ts';
import { Lines } from '../../widgets/Line.tsx';
import { targetOfNotice } from './target.ts';

const NAME = 'notices';
const BRIEF = ['at', 'state', 'text'];

function columnsOf({ views, lang }: Texts): ListColumn<Notice>[] {
  const { columns, unread } = views.notices;
  const one = (key: keyof typeof columns, type: 'text' | 'time', value: (notice: Notice) => Value) =>
    column<Notice>({ key, heading: { zh: columns[key], en: columns[key] }, type, width: 20, value });
  const state = one('state', 'text', ({ readAt }) => (readAt === null ? unread : ''));
  return [
    one('at', 'time', ({ at }) => at),
    withMark(asWideAsNames(state, [unread], lang), () => 'amber'),
    one('text', 'text', ({ text }) => text),
  ];
}

/** The caller's notices, newest first. */
const LIST: ListDef<Notice> = {
  name: NAME,
  place: 'notices',
  title: ({ tui }) => tui.places.notices,
  columns: (_role, texts) => columnsOf(texts),
  brief: BRIEF,
  filters: [{ kind: 'flag', key: 'unread', label: ({ views }) => views.notices.onlyUnread }],
  get: (api, input, signal) =>
    api.call('GET notice/query', listInput<'GET notice/query'>(input), { signal, revalidate: true }),
  nameOf: ({ text }) => text,
};

/** The caller's notices; opening one marks it as read and goes where it leads. */
export function NoticesScreen({ height }: { height: number }) {
  const { texts } = useUi();
  const { api, open, say, fail } = useSession();
  const model = useModel(() => LIST, NAME);
  const marked = ({ unread }: { unread: number }) => {
    model.refresh();
    say(texts.views.notices.left(unread), 'good');
  };
  const read = async () => {
    const target = targetOf(model);
    if (target === null) return;
    const ids = target.kind === 'picked' ? [...target.rows.keys()] : [];
    model.dispatch({ do: 'unselect' });
    try {
      if (target.kind === 'matching') return marked(await api.call('POST notice/read', { all: true }));
      let result = { unread: 0 };
      for (let at = 0; at < ids.length; at += READ_MAX)
        result = await api.call('POST notice/read', { ids: ids.slice(at, at + READ_MAX) });
      marked(result);
    } catch (error) {
      fail(error);
    }
  };
  const follow = (notice: Notice) => {
    if (notice.readAt === null) {
      api.call('POST notice/read', { ids: [notice.id] }).then(() => model.refresh(), fail);
    }
    const screen = targetOfNotice(notice);
    if (screen) open(screen);
  };
  return (
    <ListScreen<Notice>
      model={model}
      height={height}
      onOpen={follow}
      whole={({ text }) => text}
      actions={{ readNotices: () => void read() }}
      unmet={{ unread: noneCan(targetOf(model), ({ readAt }) => readAt === null) ? texts.tui.why.noUnread : null }}
      detail={{
        head: ({ at }) => (clockText(at) ?? '').slice(0, MINUTE_WIDTH),
        node: (notice) => <WholeText text={notice.text} />,
      }}
    />
  );
}

function WholeText({ text }: { text: string }) {
  const { columns } = useUi();
  return <Lines lines={wrap(text, columns)} />;
}
