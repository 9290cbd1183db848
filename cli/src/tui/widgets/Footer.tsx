import { Box, Text } from 'ink';
import { displayWidth } from '../../lib/width.ts';
import { keyName, keysText } from '../format.ts';
import type { ActiveKey } from '../keys/keyboard.ts';
import type { KeyId } from '../keys/keys.ts';
import { type Offer, offered } from '../keys/offered.ts';
import { useActiveKeys } from '../keys/useKeys.ts';
import { useUi } from '../ui.ts';

const GAP = 2;

/** Keys of every list that stay before those of the list itself. */
const FIRST: readonly KeyId[] = ['open', 'filter', 'unselect'];

/** A question names every key that answers it: none may be pressed by chance. */
const keysOf = ({ place, keys }: ActiveKey['row']) => (place === 'confirm' ? keys : keys.slice(0, 1));

/**
 * The bottom line: the important keys here, those of the screen itself before those of every list. A key that does
 * nothing now is left out, and says why when it is pressed; a key with another name here is important. Where not all have
 * room, names are short, and the last of the screen's keys are left out; those of every screen never are.
 */
export function Footer() {
  const { texts, columns } = useUi();
  const { shortKeys } = texts.tui;
  const offers = offered(useActiveKeys(), texts).filter(
    ({ row, name, reason }) => (row.footer || name !== undefined) && reason === null,
  );
  const isFirst = ({ row }: ActiveKey) => FIRST.includes(row.id);
  const isOfAll = ({ row }: ActiveKey) => row.place === 'list' && !FIRST.includes(row.id);
  const here = offers.filter(({ row }) => row.place !== 'app');
  const own = [
    ...here.filter(isFirst),
    ...here.filter((offer) => !isFirst(offer) && !isOfAll(offer)),
    ...here.filter(isOfAll),
  ];
  const shown = (short: boolean) => (offer: Offer) => {
    const { row, label } = offer;
    return {
      offer,
      key:
        row.keys.length >= 9
          ? keysText(row.keys, texts)
          : keysOf(row)
              .map((key) => keyName(key, texts))
              .join('/'),
      text: (short ? shortKeys[row.id] : undefined) ?? label,
    };
  };
  const widthOf = ({ key, text }: { key: string; text: string }) => displayWidth(`${key} ${text}`) + GAP;
  const widthOfAll = (all: readonly { key: string; text: string }[]) => all.reduce((sum, one) => sum + widthOf(one), 0);
  const everywhere = offers.filter(({ row }) => row.place === 'app').map(shown(false));
  let room = columns + GAP - widthOfAll(everywhere);
  const whole = own.map(shown(false));
  const named = widthOfAll(whole) <= room ? whole : own.map(shown(true));
  const fitting = named.filter((one) => {
    const fits = widthOf(one) <= room;
    if (fits) room -= widthOf(one);
    return fits;
  });
  return (
    <Box height={1} columnGap={GAP} flexShrink={0} overflow="hidden">
      {[...fitting, ...everywhere].map(({ offer, key, text }) => (
        <Box key={offer.row.id} flexShrink={0}>
          <Text bold>{key}</Text>
          <Text> {text}</Text>
        </Box>
      ))}
    </Box>
  );
}
