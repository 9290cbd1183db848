import type { Duty } from '../../../domain/accounts/duties.ts';
import { names } from '../common/names.ts';

/** Duties of administrators. `names` with {@link Duty} as keys. */
export const duties = {
  names: names.dutyNames,
  about: {
    system: 'settings, standard, work in place of other roles',
    security: 'accounts, passwords, second factors',
    audit: 'reading and verifying the audit trail',
  } satisfies Record<Duty, string>,
  lacks: (name: string) => `request denied: this needs the duty “${name}”, which your account does not have`,
  needed: (name: string) => `Changes here need the duty “${name}”, which your account does not have`,
  oneEach: 'Duties are separate: an administrator has exactly one',
  own: 'Duties are separate: you cannot change your own',
  lastOf: (name: string) => `No other account has the duty “${name}”; give it to another account first`,
  several: (accounts: string) => `Accounts with more than one duty: ${accounts}. Leave each of them one duty first`,
  help: 'Duties of an administrator, separated by commas',
  ends: 'The account has to log in again',
  onlyAdmin: 'Only administrators have duties',
  /** An account and its duties, in a sentence. */
  of: (account: string, names: string) => `${account} (${names})`,
};

export type Duties = typeof duties;
