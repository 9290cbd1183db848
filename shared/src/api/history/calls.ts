import { z } from 'zod';
import { READ } from '../../domain/accounts/tokens.ts';
import { BUNDLE_FORMAT } from '../../trust/bundle.ts';
import { call } from '../call.ts';
import { id, time } from '../schemas.ts';

const count = z.int().min(0);
const hex = z.string();
const base64 = z.string();

export const head = z.strictObject({ size: count, root: hex, at: time }).meta({ id: 'Head' });

/** All that proves a conclusion without a server: `trust/bundle.ts`. */
export const bundle = z
  .strictObject({
    format: z.literal(BUNDLE_FORMAT),
    text: z.string(),
    signature: base64,
    publicKey: base64,
    row: z.string(),
    seq: count,
    path: base64,
    head,
    headSignature: base64,
  })
  .meta({ id: 'Bundle' });
const signedHead = { head, key: z.string(), signature: base64 };

/** The audit as a signed tree: its head, its keys, and proofs (docs/spec/wire.md#signed-history). */
export const history = {
  'GET audit/head': call({
    summary:
      "The newest signed head of the audit's tree; with `since`, the proof that it continues a tree of that size",
    who: 'anyone',
    reach: { kind: 'open' },
    token: 'none',
    audited: false,
    refuses: ['not_found'],
    input: z.strictObject({ since: count.optional() }),
    /** `consistency`: null where the tree is smaller than `since`. */
    output: z.strictObject({ ...signedHead, consistency: base64.nullable().optional() }),
  }),
  'GET audit/keys': call({
    summary: 'The public keys that sign heads and conclusions, oldest first',
    who: 'anyone',
    reach: { kind: 'open' },
    token: 'none',
    audited: false,
    input: z.strictObject({}),
    output: z.array(
      z.strictObject({
        id: z.string(),
        publicKey: base64,
        since: time,
        until: time.nullable(),
        endorsement: z.strictObject({ by: z.string(), signature: base64 }).nullable(),
      }),
    ),
  }),
  'GET audit/proof': call({
    summary: 'The proof that a row is in the tree: the row by its place from 1, or by its id',
    who: ['admin'],
    duty: 'audit',
    reach: { kind: 'open' },
    token: READ,
    audited: false,
    refuses: ['not_found'],
    input: z.strictObject({ seq: count.optional(), id: id.optional(), size: count.optional() }),
    output: z.strictObject({ seq: count, size: count, leaf: hex, path: base64, row: z.string() }),
  }),
  'GET audit/consistency': call({
    summary: 'The proof that the tree of one size begins with the tree of a smaller one',
    who: ['admin'],
    duty: 'audit',
    reach: { kind: 'open' },
    token: READ,
    audited: false,
    refuses: ['not_found'],
    input: z.strictObject({ from: count, to: count }),
    output: z.strictObject({ from: count, to: count, path: base64 }),
  }),
};
