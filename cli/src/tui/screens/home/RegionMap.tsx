import type { Output } from '@shp/shared/api/index';
import type { User } from '@shp/shared/api/objects';
import { edgesOf, PLACES, stepOf } from '@shp/shared/domain/statistics/tiles';
import { displayWidth, pad } from '../../../lib/width.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { Lines } from '../../widgets/Line.tsx';
import { FRAME_ROWS, PANE_COLUMNS, Pane } from '../../widgets/Pane.tsx';
import { ownRegion } from './ownRegion.ts';

const EVERY_MS = 60_000;
const MAP = { columns: 5, rows: 4 };
/** Rows of a tile: its name, its figure, and a blank one. */
const TILE_ROWS = 3;
/** Rows of the map. */
export const MAP_ROWS = MAP.rows * TILE_ROWS;
/** Rows of the map of a county, which is one tile. */
const COUNTY_ROWS = TILE_ROWS - 1;

/** Rows of the map of an aggregate account, whose cities stand in rows: all of them would have room. */
const CITY_ROWS = 3 * COUNTY_ROWS;

/** Rows of the map that this account sees. */
export function mapRows({ role }: Pick<User, 'role'>): number {
  if (role === 'county_manager') return COUNTY_ROWS;
  return role === 'supervisor' ? CITY_ROWS : MAP_ROWS;
}

const BAR_MOST = 8;
/** Of a tile: the blank before its figure, the figure, and the blank before the next tile. */
const BESIDE_BAR = 5;

type Region = Output<'GET statistics/ratings'>[number];
type Tile = { name: string; share: number; figure: string };

/** The cities where they lie, or the divisions of a smaller region in rows, by the share of rated stations. */
export function RegionMap({ width, height }: { width: number; height: number }) {
  const { texts, look } = useUi();
  const { me } = useSession();
  const { data } = useCall('GET statistics/ratings', {}, EVERY_MS);
  // Most cities have no station of an aggregate account.
  const regions = (data ?? []).filter(({ stations }) => me.role !== 'supervisor' || stations > 0);
  const hasAll = me.role !== 'supervisor' && regions.length > 0 && regions.every(({ division }) => division in PLACES);
  const { across, down, tileRows } = hasAll
    ? { across: MAP.columns, down: MAP.rows, tileRows: TILE_ROWS }
    : gridOf(regions, width - PANE_COLUMNS, height - FRAME_ROWS);
  const columns = Math.floor((width - PANE_COLUMNS) / across);
  const barWidth = Math.max(1, Math.min(BAR_MOST, columns - BESIDE_BAR));
  const edges = edgesOf(regions.filter(({ stations }) => stations > 0).map(shareOf));
  const grid = Array.from({ length: down }, () => Array.from({ length: across }, (): Tile | null => null));
  for (const [at, region] of regions.entries()) {
    const [column, row] = hasAll
      ? (PLACES[region.division] ?? [1, 1])
      : [(at % across) + 1, Math.floor(at / across) + 1];
    const line = grid[row - 1];
    if (line) line[column - 1] = tileOf(region);
  }
  const lines = grid.flatMap((row) => [
    row.map((tile) => pad(tile?.name ?? '', columns, false)).join(''),
    row
      .map((tile) => {
        if (tile === null) return ' '.repeat(columns);
        const full = Math.round(tile.share * barWidth);
        const step = stepOf(tile.share, edges);
        const bar = `${'▇'.repeat(full)}${'·'.repeat(barWidth - full)}`;
        const blanks = ' '.repeat(Math.max(0, columns - barWidth - 1 - displayWidth(tile.figure)));
        return `${look.step(step, bar)} ${tile.figure}${blanks}`;
      })
      .join(''),
    ...Array<string>(tileRows - 2).fill(''),
  ]);
  return (
    <Pane head={texts.views.home.map} position={ownRegion(me, texts, data)} width={width} height={height}>
      <Lines lines={lines.slice(0, height - FRAME_ROWS)} />
    </Pane>
  );
}

/** Tiles in rows: as many side by side as have room for their names, without blank rows if all fit only so. */
function gridOf(regions: readonly Region[], room: number, rows: number) {
  const longest = Math.max(1, ...regions.map(({ name }) => displayWidth(name)));
  const whole = Math.max(1, Math.min(MAP.columns, Math.floor(room / (longest + 1))));
  const lines = Math.ceil(regions.length / whole);
  if (lines * (TILE_ROWS - 1) > rows) {
    return { across: MAP.columns, down: Math.ceil(regions.length / MAP.columns), tileRows: TILE_ROWS };
  }
  return { across: whole, down: lines, tileRows: lines * TILE_ROWS > rows ? TILE_ROWS - 1 : TILE_ROWS };
}

/** The share of stations with a valid rating. */
function shareOf({ stations, rated }: Region): number {
  return stations === 0 ? 0 : rated.reduce((sum, one) => sum + one.stations, 0) / stations;
}

function tileOf(region: Region): Tile {
  const share = shareOf(region);
  return { name: region.name, share, figure: region.stations === 0 ? '—' : String(Math.round(share * 100)) };
}
