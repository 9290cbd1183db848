import type { Client } from '@shp/shared/api/client';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { confirmingClient } from './confirmingClient.ts';
import { type Bytes, Tus } from './tus.ts';

/** An account with its own session; the client confirms it when a call needs that. */
export type Person = { account: string; id: string; api: Client; token: string; url: string; password: string };

export async function logIn(url: string, account: string, password: string): Promise<Person> {
  let token: string | null = null;
  const api = confirmingClient<Response>(
    { base: url, transport: fetch, token: () => token, lang: () => 'en' },
    password,
  );
  const answer = await api.call('POST session/login', { account, password: hashPassword(password), key: '', code: '' });
  token = answer.token;
  return { account, id: answer.user.id, api, token, url, password };
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
