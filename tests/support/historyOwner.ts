import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, leafOf, rowText } from '@shp/server/audit/rows';
import { readKey, useNextKey, writeNextKey } from '@shp/server/audit/signing/keyFile';
import { EMPTY, rootOf, storedTree, withLeaf } from '@shp/server/audit/tree/growth';
import type { AuditNodesTable, AuditTable } from '@shp/server/store/schema/audit';
import { toHex } from '@shp/shared/trust/bytes';
import { headText } from '@shp/shared/trust/history';
import type { RawDatabase } from './rawDatabase.ts';

export type AuditLine = Omit<AuditTable, 'seq'> & { seq: number };
type Values = Record<string, string | number | null>;

const TABLES = ['audit', 'audit_nodes', 'audit_end', 'audit_heads', 'audit_keys'] as const;
/** Rows of one statement: few enough values for both databases. */
const AT_ONCE = 1000;
const FILES = ['audit-key.pem', 'audit-head.json'];

/**
 * Acts as the owner of database, disk and key of a stopped server, on either database, with the program's own
 * functions: rows, chain, tree and heads agree with each other afterwards.
 */
export class HistoryOwner {
  constructor(
    private readonly database: RawDatabase,
    private readonly data: string,
  ) {}

  /** The audit with all that belongs to it, to be put back; without the files beside the key, the database alone. */
  async copy(name: string): Promise<{ back(what?: { files: boolean }): Promise<void> }> {
    const rows = await Promise.all(TABLES.map((table) => this.database.sql<Values>(`SELECT * FROM ${table}`)));
    for (const file of FILES) copyFileSync(join(this.data, file), join(this.data, `${file}.${name}`));
    return {
      back: async ({ files } = { files: true }) => {
        for (const [index, table] of TABLES.entries()) await this.replace(table, rows[index] ?? []);
        for (const file of files ? FILES : []) copyFileSync(join(this.data, `${file}.${name}`), join(this.data, file));
      },
    };
  }

  rows(): Promise<AuditLine[]> {
    return this.database.sql<AuditLine>('SELECT * FROM audit ORDER BY seq');
  }

  /** Makes the audit one of this many rows by a version that had no tree, no key and no heads. */
  async forgetTree(count: number): Promise<void> {
    const first = await this.rows();
    const last = first.at(-1);
    if (last === undefined) throw new Error('no row');
    let digest = last.digest;
    const rows = Array.from({ length: count - first.length }, (_, index) => {
      const { seq: _seq, ...row } = { ...last, id: `row-${index}` };
      digest = digestOf(digest, rowText(row));
      return { ...row, digest };
    });
    await this.insert('audit', rows);
    for (const table of ['audit_nodes', 'audit_heads', 'audit_keys'])
      await this.database.tamper(table, `DELETE FROM ${table}`);
    const end = "SET count = ?, seq = (SELECT max(seq) FROM audit), digest = ?, treed = 0, peaks = ''";
    await this.database.tamper('audit_end', `UPDATE audit_end ${end}`, count, digest);
    for (const file of FILES) rmSync(join(this.data, file), { force: true });
  }

  /** The tree as the database has it: its peaks, and its nodes. */
  async storedTree(): Promise<object> {
    const [end] = await this.database.sql<{ treed: number; peaks: string }>('SELECT treed, peaks FROM audit_end');
    const nodes = await this.database.sql<AuditNodesTable>('SELECT * FROM audit_nodes ORDER BY seq, level');
    return { treed: Number(end?.treed), peaks: end?.peaks, nodes: nodes.map(sameTypes) };
  }

  /** The tree of the rows, added one by one. */
  async plainTree(): Promise<object> {
    const nodes: AuditNodesTable[] = [];
    const tree = (await this.rows()).reduce((one, row) => withLeaf(one, leafOf(rowText(row)), row.seq, nodes), EMPTY);
    return { ...storedTree(tree), nodes: nodes.map(sameTypes) };
  }

  /** Rewrites all rows, the chain and the whole tree. */
  async rewrite(change: (rows: AuditLine[]) => AuditLine[]): Promise<void> {
    const nodes: AuditNodesTable[] = [];
    const written: AuditLine[] = [];
    let [tree, digest] = [EMPTY, ''];
    for (const [index, row] of change(await this.rows()).entries()) {
      digest = digestOf(digest, rowText(row));
      written.push({ ...row, seq: index + 1, digest });
      tree = withLeaf(tree, leafOf(rowText(row)), index + 1, nodes);
    }
    await this.replace('audit', written);
    await this.replace('audit_nodes', nodes);
    const { treed, peaks } = storedTree(tree);
    const end = [written.length, written.length, digest, treed, peaks];
    await this.database.tamper(
      'audit_end',
      'UPDATE audit_end SET count = ?, seq = ?, digest = ?, treed = ?, peaks = ?',
      ...end,
    );
  }

  /** Signs the present tree with the key on the disk, in the database and beside the key. */
  async signAgain(at = new Date().toISOString()): Promise<void> {
    const signer = await readKey(this.data, null);
    if (signer === null) throw new Error('no key');
    const tree = (await this.rows()).reduce((one, row) => withLeaf(one, leafOf(rowText(row)), row.seq, []), EMPTY);
    const head = { size: tree.size, root: toHex(rootOf(tree)), at };
    const signature = await signer.sign(headText(head));
    await this.database.tamper(
      'audit_heads',
      'UPDATE audit_heads SET size = ?, root = ?, at = ?, key_id = ?, signature = ?',
      ...[head.size, head.root, at, signer.id, signature],
    );
    writeFileSync(join(this.data, 'audit-head.json'), `${JSON.stringify({ head, key: signer.id, signature })}\n`);
  }

  /** Puts a key of one's own in the place of the key, with `listed` also in the list of keys. */
  async exchangeKey(listed: boolean): Promise<void> {
    const { id, publicKey } = await writeNextKey(this.data);
    await useNextKey(this.data);
    if (!listed) return;
    await this.database.tamper('audit_keys', 'UPDATE audit_keys SET id = ?, public_key = ?', id, publicKey);
  }

  private async replace(table: string, rows: readonly object[]): Promise<void> {
    await this.database.tamper(table, `DELETE FROM ${table}`);
    await this.insert(table, rows);
  }

  private async insert(table: string, rows: readonly object[]): Promise<void> {
    const names = Object.keys(rows[0] ?? {});
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const some = rows.slice(at, at + AT_ONCE);
      const places = some.map(() => `(${names.map(() => '?')})`);
      const values = some.flatMap((row) => Object.values(row) as (string | number | null)[]);
      await this.database.tamper(table, `INSERT INTO ${table} (${names}) VALUES ${places}`, ...values);
    }
  }
}

/** PostgreSQL gives its large numbers as texts. */
const sameTypes = ({ level, place, hash, seq }: AuditNodesTable) => ({
  level: Number(level),
  place: Number(place),
  hash,
  seq: Number(seq),
});
