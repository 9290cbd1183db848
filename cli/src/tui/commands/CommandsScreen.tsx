import { clockText } from '@shp/shared/sheets/days';
import { useState, useSyncExternalStore } from 'react';
import { truncate } from '../../lib/width.ts';
import { wrap } from '../../lib/wrap.ts';
import { MARK_COLUMNS } from '../list/Rows.tsx';
import { usePath } from '../path.ts';
import { TextScreen } from '../screens/TextScreen.tsx';
import { useSession } from '../session.ts';
import { useUi } from '../ui.ts';
import { CursorLines } from '../widgets/CursorLines.tsx';
import { Muted } from '../widgets/Muted.tsx';
import { FRAME_COLUMNS, FRAME_ROWS, PANE_COLUMNS, Pane } from '../widgets/Pane.tsx';
import { Overlay } from '../widgets/Panel.tsx';

/** The commands equivalent to the actions of this session; each can be read in full and copied. */
export function CommandsScreen({ height }: { height: number }) {
  const { texts, columns, copy } = useUi();
  const { commands: words } = texts.acts;
  const { commands, back, say } = useSession();
  const done = useSyncExternalStore(commands.subscribe, commands.list);
  const path = usePath(words.title);
  const [open, setOpen] = useState<string | null>(null);
  const copied = (command: string) => {
    copy(command);
    say(texts.views.live.copied(command), 'good');
  };
  const names = { copy: texts.tui.keys.copyCommand };
  const withCommand = (place: number, then: (command: string) => void) => {
    const { command } = done[place] ?? {};
    if (command) then(command);
    else if (command === null) say(words.noCommand, 'bad');
  };
  if (open !== null) {
    return (
      <Overlay>
        <TextScreen
          title={words.title}
          lines={open.split('\n').flatMap((line) => wrap(line, columns - PANE_COLUMNS))}
          height={height}
          places={['list']}
          handlers={{ copy: () => copied(open), close: () => setOpen(null) }}
          names={names}
        />
      </Overlay>
    );
  }
  return (
    <Pane head={path} height={height} padding={0}>
      <Muted wrap="truncate-end">{`  ${done.length === 0 ? words.none : words.note}`}</Muted>
      <CursorLines
        lines={done.map(({ at, command, title }) => {
          const clock = clockText(at.toISOString())?.slice('2026-01-31 '.length) ?? '';
          const what = command ?? `${title(texts)}  (${words.noCommand})`;
          return truncate(`${clock}  ${what.replaceAll('\n', ' ↵ ')}`, columns - FRAME_COLUMNS - MARK_COLUMNS - 1);
        })}
        height={height - FRAME_ROWS - 1}
        handlers={{
          unselect: back,
          open: (place) => withCommand(place, setOpen),
          copy: (place) => withCommand(place, copied),
        }}
        unmet={() => ({ rows: done.length === 0 ? words.none : null })}
        names={names}
      />
    </Pane>
  );
}
