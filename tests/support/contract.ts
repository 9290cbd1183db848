import { once } from 'node:events';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { USER_ROLES, type UserRole } from '@shp/shared/domain/accounts/roles';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { texts } from '@shp/shared/text/common';
import { cli } from '@shp/shared/text/en/cli';
import { begun } from './accounts.ts';
import { type RawDatabase, rawDatabase } from './rawDatabase.ts';
import { startServer, type TestServer } from './server.ts';
import { type StrictClient, strictClient } from './strictClient.ts';

export const ADMIN_PASSWORD = 'admin-2026';

/** An account with its password and its own session. */
export type Person = {
  id: string;
  role: UserRole;
  account: string;
  division: string | null;
  password: string;
  token: string;
  api: StrictClient;
};

export type Contract = Pick<TestServer, 'url' | 'data' | 'database' | 'process' | 'written' | 'stop'> & {
  /** A client without a login. */
  guest: StrictClient;
  /** The first account, logged in. */
  admin: Person;
  /** The demo accounts, with `--demo`. */
  demo: Record<UserRole, { account: string; password: string }>;
  /** Logs in; the account's client confirms its session when a call needs that. */
  login(account: string, password: string, lang?: Lang): Promise<Person>;
  /** Confirms the session of an account for requests made without its client. */
  confirm(person: Person): Promise<void>;
  /** A client that sends this token and never confirms. */
  as(token: string | null, lang?: Lang): StrictClient;
  /** One raw request, for what the typed client cannot express. */
  request(method: string, path: string, init?: Omit<RequestInit, 'method'>): Promise<Response>;
  rawDatabase: RawDatabase;
  /** Kills the process, as a power cut would; the data directory stays. */
  kill9(): Promise<void>;
};

/** Starts a server with its own data directory and logs the administrator in. */
export async function startContract(
  flags: readonly string[] = ['--no-captcha'],
  data?: string,
  env: Record<string, string> = {},
): Promise<Contract> {
  const server = await startServer({ SHP_ADMIN_PASSWORD: ADMIN_PASSWORD, ...env }, flags, data);
  const as = (token: string | null, lang: Lang = 'en') => strictClient(server.url, token, lang);
  const contract: Contract = {
    url: server.url,
    data: server.data,
    database: server.database,
    rawDatabase: rawDatabase(server.data, server.database),
    process: server.process,
    written: server.written,
    stop: () => server.stop(),
    guest: as(null),
    admin: undefined as unknown as Person,
    demo: demoAccounts(server.printed),
    as,
    async login(account, password, lang) {
      const { user, token } = begun(
        await as(null).call('POST session/login', {
          account,
          password: hashPassword(password),
          key: '',
          code: '',
        }),
      );
      const { id, role, division } = user;
      const api = strictClient(server.url, token, lang ?? 'en', password);
      return { id, role, account, division, password, token, api };
    },
    async confirm({ api, password }) {
      await api.call('POST session/confirm', { password: hashPassword(password) });
    },
    request: (method, path, init) => fetch(server.url + path, { ...init, method }),
    async kill9() {
      const ended = once(server.process, 'exit');
      server.process.kill('SIGKILL');
      await ended;
    },
  };
  if (flags.includes('--no-captcha')) contract.admin = await contract.login('admin', ADMIN_PASSWORD);
  return contract;
}

/** Starts a server on a data directory, and stops it after the work. */
export async function onContract<T>(data: string, work: (server: Contract) => Promise<T>): Promise<T> {
  const server = await startContract(['--no-captcha'], data);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Parses the demo accounts from the server's output. */
function demoAccounts(printed: readonly string[]): Contract['demo'] {
  const found = USER_ROLES.flatMap((role) => {
    const [before = '', between = '', after = ''] = cli.serve.demoAccount(texts.en.roles[role], '|', '|').split('|');
    const line = printed.find((one) => one.startsWith(before) && one.endsWith(after));
    const [account = '', password = ''] = line?.slice(before.length, -after.length).split(between) ?? [];
    return line ? [[role, { account, password }] as const] : [];
  });
  return Object.fromEntries(found) as Contract['demo'];
}
