import type { Role } from '@shp/shared/domain/accounts/roles';
import type { Generated } from 'kysely';

/** One row: the number of audit rows, and the number and digest of the last one. */
export type AuditEndTable = {
  id: number;
  count: number;
  seq: number;
  digest: string;
  /** Rows in the tree: `count`, unless an older version wrote some of them. */
  treed: number;
  /** The hashes of the tree's complete subtrees, largest first, as hex digits. */
  peaks: string;
};

/** Hashes of complete subtrees of 256^n rows. `seq`: of the last row below. */
export type AuditNodesTable = { level: number; place: number; hash: string; seq: number };

/** The newest signed head. */
export type AuditHeadsTable = { id: number; size: number; root: string; at: string; key_id: string; signature: string };

export type AuditKeysTable = {
  id: string;
  public_key: string;
  since: string;
  until: string | null;
  endorsed_by: string | null;
  endorsement: string | null;
};

export type AuditTable = {
  seq: Generated<number>;
  id: string;
  at: string;
  by_id: string | null;
  by_name: string | null;
  by_role: Role | null;
  action: string;
  object_kind: string;
  object_id: string;
  object_name: string;
  address: string;
  /** JSON: field → [before, after]. */
  changes: string;
  /** SM3 over the previous row's digest and this row. */
  digest: string;
};

export type AuditSchema = {
  audit: AuditTable;
  audit_end: AuditEndTable;
  audit_nodes: AuditNodesTable;
  audit_heads: AuditHeadsTable;
  audit_keys: AuditKeysTable;
};
