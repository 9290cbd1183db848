import { changePasswordProblems, hashPassword } from '@shp/shared/domain/accounts/passwords';
import type { Api } from '../../api/client.ts';
import { printOnRequest } from '../../bulk/forEachId.ts';
import { ask, askSecret } from '../../command/ask.ts';
import { command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { stdinLines } from '../../command/stdin.ts';
import { changeConfig } from '../../config/config.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import { nonUtf8Locale } from '../../lib/streams.ts';
import { placeView } from '../../lists/resultViews.ts';
import { completeLogin } from './secondFactor.ts';

/** The captcha is unreadable on a narrower terminal. */
const PICTURE_COLUMNS = 48;

export const commands = [
  command({
    name: 'login',
    summary: ({ cli }) => cli.commands.login,
    options: {
      account: { kind: 'text', value: 'ACCOUNT', help: ({ cli }) => cli.login.account },
      factorCodeStdin: { kind: 'flag', help: ({ cli }) => cli.login.factorCodeStdin },
      newPasswordStdin: { kind: 'flag', help: ({ cli }) => cli.login.newPasswordStdin },
      withoutPicture: { kind: 'flag', help: ({ cli }) => cli.login.withoutPicture },
    },
    examples: [
      'shp login',
      'shp login --server https://shp.example --account admin',
      'shp login --account job --password-stdin < secret',
      'shp login --account admin --without-picture',
      'shp login --account admin --password-stdin --factor-code-stdin < secrets',
    ],
    prints: 'on request',
    async run({ options }, context) {
      const { cli } = context.texts;
      const account = options.account ?? (await ask(context, cli.login.askAccount, '--account'));
      const isGiven = context.globals.passwordStdin || options.newPasswordStdin;
      const lines = isGiven ? await stdinLines(context) : null;
      const password = lines ? (lines[0] ?? '') : await askSecret(context, cli.login.askPassword, '--password-stdin');
      const api = await context.apiWith(null);
      const captcha = await answerCaptcha(context, api, options.withoutPicture);
      const answer = await api.call('POST session/login', {
        account,
        password: hashPassword(password),
        ...captcha,
      });
      const code = async () => (await stdinLines(context))[Number(isGiven) + Number(options.newPasswordStdin)] ?? '';
      const { token, expiresAt, user, mustAddFactor } =
        'factor' in answer
          ? await completeLogin(context, api, answer.factor, options.factorCodeStdin ? await code() : null)
          : answer;
      const fresh = options.newPasswordStdin ? (lines?.[1] ?? '') : null;
      if (user.mustChangePassword) await choosePassword(context, token, password, fresh);
      const server = context.server;
      await changeConfig(context.configDir, (config) => {
        config.sessions[server] = { token, account: user.account, expiresAt };
        config.current = server;
      });
      if (mustAddFactor) context.note(cli.login.mustAddFactor);
      context.note(cli.login.done(server, user.account, context.texts.common.roles[user.role]));
      await printOnRequest(context, placeView(context.dataTexts), { server, account: user.account, role: user.role });
    },
  }),
];

type Answer = { key: string; code: string };

/**
 * Shows the captcha and asks for its code. Solves a proof of work instead if no picture can be drawn or the user wants
 * none.
 */
async function answerCaptcha(context: CommandContext, api: Api, withoutPicture: boolean | undefined): Promise<Answer> {
  const { err, color } = context.streams;
  const columns = err.columns ?? 80;
  if (withoutPicture || !context.canAsk || columns < PICTURE_COLUMNS || nonUtf8Locale(process.env) !== null)
    return solveChallenge(context, api);
  const picture = await api.call('GET basic/validate_code', {});
  if (!('image' in picture) || picture.image === null) return { key: picture.key, code: '' };
  const { drawPicture } = await import('../../output/captcha.ts');
  err.write(drawPicture(picture.image, columns, color));
  return { key: picture.key, code: await ask(context, context.texts.cli.login.askCaptcha, '--without-picture') };
}

async function solveChallenge(context: CommandContext, api: Api): Promise<Answer> {
  const work = await api.call('GET basic/validate_code', { kind: 'work' });
  if (!('challenge' in work) || work.challenge === null) return { key: work.key, code: '' };
  if (context.canAsk) context.note(context.texts.cli.login.working);
  const { solveWork } = await import('@shp/server/auth/proofOfWork');
  return { key: work.key, code: await solveWork(work.challenge) };
}

/** With an initial password the user must choose a new one; otherwise the login is undone. */
async function choosePassword(
  context: CommandContext,
  token: string,
  old: string,
  fresh: string | null,
): Promise<void> {
  const api = await context.apiWith(token);
  try {
    if (!context.canAsk && fresh === null) {
      throw new UsageError(
        context.texts.cli.usage.missingAnswer('--new-password-stdin'),
        context.texts.cli.login.initial,
      );
    }
    if (fresh === null) context.note(context.texts.cli.login.initial);
    await changePassword(context, api, old, fresh);
  } catch (error) {
    await api.call('POST session/logout', {}).catch(() => {});
    throw error;
  }
}

/** Changes the caller's own password; asks twice for the new one if it is not given. @throws Failure */
export async function changePassword(
  context: CommandContext,
  api: Api,
  oldPassword: string,
  fresh: string | null,
): Promise<void> {
  const { cli, common } = context.texts;
  const newPassword = fresh ?? (await askSecret(context, cli.login.askNew, '--new-password-stdin'));
  const confirmation = fresh ?? (await askSecret(context, cli.login.askAgain, '--new-password-stdin'));
  const problems = changePasswordProblems({ oldPassword, newPassword, confirmation }, common.password);
  const [problem] = Object.values(problems);
  if (problem !== undefined) throw new Failure(problem);
  await api.call('POST user/change_password', {
    oldPassword: hashPassword(oldPassword),
    newPassword: hashPassword(newPassword),
  });
}
