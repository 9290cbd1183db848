import type { Cli } from '../en/cli.ts';
import { accounts } from './cli/accounts.ts';
import { general } from './cli/general.ts';
import { operation } from './cli/operation.ts';
import { review } from './cli/review.ts';

export const cli: Cli = { ...general, ...accounts, ...review, ...operation };
