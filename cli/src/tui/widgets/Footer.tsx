import { Box, Text } from 'ink';
import { displayWidth } from '../../lib/width.ts';
import { keyName, keysText } from '../format.ts';
import type { ActiveKey } from '../keys/keyboard.ts';
import type { KeyId } from '../keys/keys.ts';
import { useActiveKeys } from '../keys/useKeys.ts';
import { useUi } from '../ui.ts';

const GAP = 2;

/** Keys of every list that stay before those of the list itself. */
const FIRST: readonly KeyId[] = ['open', 'filter', 'unselect'];

/**
 * The bottom line: the important keys here, those of the screen itself before those of every list. Keys that do nothing
 * now are dim; a key with another name here is important; keys that never work for this user, list or finished job are left out.
 */
export function Footer() {
  const { texts, columns } = useUi();
  const { noRight, notManager, noFilter, noSort, notRunning, noUndo, noReport } = texts.tui.why;
  const never: readonly (string | null)[] = [
    noRight,
    notManager,
    noFilter,
    noSort,
    notRunning,
    noUndo,
    noReport,
    texts.acts.resumable.notCut,
  ];
  const offers = useActiveKeys().filter(
    ({ row, name, reason }) => (row.footer || name !== undefined) && !never.includes(reason),
  );
  const shown = (offer: ActiveKey) => {
    const { row } = offer;
    return {
      offer,
      key: row.keys.length >= 9 ? keysText(row.keys, texts) : keyName(row.keys[0] ?? '', texts),
      text: offer.name ?? texts.tui.keys[row.id],
    };
  };
  const everywhere = offers.filter(({ row }) => row.place === 'app').map(shown);
  const isFirst = ({ row }: ActiveKey) => FIRST.includes(row.id);
  const isOfAll = ({ row }: ActiveKey) => row.place === 'list' && !FIRST.includes(row.id);
  const here = offers.filter(({ row }) => row.place !== 'app');
  const own = [
    ...here.filter(isFirst),
    ...here.filter((offer) => !isFirst(offer) && !isOfAll(offer)),
    ...here.filter(isOfAll),
  ].map(shown);
  const widthOf = ({ key, text }: { key: string; text: string }) => displayWidth(`${key} ${text}`) + GAP;
  let room = columns + GAP - everywhere.reduce((sum, one) => sum + widthOf(one), 0);
  const fitting = own.filter((one) => {
    room -= widthOf(one);
    return room >= 0;
  });
  return (
    <Box height={1} columnGap={GAP} flexShrink={0} overflow="hidden">
      {[...fitting, ...everywhere].map(({ offer, key, text }) => (
        <Box key={offer.row.id} flexShrink={0}>
          <Text bold={offer.reason === null} dimColor={offer.reason !== null}>
            {key}
          </Text>
          <Text dimColor={offer.reason !== null}> {text}</Text>
        </Box>
      ))}
    </Box>
  );
}
