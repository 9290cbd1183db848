import { hash } from 'node:crypto';
import type { Hash } from '@shp/shared/trust/merkle';
import type { AuditTable } from '../store/schema/audit.ts';

export type Row = Omit<AuditTable, 'seq'>;
export type Content = Omit<Row, 'digest'>;

/** SM3 by OpenSSL. */
export const sm3: Hash = (bytes) => hash('sm3', bytes, 'buffer');

/** The canonical form of a row, which the tree contains (docs/spec/wire.md#signed-history): its fields in a fixed order. */
export const rowText = (row: Content): string =>
  JSON.stringify([
    row.id,
    row.at,
    row.by_id,
    row.by_name,
    row.by_role,
    row.action,
    row.object_kind,
    row.object_id,
    row.object_name,
    row.address,
    row.changes,
  ]);

/** SM3 over the JSON array of the previous digest and the fields of a row, given by its canonical form. */
export const digestOf = (previous: string, text: string): string =>
  hash('sm3', `[${JSON.stringify(previous)},${text.slice(1)}`);

/** The tree's leaf of a row, given by its canonical form: `leafHash`, without a copy of the text's bytes. */
export const leafOf = (text: string): Uint8Array => hash('sm3', `\0${text}`, 'buffer');
