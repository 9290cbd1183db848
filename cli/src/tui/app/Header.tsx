import type { MenuEntry } from '@shp/shared/domain/menu';
import { Box, type DOMElement, Text } from 'ink';
import { useRef, useSyncExternalStore } from 'react';
import { displayWidth, pad, truncate } from '../../lib/width.ts';
import { useClick } from '../keys/useClick.ts';
import type { Me } from '../session.ts';
import { useUi } from '../ui.ts';
import { shrink } from '../widgets/tableLines.ts';
import type { Connection } from './connection.ts';

export const HEADER_ROWS = 2;
const LEAST = 6;
const GAP = 2;

/** System, account, server, and the tabs; the current tab is in brackets. */
export function Header({
  me,
  server,
  connection,
  tabs,
  path,
  onTab,
}: {
  me: Me;
  server: string;
  connection: Connection;
  tabs: readonly MenuEntry[];
  /** Of the current tab; null on a screen that belongs to none. */
  path: string | null;
  onTab(path: string): void;
}) {
  const { texts, columns, look } = useUi();
  const { common } = texts;
  const labelled = (names: typeof common.menu) => tabs.map((tab, index) => `${index + 1} ${names[tab.key]}`);
  const widthsOf = (labels: readonly string[]) => labels.map((label) => displayWidth(label) + 2);
  const long = labelled(common.menu);
  const fits = widthsOf(long).reduce((sum, width) => sum + width, 0) <= columns;
  const labels = fits ? long : labelled({ ...common.menu, ...texts.tui.shortTabs });
  const widths = shrink(
    widthsOf(labels),
    labels.map(() => LEAST),
    columns,
  );
  const row = useRef<DOMElement>(null);
  useClick(row, ({ x }) => {
    let end = 0;
    for (const [index, tab] of tabs.entries()) {
      end += widths[index] ?? 0;
      if (x < end) return onTab(tab.path);
    }
  });
  // As in the console: administrators by role, others by the profile's name.
  const who = me.role === 'admin' ? common.roles.admin : me.profile.name || me.account;
  const lostSince = useSyncExternalStore(connection.subscribe, connection.snapshot);
  const limits =
    me.tokenScopes === undefined
      ? ''
      : common.marks.brackets(
          texts.acts.token.scopes(me.tokenScopes.map((scope) => texts.acts.token.names[scope]).join(' ')),
        );
  const host = server.replace(/^https?:\/\//, '');
  const lost = lostSince === null ? null : texts.views.live.lost;
  const [title, where] = fitting(
    [common.title, common.shortTitle],
    lost === null
      ? [`${who}${limits} @ ${host}`, `${who}${limits}`, `${truncate(who, columns - displayWidth(limits))}${limits}`]
      : [`${host} ${lost}`, lost],
    columns,
  );
  return (
    <Box flexDirection="column" height={HEADER_ROWS} flexShrink={0}>
      <Box justifyContent="space-between" height={1}>
        <Box flexShrink={1}>
          <Text bold wrap="truncate-end">
            {title}
          </Text>
        </Box>
        <Box flexShrink={0}>
          <Text wrap="truncate-end" {...(lostSince === null ? look.muted : look.text('red'))}>
            {where}
          </Text>
        </Box>
      </Box>
      <Box ref={row} height={1}>
        {tabs.map((tab, index) => {
          const here = tab.path === path;
          const label = pad(labels[index] ?? '', Math.max(0, (widths[index] ?? 0) - 2), false);
          return (
            <Text key={tab.path} bold={here} {...(here ? { ...look.text('brand'), inverse: true } : {})}>
              {here ? `[${label}]` : ` ${label} `}
            </Text>
          );
        })}
      </Box>
    </Box>
  );
}

/**
 * The longest of these that have room beside each other. The user knows the program, so its name goes first; then the
 * server does, and who acts with which rights stays.
 */
function fitting(titles: readonly string[], places: readonly string[], columns: number): readonly [string, string] {
  for (const place of places) {
    const room = columns - displayWidth(place);
    const title = titles.find((one) => displayWidth(one) + GAP <= room);
    if (title !== undefined) return [title, place];
    if (room >= 0) return ['', place];
  }
  return ['', places.at(-1) ?? ''];
}
