import { ApiError } from '@shp/shared/api/errors';
import type { Begun, FactorAsked } from '@shp/shared/api/factors/factorObjects';
import { proofKindOf } from '@shp/shared/domain/accounts/factors';
import type { Api } from '../../api/client.ts';
import { ask } from '../../command/ask.ts';
import type { CommandContext } from '../../command/context.ts';
import { UsageError } from '../../lib/errors.ts';

const FLAG = '--factor-code-stdin';

/** Completes a login with a code; at the terminal it asks again until the server ends the login. @throws UsageError */
export async function completeLogin(
  context: CommandContext,
  api: Api,
  { id, kinds }: FactorAsked,
  given: string | null,
): Promise<Begun> {
  const { cli, common } = context.texts;
  const isPasskeyOnly = !kinds.includes('totp');
  if (given === null && !context.canAsk) {
    const why = isPasskeyOnly ? cli.login.passkeyOnly : cli.login.noCode;
    throw new UsageError([why, cli.usage.missingAnswer(FLAG)].join(common.marks.semicolon));
  }
  if (given === null && isPasskeyOnly) context.note(cli.login.passkeyOnly);
  const question = isPasskeyOnly ? cli.login.askRecovery : cli.login.askFactor;
  for (;;) {
    const code = given ?? (await ask(context, question, FLAG));
    try {
      return await api.call('POST session/factor', { id, kind: proofKindOf(code), code });
    } catch (error) {
      if (given !== null || !(error instanceof ApiError) || error.code !== 'factor_wrong') throw error;
      context.note(error.message);
    }
  }
}
