import type { history } from '@shp/shared/api/history/calls';
import { toHex } from '@shp/shared/trust/bytes';
import { lastAudited } from '../audit/append.ts';
import { leafOf, rowText } from '../audit/rows.ts';
import { listKeys } from '../audit/signing/keys.ts';
import { lastHead } from '../audit/signing/storedHeads.ts';
import { MissingRows, placeOf, rowsFrom, TreeReader } from '../audit/tree/proofs.ts';
import type { Handlers } from '../http/router.ts';
import { HttpError, invalid } from '../httpError.ts';

/** Rows that are gone prove nothing. */
function provable<T>(proof: Promise<T>): Promise<T> {
  return proof.catch((error: unknown) => {
    throw error instanceof MissingRows ? new HttpError('not_found') : error;
  });
}

export const historyRoutes: Handlers<keyof typeof history> = {
  async 'GET audit/head'({ since }, { read, services }) {
    const signed = await lastHead(read);
    if (signed === null) throw new HttpError('not_found');
    if (since === undefined) return signed;
    const { size } = signed.head;
    if (since > size) return { ...signed, consistency: null };
    const reader = new TreeReader(read, size, services.notary.leaves);
    return { ...signed, consistency: await provable(reader.consistency(since, size)) };
  },

  async 'GET audit/keys'(_input, { read }) {
    return listKeys(read);
  },

  async 'GET audit/proof'({ seq, id, size: asked }, { read, services }) {
    if ((seq === undefined) === (id === undefined)) throw invalid({ seq: { code: 'required' } });
    const { tree } = await lastAudited(read);
    const size = asked ?? tree.size;
    const index = id === undefined ? (seq ?? 0) - 1 : await placeOf(read, id);
    if (index === null || index < 0 || index >= size || size > tree.size) throw new HttpError('not_found');
    const reader = new TreeReader(read, tree.size, services.notary.leaves);
    const [row] = await provable(rowsFrom(read, index, 1));
    if (row === undefined) throw new HttpError('not_found');
    const path = await provable(reader.inclusion(index, size));
    const text = rowText(row);
    return { seq: index + 1, size, leaf: toHex(leafOf(text)), path, row: text };
  },

  async 'GET audit/consistency'({ from, to }, { read, services }) {
    const { tree } = await lastAudited(read);
    if (from > to) throw invalid({ from: { code: 'tooLarge', max: to } });
    if (to > tree.size) throw new HttpError('not_found');
    const reader = new TreeReader(read, tree.size, services.notary.leaves);
    return { from, to, path: await provable(reader.consistency(from, to)) };
  },
};
