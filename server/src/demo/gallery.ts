import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXAMPLE } from './names.ts';

type Tile = { name: string; sky: string; hills: string; water: string; gates: number };

const TILES: readonly Tile[] = [
  { name: '清溪水电站', sky: '#cfe8f7', hills: '#5f9e6e', water: '#3f8fc4', gates: 3 },
  { name: '碧湾水电站', sky: '#d8f0ee', hills: '#3f8f7a', water: '#2f9aa0', gates: 4 },
  { name: '松坪水电站', sky: '#fbe6cf', hills: '#a27b4f', water: '#5b9bb8', gates: 2 },
  { name: '银坝水电站', sky: '#e3e7ef', hills: '#7d8a99', water: '#4f7ea8', gates: 5 },
  { name: '翠峡水电站', sky: '#e4f4d5', hills: '#4c8a3c', water: '#4aa38f', gates: 3 },
  { name: '云岭水电站', sky: '#efe2f3', hills: '#8468a0', water: '#5d86c2', gates: 4 },
];

/** Writes the station tour of the home page, unless the directory has one. */
export async function writeTour(data: string): Promise<void> {
  const items = TILES.map((tile, index) => ({
    name: `${tile.name}${EXAMPLE}`,
    url: `https://example.org/tour/${index + 1}`,
    preview: `data:image/svg+xml,${encodeURIComponent(picture(tile))}`,
  }));
  try {
    await writeFile(join(data, 'pano.json'), `${JSON.stringify(items, null, 1)}\n`, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** A dam in front of hills, its gates open. */
function picture({ sky, hills, water, gates }: Tile): string {
  const step = 120 / gates;
  const openings = Array.from({ length: gates }, (_, index) => {
    const x = Math.round(40 + step * (index + 0.5) - 6);
    return `<path d="M${x} 112h12v24h-12z" fill="${water}"/><path d="M${x - 2} 136h16l6 26h-28z" fill="#fff" opacity=".7"/>`;
  });
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 200 200">',
    `<path d="M0 0h200v200H0z" fill="${sky}"/>`,
    '<circle cx="156" cy="38" r="16" fill="#fff6d6"/>',
    `<path d="M0 110 45 50l40 45 38-58 77 76v90H0z" fill="${hills}"/>`,
    `<path d="M0 104h200v20H0z" fill="${water}" opacity=".8"/>`,
    '<path d="M30 96h140l10 68H20z" fill="#c9ccd1"/><path d="M26 92h148v8H26z" fill="#9aa0a8"/>',
    ...openings,
    `<path d="M0 162h200v38H0z" fill="${water}"/>`,
    '<path d="M20 176h50M90 184h60M140 172h40" stroke="#fff" stroke-width="2" opacity=".6"/>',
    '</svg>',
  ].join('');
}
