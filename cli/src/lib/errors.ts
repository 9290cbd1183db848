/** Wrong command line, or no terminal to ask on: exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** The command failed: exit 1, unless `errors.ts` knows a better code for the cause. */
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

/** Some objects failed: exit 6. Their errors are already printed. */
export class PartlyDone extends Error {
  override readonly name = 'PartlyDone';
}

/** Ctrl-C: exit 130. `hint` says how to resume. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  constructor(readonly hint?: string) {
    super('interrupted');
  }
}

/** Whether this is an error of the operating system, for example a full disk. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string' && 'syscall' in error;
}
