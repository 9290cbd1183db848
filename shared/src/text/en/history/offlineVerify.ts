/** The page that checks a conclusion's bundle without a server. */
export const offlineVerify = {
  title: 'Check a conclusion offline',
  hint: 'Choose the proof of a conclusion (a .json file). It is checked on this device; nothing is sent.',
  file: 'Proof of a conclusion',
  keys: 'Keys known to this page',
  noKeys: 'none',
  since: (at: string) => `since ${at}`,
  until: (at: string) => `until ${at}`,
  genuine: 'Genuine',
  genuineHint:
    'This conclusion was issued and entered into the signed audit trail. Compare these details with the paper. Only the system can tell whether it is still valid.',
  unknownKey: 'Unchanged, but the key is unknown',
  unknownKeyHint:
    'The proof is consistent, but this page does not know its key. Compare the key with the one that the authority publishes.',
  altered: 'Not confirmed',
  faults: {
    format: 'This file is not a proof of a conclusion.',
    signature: 'The text of the conclusion was changed, or the signature is not of this key.',
    head: 'The head of the audit trail was changed, or the signature is not of this key.',
    row: 'The entry of the audit trail does not name this conclusion.',
    proof: 'The entry is not in the audit trail of this head.',
  },
  number: 'Number',
  station: 'Station',
  level: 'Level',
  status: 'Result',
  score: 'Score',
  conclusion: 'Conclusion',
  manager: 'Concluded by',
  concludedAt: 'Concluded at',
  validUntil: 'Valid until',
  digest: 'Digest (SM3)',
  key: 'Key',
  open: 'Check a proof offline',
  saveProof: 'Save the proof of this conclusion',
};

/** As the page gets it: with the names of levels and results. */
export type OfflineText = Omit<typeof offlineVerify, 'since' | 'until'> & {
  levels: Record<string, string>;
  statuses: Record<string, string>;
};
