import { homedir } from 'node:os';

/** The system knows no folder of this user, as that of a job under a bare number; `variable` names one. */
export class NoHome extends Error {
  override readonly name = 'NoHome';
  constructor(
    readonly variable: string,
    options?: ErrorOptions,
  ) {
    super(variable, options);
  }
}

/** The user's own folder. @throws NoHome */
export function home(variable: string): string {
  try {
    return homedir();
  } catch (error) {
    throw new NoHome(variable, { cause: error });
  }
}
