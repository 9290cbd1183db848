import { Box } from 'ink';
import { displayWidth } from '../../lib/width.ts';
import { keyName, keysText } from '../format.ts';
import type { ActiveKey } from '../keys/keyboard.ts';
import type { KeyId } from '../keys/keys.ts';
import { type Offer, offered } from '../keys/offered.ts';
import { useActiveKeys } from '../keys/useKeys.ts';
import { useUi } from '../ui.ts';
import { Muted } from './Muted.tsx';

const GAP = 2;

/** Keys of every list that stay before those of the list itself. */
const FIRST: readonly KeyId[] = ['open', 'filter', 'unselect'];

/**
 * The bottom line: the important keys here, those of the screen itself before those of every list. Keys that do nothing
 * now are dim; a key with another name here is important; keys that never do anything here are left out. Where not all
 * have room, names are short, and of a screen's keys first those that do nothing now and then the last ones are left
 * out; those of every screen never are.
 */
export function Footer() {
  const { texts, columns } = useUi();
  const { shortKeys } = texts.tui;
  const offers = offered(useActiveKeys(), texts).filter(
    ({ row, name, reason }) => (row.footer || name !== undefined) && reason?.kind !== 'over',
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
      key: row.keys.length >= 9 ? keysText(row.keys, texts) : keyName(row.keys[0] ?? '', texts),
      text: (short ? shortKeys[row.id] : undefined) ?? label,
    };
  };
  const widthOf = ({ key, text }: { key: string; text: string }) => displayWidth(`${key} ${text}`) + GAP;
  const widthOfAll = (all: readonly { key: string; text: string }[]) => all.reduce((sum, one) => sum + widthOf(one), 0);
  const everywhere = offers.filter(({ row }) => row.place === 'app').map(shown(false));
  let room = columns + GAP - widthOfAll(everywhere);
  const whole = own.map(shown(false));
  const named = widthOfAll(whole) <= room ? whole : own.map(shown(true));
  const acts = ({ offer }: (typeof named)[number]) => offer.reason === null;
  const kept = new Set(
    [...named.filter(acts), ...named.filter((one) => !acts(one))].filter((one) => {
      const fits = widthOf(one) <= room;
      if (fits) room -= widthOf(one);
      return fits;
    }),
  );
  const fitting = named.filter((one) => kept.has(one));
  return (
    <Box height={1} columnGap={GAP} flexShrink={0} overflow="hidden">
      {[...fitting, ...everywhere].map(({ offer, key, text }) => (
        <Box key={offer.row.id} flexShrink={0}>
          <Muted bold={offer.reason === null} on={offer.reason !== null}>
            {key}
          </Muted>
          <Muted on={offer.reason !== null}> {text}</Muted>
        </Box>
      ))}
    </Box>
  );
}
