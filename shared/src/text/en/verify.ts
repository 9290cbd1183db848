/** The page that the QR code of a printed conclusion leads to. */
export const verify = {
  title: 'Check of a conclusion',
  genuine: {
    verdict: 'Genuine',
    hint: 'This conclusion was issued by this system. Compare these details with the paper.',
  },
  ended: {
    verdict: 'Genuine, but no longer valid',
    hint: 'This conclusion was issued by this system, but its rating has ended.',
  },
  unknown: {
    verdict: 'Not confirmed',
    hint: 'No conclusion with this number and digest was issued by this system. Check the address, or ask the review unit.',
  },
  number: 'Number',
  station: 'Station',
  level: 'Level',
  status: 'Present status',
  validUntil: 'Valid until',
};

export type VerifyText = typeof verify;
