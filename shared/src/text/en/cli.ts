import { accounts } from './cli/accounts.ts';
import { general } from './cli/general.ts';
import { operation } from './cli/operation.ts';
import { review } from './cli/review.ts';

/** Texts of the command line. */
export const cli = { ...general, ...accounts, ...review, ...operation };

export type Cli = typeof cli;
