/** The page that checks a conclusion's bundle without a server. */
export const offlineVerify = {
  title: 'Check of a conclusion without a server',
  hint: 'Choose the proof of a conclusion (a .json file). It is checked on this device; nothing is sent.',
  file: 'Proof of a conclusion',
  keys: 'Keys known to this page',
  noKeys: 'none',
  since: (at: string) => `since ${at}`,
  until: (at: string) => `until ${at}`,
  genuine: 'Genuine',
  genuineHint:
    'This conclusion was issued and entered into the signed audit trail. Compare these details with the paper. Whether it is still valid, only the system says.',
  unknownKey: 'Unchanged, but the key is unknown',
  unknownKeyHint:
    'The proof agrees with itself, but this page does not know the key. Compare the key with the one that the authority names.',
  altered: 'Not confirmed',
  faults: {
    format: 'The file is no proof of a conclusion.',
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
  open: 'Check a proof without the server',
  saveProof: 'Save the proof of this conclusion',
};

/** As the page gets it: with the names of levels and results. */
export type OfflineText = Omit<typeof offlineVerify, 'since' | 'until'> & {
  levels: Record<string, string>;
  statuses: Record<string, string>;
};
