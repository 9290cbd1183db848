import { hashPassword, passwordProblem } from '@shp/shared/domain/passwords';
import type { Shp } from '../../core/context.ts';
import { Failure } from '../../core/errors.ts';
import { stdinLines } from '../../input/stdin.ts';

/** The hash of the password that an account is to have; undefined where the server is to make one. @throws Failure */
export async function passwordFrom(shp: Shp, fromStdin: boolean, inFile: unknown): Promise<string | undefined> {
  const plain = fromStdin ? ((await stdinLines(shp))[0] ?? '') : inFile;
  if (plain === undefined) return undefined;
  const problem = passwordProblem(String(plain), shp.texts.common.password);
  if (problem !== null) throw new Failure(problem);
  return hashPassword(String(plain));
}
