import { hashPassword, passwordProblem } from '@shp/shared/domain/accounts/passwords';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { CommandContext } from '../../command/context.ts';
import { passwordLine, stdinLines } from '../../command/stdin.ts';
import { Failure } from '../../lib/errors.ts';

/** The hash of the new account's password; undefined if the server makes one. @throws Failure */
export async function passwordFrom(
  context: CommandContext,
  kind: UserKind,
  fromStdin: boolean,
  inFile: unknown,
): Promise<string | undefined> {
  const plain = (await passwordIn(context, kind, fromStdin)) ?? inFile;
  if (plain === undefined) return undefined;
  const problem = passwordProblem(String(plain), context.texts.common.password);
  if (problem !== null) throw new Failure(problem);
  return hashPassword(String(plain));
}

/** If the caller's own password is needed too, it is the line before. */
async function passwordIn(context: CommandContext, kind: UserKind, fromStdin: boolean): Promise<string | undefined> {
  const own = context.globals.passwordStdin;
  if (fromStdin) return (await stdinLines(context))[own ? 1 : 0] ?? '';
  // Only managers need the caller's own password. For other kinds `--password-stdin` is the new account's, as in
  // earlier versions.
  return own && kind !== 'managers' ? passwordLine(context) : undefined;
}
