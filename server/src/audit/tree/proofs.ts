import { setImmediate } from 'node:timers/promises';
import { concatBytes, toBase64 } from '@shp/shared/trust/bytes';
import { emptyRoot, nodeHash } from '@shp/shared/trust/merkle';
import type { Db } from '../../store/schema/schema.ts';
import { type Content, leafOf, rowText, sm3 } from '../rows.ts';
import { STEP } from './growth.ts';

const TILE = 2 ** STEP;

/** Leaves kept: a few MB. */
const MAX_LEAVES = 50_000;
/** Rows read and hashed in one piece: one with many long texts has half a megabyte. */
const BATCH_SIZE = 8;

/**
 * Leaves by the ids of their rows, which never change. Anyone may ask for a proof: if each proof read and hashed some
 * hundred rows anew, a few strangers could keep the server busy.
 */
export class LeafCache {
  private readonly known = new Map<string, Uint8Array>();

  /** The leaves of rows by their place; fewer where rows are missing. */
  async from(db: Db, first: number, count: number): Promise<Uint8Array[]> {
    const rows = await rowsAt(db, await lastBefore(db, first), first, count)
      .select(['seq', 'id'])
      .execute();
    const leaves: Uint8Array[] = [];
    for (let at = 0; at < rows.length; at += BATCH_SIZE) {
      const some = rows.slice(at, at + BATCH_SIZE);
      const missing = some.filter(({ id }) => !this.known.has(id)).map(({ seq }) => seq);
      if (missing.length > 0) {
        await setImmediate();
        for (const row of await db.selectFrom('audit').selectAll().where('seq', 'in', missing).execute())
          this.keep(row.id, leafOf(rowText(row)));
      }
      leaves.push(...some.flatMap(({ id }) => this.known.get(id) ?? []));
    }
    return leaves;
  }

  private keep(id: string, leaf: Uint8Array): void {
    this.known.set(id, leaf);
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_LEAVES && oldest !== undefined) this.known.delete(oldest);
  }
}

/** Roots and proofs of the tree at any size, from the rows and the stored nodes. Each reads a few hundred of them. */
export class TreeReader {
  private readonly tiles = new Map<string, Promise<Uint8Array[]>>();

  /** `size`: the number of rows that there are; no proof needs a later one. */
  constructor(
    private readonly db: Db,
    private readonly size: number,
    private readonly leaves = new LeafCache(),
  ) {}

  /** The root of the first rows. */
  async root(size: number): Promise<Uint8Array> {
    return size === 0 ? emptyRoot(sm3) : this.range(0, size);
  }

  /** The inclusion proof of a leaf in the tree of the first rows (RFC 9162, 2.1.3.1), in Base64. */
  async inclusion(index: number, size: number): Promise<string> {
    const path = async (start: number, end: number): Promise<Uint8Array[]> => {
      if (end - start === 1) return [];
      const middle = start + split(end - start);
      return index < middle
        ? [...(await path(start, middle)), await this.range(middle, end)]
        : [...(await path(middle, end)), await this.range(start, middle)];
    };
    return toBase64(concatBytes(...(await path(0, size))));
  }

  /** The proof that the tree of `to` rows begins with that of `from` (RFC 9162, 2.1.4.1), in Base64. */
  async consistency(from: number, to: number): Promise<string> {
    const path = async (start: number, end: number, whole: boolean): Promise<Uint8Array[]> => {
      if (from === end) return whole ? [] : [await this.range(start, end)];
      const middle = start + split(end - start);
      return from <= middle
        ? [...(await path(start, middle, whole)), await this.range(middle, end)]
        : [...(await path(middle, end, false)), await this.range(start, middle)];
    };
    return toBase64(from === 0 || from === to ? new Uint8Array() : concatBytes(...(await path(0, to, true))));
  }

