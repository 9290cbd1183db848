import { offeredCommands } from '../commands/offeredCommands.ts';
import { SYNONYMS } from '../commands/synonyms.ts';
import { keyName } from '../format.ts';
import type { ActiveKey } from '../keys/keyboard.ts';
import type { KeyId } from '../keys/keys.ts';
import { type Offer, offered, refusedHere } from '../keys/offered.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { useCopied } from '../useCopied.ts';
import { type Item, Menu } from '../widgets/Menu.tsx';
import { useFound } from './useFound.ts';

/** Where the palette leads. */
export type Place = { readonly label: string; readonly note?: string; readonly alias: string; go(): void };

type Props = {
  offers: readonly ActiveKey[];
  /** What is done in a tab, from anywhere. */
  acts: readonly (Place & { readonly id: KeyId | null })[];
  places: readonly Place[];
  views: readonly Place[];
  height: number;
  onClose(): void;
};

/** All actions available here, all saved views, and commands that have no screen, searchable by name. */
export function Palette({ offers, acts, places, views, height, onClose }: Props) {
  const texts = useTexts();
  const { common, tui } = texts;
  const { me, open } = useSession();
  const copied = useCopied();
  const { found, search } = useFound();
  const { enter } = tui.palette;
  const isNamed = ({ row }: Offer) => row.moves !== true && row.id !== 'tab' && row.id !== 'palette';
  const ofKey = ({ row, keys, label, reason, note, run }: Offer): Item<() => void> => ({
    value: run,
    label: `${label}${note === '' ? '' : common.marks.brackets(note)}`,
    note: keys[0] === undefined ? '' : keyName(keys[0], texts),
    alias: `${row.id} ${SYNONYMS[row.id] ?? ''}`,
    enter: enter.run,
    off: reason?.text ?? null,
  });
  const commands = offeredCommands(me, texts).map(
    ({ label, command, alias, reason }): Item<() => void> => ({
      value: () => copied(command),
      label,
      note: command,
      alias,
      enter: enter.copy,
      off: reason,
    }),
  );
  const items: Item<() => void>[] = [
    ...offered(offers, texts).filter(isNamed).map(ofKey),
    ...places.map(({ label, alias, go }) => ({ value: go, label: tui.palette.go(label), alias, enter: enter.go })),
    // After the tabs, whose names these have too.
    ...acts
      .filter(({ id }) => id === null || offers.every(({ row }) => row.id !== id))
      .map(({ label, alias, go }) => ({ value: go, label, alias, enter: enter.run })),
    ...commands.filter(({ off }) => off === null),
    ...views.map(({ label, note = '', alias, go }) => ({ value: go, label, note, alias, enter: enter.go })),
    // What is not for this account or this list comes last, with its reason.
    ...refusedHere(offers, texts).filter(isNamed).map(ofKey),
    ...commands.filter(({ off }) => off !== null),
    ...found.map(({ label, screen }) => ({
      value: () => open(screen),
      label: texts.acts.open(label),
      always: true,
      enter: tui.keys.open,
    })),
  ];
  return (
    <Menu
      items={items}
      title={tui.palette.title}
      height={height}
      search
      onSearch={search}
      hint={tui.palette.hint}
      empty={tui.palette.empty}
      onChoose={({ value }) => {
        onClose();
        value();
      }}
      onCancel={onClose}
    />
  );
}
