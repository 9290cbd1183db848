import type { Client } from '@shp/shared/api/client';
import type { Output } from '@shp/shared/api/index';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { confirmingClient } from './confirmingClient.ts';
import { type Bytes, Tus } from './tus.ts';

/** An account with its own session; the client confirms it when a call needs that. */
export type Person = { account: string; id: string; api: Client; token: string; url: string; password: string };

/** The session of a login that asked for no second factor. */
export function begun(answer: Output<'POST session/login'>) {
  if ('factor' in answer) throw new Error('the login asks for a second factor');
  return answer;
}

export async function logIn(url: string, account: string, password: string): Promise<Person> {
  return open(url, account, password, async (api) => begun(await firstStep(api, account, password)));
}

/** A new session of an account with an authenticator app. */
export async function signInAgain({ url, account, password }: Person, code: string): Promise<Person> {
  return open(url, account, password, async (api) => {
    const answer = await firstStep(api, account, password);
    if (!('factor' in answer)) throw new Error('the login asks for no second factor');
    return api.call('POST session/factor', { id: answer.factor.id, kind: 'totp', code });
  });
}

const firstStep = (api: Client, account: string, password: string) =>
  api.call('POST session/login', { account, password: hashPassword(password), key: '', code: '' });

async function open(
  url: string,
  account: string,
  password: string,
  enter: (api: Client) => Promise<Output<'POST session/factor'>>,
): Promise<Person> {
  let token: string | null = null;
  const api = confirmingClient<Response>(
    { base: url, transport: fetch, token: () => token, lang: () => 'en' },
    password,
  );
  const { token: given, user } = await enter(api);
  token = given;
  return { account, id: user.id, api, token, url, password };
}

/** Logs in with an initial password and chooses a new one. */
export async function firstLogin(url: string, account: string, initial: string, chosen: string): Promise<Person> {
  const person = await logIn(url, account, initial);
  await person.api.call('POST user/change_password', {
    oldPassword: hashPassword(initial),
    newPassword: hashPassword(chosen),
  });
  return { ...person, password: chosen };
}

/** Confirms a session that a browser then uses. */
export async function confirmSession({ api, password }: Person): Promise<void> {
  await api.call('POST session/confirm', { password: hashPassword(password) });
}

/** Uploads bytes in one request; returns the file id. */
export function upload(person: Person, metadata: Record<string, string>, bytes: Bytes): Promise<string> {
  return Tus.of(person, person).upload(metadata, bytes);
}
