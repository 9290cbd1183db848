import { keyName } from '../format.ts';
import type { ActiveKey } from '../keys/keyboard.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { type Item, Menu } from '../widgets/Menu.tsx';
import { useFound } from './useFound.ts';

type Place = { readonly label: string; readonly alias: string; go(): void };

type Props = { offers: readonly ActiveKey[]; places: readonly Place[]; height: number; onClose(): void };

/** All actions available here, searchable by name. */
export function Palette({ offers, places, height, onClose }: Props) {
  const texts = useTexts();
  const { common, tui } = texts;
  const { open } = useSession();
  const { found, search } = useFound();
  const items: Item<() => void>[] = [
    ...offers
      .filter(({ row }) => row.moves !== true && row.id !== 'tab' && row.id !== 'palette')
      .map(({ row, reason, note, name, run }) => ({
        value: run,
        label: `${name ?? tui.keys[row.id]}${note === '' ? '' : common.marks.brackets(note)}`,
        note: row.keys[0] === undefined ? '' : keyName(row.keys[0], texts),
        alias: row.id,
        off: reason,
      })),
    ...places.map(({ label, alias, go }) => ({ value: go, label: tui.palette.go(label), alias })),
    ...found.map(({ label, screen }) => ({ value: () => open(screen), label: texts.acts.open(label), always: true })),
  ];
  return (
    <Menu
      items={items}
      title={tui.palette.title}
      height={height}
      search
      onSearch={search}
      empty={tui.palette.empty}
      onChoose={({ value }) => {
        onClose();
        value();
      }}
      onCancel={onClose}
    />
  );
}
