import { BUNDLE_FORMAT, type Bundle, CONCLUSION_KIND } from '@shp/shared/trust/bundle';
import { toHex } from '@shp/shared/trust/bytes';
import { headText, type SignedHead } from '@shp/shared/trust/history';
import { findBundle, findPrint, storeBundle } from '../../store/repositories/printedConclusions.ts';
import type { Db } from '../../store/schema/schema.ts';
import type { Act, AuditEnd, AuditEntry } from '../append.ts';
import { rowText } from '../rows.ts';
import { rootOf, type Tree } from '../tree/growth.ts';
import { LeafCache, rowsFrom, TreeReader } from '../tree/proofs.ts';
import { readHeadFile, writeHeadFile } from './headFile.ts';
import { faultOf, type HistoryFault, trustOwn } from './judge.ts';
import { readKey } from './keyFile.ts';
import { currentKey, listKeys } from './keys.ts';
import type { Signer } from './signer.ts';
import { storeHead } from './storedHeads.ts';

/** A transaction that may still append to the audit. */
export type Writing = {
  readonly db: Db;
  readonly now: string;
  readonly end: () => AuditEnd;
  append(act: Pick<Act, 'by' | 'address' | 'action'>, entry: AuditEntry): Promise<void>;
};

/** The actor is the system: bundles make this row public, so it names no person and no address. */
const BY_ITSELF = { by: null, address: '', action: 'conclusion/sign' } as const;

/**
 * Signs heads and conclusions for one server. It signs only a tree that continues the last head it signed, also across
 * restarts, so a rewritten database gets no signature.
 */
export class Notary {
  /** Why nothing is signed now. */
  fault: HistoryFault | null = null;
  readonly leaves = new LeafCache();
  private inFile: SignedHead | null;

  private constructor(
    private readonly data: string,
    private signer: Signer | null,
    private last: SignedHead | null,
  ) {
    this.inFile = last;
    if (signer === null) this.fault = 'keyMissing';
  }

  static async open(data: string, signer: Signer | null): Promise<Notary> {
    return new Notary(data, signer, await readHeadFile(data));
  }

  /** The last head signed here. */
  get lastSigned(): SignedHead | null {
    return this.last;
  }

  /** Checks whether it may sign. */
  async check(db: Db, tree: Tree): Promise<HistoryFault | null> {
    this.fault = await this.faultIn(db, tree);
    return this.fault;
  }

  /** Signs the present head, within the transaction that wrote its last rows; null where it must not. */
  async signHead(db: Db, { tree }: AuditEnd, now: string): Promise<SignedHead | null> {
    const signer = await this.mayAttest(db, tree);
    return signer === null ? null : this.attest(db, signer, tree, now);
  }

  /**
   * Signs the stored prints of these assessments and adds to the audit a row that names each one's digest, within the
   * caller's transaction. Where nothing may be signed, they stay unsigned until they are asked for again.
   */
  async signConclusions(writing: Writing, assessments: readonly string[]): Promise<SignedHead | null> {
    const { db, now } = writing;
    const signer = await this.mayAttest(db, writing.end().tree);
    if (signer === null) return null;
    const signed = [];
    for (const id of assessments) {
      const print = await findPrint(db, { id });
      if (!print || (await findBundle(db, id)) !== null) continue;
      const { number } = JSON.parse(print.json) as { number: string };
      await writing.append(BY_ITSELF, {
        object: { kind: CONCLUSION_KIND, id, name: number },
        changes: { sm3: [null, print.digest] },
      });
      const { size } = writing.end().tree;
      signed.push({ id, seq: size, text: print.json, signature: await signer.sign(print.json) });
    }
    if (signed.length === 0) return null;
    const { tree } = writing.end();
    const head = await this.attest(db, signer, tree, now);
    const reader = new TreeReader(db, tree.size, this.leaves);
    for (const { id, seq, text, signature } of signed) {
      const [row] = await rowsFrom(db, seq - 1, 1);
      if (row === undefined) throw new Error('the row just written is not there');
      const bundle: Bundle = {
        format: BUNDLE_FORMAT,
        text,
        signature,
        publicKey: signer.publicKey,
        row: rowText(row),
        seq,
        path: await reader.inclusion(seq - 1, tree.size),
        head: head.head,
        headSignature: head.signature,
      };
      await storeBundle(db, id, JSON.stringify(bundle));
    }
    return head;
  }

  /** Remembers a signed head once its transaction is on disk. */
  remember(head: SignedHead): void {
    if (head.head.size >= (this.last?.head.size ?? 0)) this.last = head;
  }

  /** Writes the last head beside the key. */
  async keep(): Promise<void> {
    const { last } = this;
    if (last === null || last === this.inFile || this.fault !== null) return;
    await writeHeadFile(this.data, last);
    this.inFile = last;
  }

  /** The key, if it is the listed one and the tree continues the last head signed here. */
  private async mayAttest(db: Db, tree: Tree): Promise<Signer | null> {
    return (await this.check(db, tree)) === null ? this.signer : null;
  }

  private async faultIn(db: Db, tree: Tree): Promise<HistoryFault | null> {
    const current = await currentKey(db);
    // `shp keys rotate` may have run beside this server.
    if (this.signer === null || this.signer.id !== current) {
      const found = await readKey(this.data, current);
      if (found === null) return 'keyMissing';
      if (found.id !== current) return 'keyChanged';
      this.signer = found;
    }
    return this.last === null ? null : faultOf(db, tree, this.last, await listKeys(db), this.leaves);
  }

  private async attest(db: Db, signer: Signer, tree: Tree, at: string): Promise<SignedHead> {
    const head = { size: tree.size, root: toHex(rootOf(tree)), at };
    const signed = { head, key: signer.id, signature: await signer.sign(headText(head)) };
    trustOwn(signed, signer.publicKey);
    await storeHead(db, signed);
    return signed;
  }
}
