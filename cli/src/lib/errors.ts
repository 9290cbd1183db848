/** The command line is wrong, or an answer is missing and nobody can be asked: exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** What was asked for did not happen: exit 1, unless the mapping knows its cause better. */
export class Failure extends Error {
  override readonly name = 'Failure';
  constructor(
    message: string,
    readonly hint?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** No session and no token: exit 3. */
export class NotLoggedIn extends Error {
  override readonly name = 'NotLoggedIn';
}

/** Some of many were done and some not: exit 6. What failed has been told where it failed. */
export class PartlyDone extends Error {
  override readonly name = 'PartlyDone';
}

/** Ctrl-C: exit 130. `hint` says how to go on. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  constructor(readonly hint?: string) {
    super('interrupted');
  }
}

/** Whether an error is what the system answered, as when there is no room or no permission. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string' && 'syscall' in error;
}
