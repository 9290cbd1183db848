import { ApiError } from '@shp/shared/api/errors';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import type { Api } from '../api/client.ts';
import { Failure, UsageError } from '../lib/errors.ts';
import { askSecret, type PromptContext } from './ask.ts';
import { passwordLine } from './stdin.ts';

const FLAG = '--password-stdin';

/** Confirms the session with the password, from standard input or asked once. @throws UsageError, Failure */
export async function confirmSession(context: PromptContext, api: Api): Promise<true> {
  const { cli, common } = context.texts;
  const fromStdin = context.globals.passwordStdin;
  if (!fromStdin && !context.canAsk) {
    const why = [common.errors.confirmation_required, cli.usage.missingAnswer(FLAG)];
    throw new UsageError(why.join(common.marks.semicolon));
  }
  const password = fromStdin ? await passwordLine(context) : await askSecret(context, cli.confirm.ask, FLAG);
  try {
    await api.call('POST session/confirm', { password: hashPassword(password) });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'bad_credentials') throw new Failure(cli.confirm.wrong, undefined, { cause: error });
    // No retry: each try counts as a failed login.
    if (error.code === 'too_many_requests') throw new Failure(error.message, undefined, { cause: error });
    throw error;
  }
}
