import { counted } from '../counted.ts';

/** Texts of the outbox: edits that have not reached the server. */
export const outbox = {
  states: {
    saved: 'Saved',
    saving: 'Saving…',
    refused: (values: number) => `${counted(values, 'value is', 'values are')} invalid and not saved`,
    network: (edits: number) => `Waiting for the network: ${counted(edits, 'edit', 'edits')} stored in this browser`,
    server: (edits: number) =>
      `The server is busy: ${counted(edits, 'edit', 'edits')} stored in this browser, sent again soon`,
    fault: (edits: number) =>
      `An error occurred: ${counted(edits, 'edit', 'edits')} stored in this browser, sent again soon`,
    trouble: (edits: number) => `${counted(edits, 'edit needs', 'edits need')} your decision`,
  },
  onlyHere: (edits: number) =>
    `This browser has no room for ${counted(edits, 'edit', 'edits')}: keep this tab open until everything is sent.`,
  list: 'Show',
  tryNow: 'Try now',
  unsent: (edits: number) => `${counted(edits, 'edit', 'edits')} not sent`,
  elsewhere: (edits: number) =>
    `${counted(edits, 'edit of an assessment has', 'edits of an assessment have')} not been sent.`,
  open: 'Open',
  newFinding: 'New finding',
  findingStep: 'Step of a finding',
  yours: 'Yours:',
  present: 'On the server:',
  conflict: {
    what: 'This was changed in the meantime.',
    mine: 'Keep mine',
    theirs: 'Use the other change',
  },
  refused: {
    what: (reason: string) => `Not accepted: ${reason}`,
    again: 'Send again',
    drop: 'Discard mine',
  },
  leave: {
    title: 'Some work is not sent yet',
    edits: (edits: number) =>
      `${counted(edits, 'edit stays', 'edits stay')} in this browser and ${edits === 1 ? 'is' : 'are'} sent when you log in here again.`,
    uploads: (files: number) => `${counted(files, 'upload is', 'uploads are')} interrupted.`,
    sent: 'Everything has been sent.',
    go: 'Log out',
    stay: 'Stay',
  },
};

export type OutboxText = typeof outbox;
