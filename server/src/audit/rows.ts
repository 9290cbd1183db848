import { createHash } from 'node:crypto';
import { type Hash, leafHash } from '@shp/shared/trust/merkle';
import type { AuditTable } from '../store/schema/audit.ts';

export type Row = Omit<AuditTable, 'seq'>;
export type Content = Omit<Row, 'digest'>;

/** SM3 by OpenSSL. */
export const sm3: Hash = (bytes) => createHash('sm3').update(bytes).digest();

/** A row's fields in their fixed order. */
function fieldsOf(row: Content): (string | null)[] {
  return [
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
  ];
}

/** SM3 over the previous digest and the row's fields in a fixed order. */
export function digestOf(previous: string, row: Content): string {
  return createHash('sm3')
    .update(JSON.stringify([previous, ...fieldsOf(row)]))
    .digest('hex');
}

/** The canonical form of a row, which the tree contains (docs/spec/wire.md#signed-history). */
export const rowText = (row: Content): string => JSON.stringify(fieldsOf(row));

/** The tree's leaf of a row. */
export const leafOf = (row: Content): Uint8Array => leafHash(sm3, Buffer.from(rowText(row)));
