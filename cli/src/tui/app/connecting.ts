import type { Lang } from '@shp/shared/domain/lib/lang';
import { type Api, createApi } from '../../api/client.ts';
import type { CommandContext } from '../../command/context.ts';
import type { Connection } from './connection.ts';

/** Request timeout in seconds, unless `--timeout` is given. */
const TIMEOUT = 30;
/** The data that the first screen of every role needs. */
const FIRST = ['GET user', 'GET basic/status'] as const;
type First = (typeof FIRST)[number];

/** Makes a client with this token and language. */
export type Connect = (token: string | null, lang: Lang, confirm?: () => Promise<boolean>) => Api;

/** Clients of the terminal UI. What its first screen needs is asked for at once, while Ink is still loading. */
export function connecting(context: CommandContext, lang: Lang, connection: Connection, ended: AbortSignal): Connect {
  const connect: Connect = (token, inLang, confirm) =>
    connection.watching(
      createApi({
        server: context.server,
        token,
        lang: inLang,
        timeout: context.globals.timeout ?? TIMEOUT,
        signal: ended,
        confirm,
        trace: () => {},
        onRetry: connection.failed,
        tokenEnds: () => {},
      }),
    );
  const first = context.givenToken ?? context.session?.token;
  if (first === undefined) return connect;
  const { call } = connect(first, lang);
  const answers = new Map<string, Promise<unknown>>(FIRST.map((key: First) => [key, call(key, {})]));
  // A failure is shown by the screen that waits for the answer; a later one asks again.
  for (const [key, answer] of answers) answer.catch(() => answers.delete(key));
  const early = (key: string): Promise<unknown> | undefined => {
    const answer = answers.get(key);
    answers.delete(key);
    return answer;
  };
  return (token, inLang, confirm) => {
    const api = connect(token, inLang, confirm);
    const takingEarly = ((key, input, options) => early(key) ?? api.call(key, input, options)) as Api['call'];
    return token === first ? { ...api, call: takingEarly } : api;
  };
}
