import { changePasswordProblems, hashPassword } from '@shp/shared/domain/accounts/passwords';
import type { Api } from '../../api/client.ts';
import { printOnRequest } from '../../bulk/forEachId.ts';
import { ask, askSecret } from '../../command/ask.ts';
import { command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { stdinLines } from '../../command/stdin.ts';
import { changeConfig } from '../../config/config.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import { otherEncoding } from '../../lib/streams.ts';
import { placeView } from '../../lists/resultViews.ts';

/** The captcha is unreadable on a narrower terminal. */
const PICTURE_COLUMNS = 48;

export const commands = [
  command({
    name: 'login',
    summary: ({ cli }) => cli.commands.login,
    args: [],
    options: {
      account: { kind: 'text', value: 'ACCOUNT', help: ({ cli }) => cli.login.account },
      newPasswordStdin: { kind: 'flag', help: ({ cli }) => cli.login.newPasswordStdin },
      withoutPicture: { kind: 'flag', help: ({ cli }) => cli.login.withoutPicture },
    },
    examples: [
      'shp login',
      'shp login --server https://shp.example --account admin',
      'shp login --account job --password-stdin < secret',
      'shp login --account admin --without-picture',
    ],
    prints: 'on request',
    async run({ options }, shp) {
      const { cli } = shp.texts;
      const account = options.account ?? (await ask(shp, cli.login.askAccount, '--account'));
      const lines = shp.globals.passwordStdin || options.newPasswordStdin ? await stdinLines(shp) : null;
      const password = lines ? (lines[0] ?? '') : await askSecret(shp, cli.login.askPassword, '--password-stdin');
      const api = await shp.apiWith(null);
      const captcha = await answerCaptcha(shp, api, options.withoutPicture);
      const { token, expiresAt, user } = await api.call('POST session/login', {
        account,
        password: hashPassword(password),
        ...captcha,
      });
      const fresh = options.newPasswordStdin ? (lines?.[1] ?? '') : null;
      if (user.mustChangePassword) await choosePassword(shp, token, password, fresh);
      const server = shp.server;
      await changeConfig(shp.configDir, (config) => {
        config.sessions[server] = { token, account: user.account, expiresAt };
        config.current = server;
      });
      shp.note(cli.login.done(server, user.account, shp.texts.common.roles[user.role]));
      await printOnRequest(shp, placeView(shp.dataTexts), { server, account: user.account, role: user.role });
    },
  }),
];

type Answer = { key: string; code: string };

/**
 * Shows the captcha and asks for its code. Solves a proof of work instead if no picture can be drawn or the user wants
 * none.
 */
async function answerCaptcha(shp: CommandContext, api: Api, withoutPicture: boolean | undefined): Promise<Answer> {
  const { err, color } = shp.streams;
  const columns = err.columns ?? 80;
  if (withoutPicture || !shp.canAsk || columns < PICTURE_COLUMNS || otherEncoding(process.env) !== null)
    return solveChallenge(shp, api);
  const picture = await api.call('GET basic/validate_code', {});
  if (!('image' in picture) || picture.image === null) return { key: picture.key, code: '' };
  const { drawPicture } = await import('../../output/captcha.ts');
  err.write(drawPicture(picture.image, columns, color));
  return { key: picture.key, code: await ask(shp, shp.texts.cli.login.askCaptcha, '--without-picture') };
}

async function solveChallenge(shp: CommandContext, api: Api): Promise<Answer> {
  const work = await api.call('GET basic/validate_code', { kind: 'work' });
  if (!('challenge' in work) || work.challenge === null) return { key: work.key, code: '' };
  if (shp.canAsk) shp.note(shp.texts.cli.login.working);
  const { solveWork } = await import('@shp/server/auth/proofOfWork');
  return { key: work.key, code: await solveWork(work.challenge) };
}

/** With an initial password the user must choose a new one; otherwise the login is undone. */
async function choosePassword(shp: CommandContext, token: string, old: string, fresh: string | null): Promise<void> {
  const api = await shp.apiWith(token);
  try {
    if (!shp.canAsk && fresh === null) {
      throw new UsageError(shp.texts.cli.usage.missingAnswer('--new-password-stdin'), shp.texts.cli.login.initial);
    }
    if (fresh === null) shp.note(shp.texts.cli.login.initial);
    await changePassword(shp, api, old, fresh);
  } catch (error) {
    await api.call('POST session/logout', {}).catch(() => {});
    throw error;
  }
}

/** Changes the caller's own password; asks twice for the new one if it is not given. @throws Failure */
export async function changePassword(
  shp: CommandContext,
  api: Api,
  oldPassword: string,
  fresh: string | null,
): Promise<void> {
  const { cli, common } = shp.texts;
  const newPassword = fresh ?? (await askSecret(shp, cli.login.askNew, '--new-password-stdin'));
  const confirmation = fresh ?? (await askSecret(shp, cli.login.askAgain, '--new-password-stdin'));
  const problems = changePasswordProblems({ oldPassword, newPassword, confirmation }, common.password);
  const [problem] = Object.values(problems);
  if (problem !== undefined) throw new Failure(problem);
  await api.call('POST user/change_password', {
    oldPassword: hashPassword(oldPassword),
    newPassword: hashPassword(newPassword),
  });
}
