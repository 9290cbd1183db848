import { pad } from '../../lib/width.ts';
import { keysText } from '../format.ts';
import type { Offer } from '../keys/keyboard.ts';
import { PLACES } from '../keys/keys.ts';
import { useTexts } from '../ui.ts';
import { TextScreen } from './TextScreen.tsx';

const KEY_COLUMNS = 24;

/** All keys that work here, from the table of keys. */
export function Help({ offers, height, onClose }: { offers: readonly Offer[]; height: number; onClose(): void }) {
  const texts = useTexts();
  const { tui } = texts;
  const lines = PLACES.flatMap((place) => {
    const here = offers.filter(({ row }) => row.place === place && row.keys.length > 0);
    if (here.length === 0) return [];
    return [
      tui.places[place],
      ...here.map(({ row, reason }) => {
        return `  ${pad(keysText(row.keys, texts), KEY_COLUMNS, false)}${tui.keys[row.id]}${reason === null ? '' : `  (${reason})`}`;
      }),
      '',
    ];
  });
  return <TextScreen title={tui.help.title} lines={lines} height={height} handlers={{ close: onClose }} modal />;
}