  /** The hash over a range that begins at a multiple of a power of two not below its length. */
  private async range(start: number, end: number): Promise<Uint8Array> {
    const length = end - start;
    if (Number.isInteger(Math.log2(length))) return this.node(Math.log2(length), start / length);
    const middle = start + split(length);
    return nodeHash(sm3, await this.range(start, middle), await this.range(middle, end));
  }

  /** A complete subtree of 2^level rows. */
  private async node(level: number, place: number): Promise<Uint8Array> {
    const base = level - (level % STEP);
    const width = 2 ** (level - base);
    const first = place * width;
    const tile = await this.tile(base, Math.floor(first / TILE));
    let hashes = tile.slice(first % TILE, (first % TILE) + width);
    if (hashes.length < width) throw new MissingRows();
    while (hashes.length > 1) hashes = pairs(hashes);
    return hashes[0] ?? emptyRoot(sm3);
  }

  /** Up to 256 neighbouring nodes of a stored level, or leaves. */
  private tile(base: number, place: number): Promise<Uint8Array[]> {
    const key = `${base} ${place}`;
    const first = place * TILE;
    const leaves = () => this.leaves.from(this.db, first, Math.min(TILE, this.size - first));
    const known = this.tiles.get(key) ?? (base === 0 ? leaves() : this.stored(base, place));
    this.tiles.set(key, known);
    return known;
  }

  private async stored(base: number, place: number): Promise<Uint8Array[]> {
    const nodes = await this.db
      .selectFrom('audit_nodes')
      .select('hash')
      .where('level', '=', base)
      .where('place', '>=', place * TILE)
      .where('place', '<', (place + 1) * TILE)
      .orderBy('place')
      .execute();
    return nodes.map(({ hash }) => Buffer.from(hash, 'hex'));
  }
}

/** Rows or nodes of the tree are missing, so nothing can be proved. */
export class MissingRows extends Error {
  override readonly name = 'MissingRows';
}

/** Rows by their place in the tree, from 0. `first` need not be the first of a tile. */
export async function rowsFrom(db: Db, first: number, count: number): Promise<(Content & { seq: number })[]> {
  return rowsAt(db, await lastBefore(db, first), first, count)
    .selectAll()
    .execute();
}

/** The number of the last row before the tile of a place. */
async function lastBefore(db: Db, place: number): Promise<number> {
  const tile = Math.floor(place / TILE);
  const before = tile === 0 ? { seq: 0 } : await lastBelow(db, tile - 1);
  if (!before) throw new MissingRows();
  return before.seq;
}

function rowsAt(db: Db, after: number, first: number, count: number) {
  return db
    .selectFrom('audit')
    .where('seq', '>', after)
    .orderBy('seq')
    .offset(first % TILE)
    .limit(Math.max(count, 0));
}

function lastBelow(db: Db, tile: number) {
  return db
    .selectFrom('audit_nodes')
    .select('seq')
    .where('level', '=', STEP)
    .where('place', '=', tile)
    .executeTakeFirst();
}

/** A row's place in the tree, from 0; null if there is no such row. */
export async function placeOf(db: Db, id: string): Promise<number | null> {
  const row = await db.selectFrom('audit').select('seq').where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const before = await db
    .selectFrom('audit_nodes')
    .select(['place', 'seq'])
    .where('level', '=', STEP)
    .where('seq', '<', row.seq)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { rows } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('seq', '>', before?.seq ?? 0)
    .where('seq', '<', row.seq)
    .executeTakeFirstOrThrow();
  return (before ? (before.place + 1) * TILE : 0) + rows;
}

/** The largest power of two below a number above 1. */
function split(length: number): number {
  const power = 2 ** Math.floor(Math.log2(length));
  return power === length ? power / 2 : power;
}

function pairs(hashes: readonly Uint8Array[]): Uint8Array[] {
  return Array.from({ length: hashes.length / 2 }, (_, index) =>
    nodeHash(sm3, hashes[2 * index] ?? emptyRoot(sm3), hashes[2 * index + 1] ?? emptyRoot(sm3)),
  );
}
