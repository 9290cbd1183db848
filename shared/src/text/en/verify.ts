/** The public page that checks a printed conclusion. */
export const verify = {
  title: 'Verify a conclusion',
  genuine: {
    verdict: 'Genuine and valid',
    hint: 'This conclusion was issued by this system. Compare these details with the paper.',
  },
  failed: {
    verdict: 'Genuine: not passed',
    hint: 'This conclusion was issued by this system. The station did not pass, so it has no rating.',
  },
  ended: {
    verdict: 'Genuine, but no longer valid',
    hint: 'This conclusion was issued by this system, but its rating has ended.',
  },
  revoked: {
    verdict: 'Genuine, but revoked: no longer valid',
    hint: 'This conclusion was issued by this system, but its rating was revoked.',
  },
  unknown: {
    verdict: 'Not confirmed: unknown number',
    hint: 'No conclusion with this number was issued by this system. Check the number, or ask the review unit.',
  },
  altered: {
    verdict: 'Not confirmed: does not match',
    hint: 'A conclusion with this number exists, but the digest differs. It was mistyped, or the paper was altered or replaced by a later conclusion. Ask the review unit.',
  },
  incomplete: {
    verdict: '',
    hint: 'Type the number of the conclusion and the digest below its QR code. No account is needed.',
  },
  number: 'Number',
  digest: 'Digest',
  digestHint: 'The first 16 characters of the digest are enough.',
  check: 'Verify',
  another: 'Verify another conclusion',
  station: 'Station',
  level: 'Level',
  status: 'Current status',
  validUntil: 'Valid until',
  checkedAt: 'Checked at',
  console: 'Log in to the system',
};

export type VerifyText = typeof verify;
