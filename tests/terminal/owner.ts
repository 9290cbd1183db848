import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@shp/server/audit/rows';
import { readKey, useNextKey, writeNextKey } from '@shp/server/audit/signing/keyFile';
import { EMPTY, grown, rootOf, storedTree } from '@shp/server/audit/tree/growth';
import type { AuditNodesTable, AuditTable } from '@shp/server/store/schema/audit';
import { toHex } from '@shp/shared/trust/bytes';
import { headText } from '@shp/shared/trust/history';
import Sqlite from 'better-sqlite3';

/*
 * Acts as whoever owns the database, the disk and the key of a stopped server, with the program's own functions: rows,
 * chain, tree and heads agree with each other afterwards.
 */

export type AuditLine = Omit<AuditTable, 'seq'> & { seq: number };

function onDatabase<T>(data: string, work: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(join(data, 'shp.sqlite'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Rewrites the audit: all rows, the chain, the whole tree. */
export function rewrite(data: string, change: (rows: AuditLine[]) => AuditLine[]): void {
  onDatabase(data, (database) => {
    const rows = change(database.prepare<[], AuditLine>('SELECT * FROM audit ORDER BY seq').all());
    for (const name of ['audit_no_update', 'audit_no_delete']) database.exec(`DROP TRIGGER IF EXISTS ${name}`);
    database.exec('DELETE FROM audit; DELETE FROM audit_nodes');
    const columns = Object.keys(rows[0] ?? {});
    const insert = database.prepare(`INSERT INTO audit (${columns}) VALUES (${columns.map((one) => `@${one}`)})`);
    const nodes: AuditNodesTable[] = [];
    let [tree, digest] = [EMPTY, ''];
    for (const [place, row] of rows.entries()) {
      digest = digestOf(digest, row);
      insert.run({ ...row, seq: place + 1, digest });
      tree = grown(tree, row, place + 1, nodes);
    }
    for (const { level, place, hash, seq } of nodes)
      database.prepare('INSERT INTO audit_nodes VALUES (?, ?, ?, ?)').run(level, place, hash, seq);
    const { treed, peaks } = storedTree(tree);
    database
      .prepare('UPDATE audit_end SET count = ?, seq = ?, digest = ?, treed = ?, peaks = ?')
      .run(rows.length, rows.length, digest, treed, peaks);
  });
}

/** Signs the present tree with the key on the disk, in the database and beside the key. */
export async function signAgain(data: string, at = new Date().toISOString()): Promise<void> {
  const signer = await readKey(data, null);
  if (signer === null) throw new Error('no key');
  const rows = onDatabase(data, (database) =>
    database.prepare<[], AuditLine>('SELECT * FROM audit ORDER BY seq').all(),
  );
  const tree = rows.reduce((one, row) => grown(one, row, row.seq, []), EMPTY);
  const head = { size: tree.size, root: toHex(rootOf(tree)), at };
  const signature = await signer.sign(headText(head));
  onDatabase(data, (database) =>
    database
      .prepare('UPDATE audit_heads SET size = ?, root = ?, at = ?, key_id = ?, signature = ?')
      .run(head.size, head.root, at, signer.id, signature),
  );
  writeFileSync(join(data, 'audit-head.json'), `${JSON.stringify({ head, key: signer.id, signature })}\n`);
}

/** Puts a key of one's own in the place of the key, with `listed` also in the list of keys. */
export async function exchangeKey(data: string, listed: boolean): Promise<void> {
  const signer = await writeNextKey(data);
  await useNextKey(data);
  if (!listed) return;
  onDatabase(data, (database) =>
    database.prepare('UPDATE audit_keys SET id = ?, public_key = ?').run(signer.id, signer.publicKey),
  );
}

/** Puts an older copy of the database in its place. */
export function putBack(data: string, older: string): void {
  for (const end of ['', '-wal', '-shm']) {
    rmSync(join(data, `shp.sqlite${end}`), { force: true });
    if (existsSync(join(older, `shp.sqlite${end}`)))
      copyFileSync(join(older, `shp.sqlite${end}`), join(data, `shp.sqlite${end}`));
  }
}
