/** Texts around the printed conclusion on the screen; its own wording is official, see `text/conclusion.ts`. */
export const print = {
  findings: 'Report on findings',
  title: 'Review conclusion',
  print: 'Print',
  printCertificate: 'Certificate only',
  partial: (concluded: number, all: number) =>
    `So far ${concluded} of ${all} experts ${concluded === 1 ? 'has' : 'have'} concluded; the score counts only these.`,
  back: 'Back to the review',
  draftNote: 'The review has not been concluded: this is a draft without a number or QR code.',
  revokedNote: 'This rating has been revoked.',
  code: 'QR code to verify this document',
};

export type Print = typeof print;
