import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { compare, load, meanwhile, type Place } from './load.ts';
import { copyOf, login as logIn, PASSWORD, type Running, startFloor, startOurs } from './servers.ts';

/** Logins of 8 clients against comparing the passwords alone, and what a small call takes during them. */
export async function logins(data: string, url?: string) {
  const copy = await copyOf(data, url, 'ours');
  const ours = await startOurs(copy.data, copy.url);
  const floor = await startFloor(copy.data, copy.url);
  try {
    const token = await logIn(ours.url, 'admin');
    const password = hashPassword(PASSWORD);
    const at = ({ url, pid }: Running, path: string): Place => {
      let turn = 0;
      const next = () => {
        const account = `station${String((turn++ % 2000) + 1).padStart(4, '0')}`;
        return { method: 'POST' as const, path, body: JSON.stringify({ account, password, key: '', code: '' }) };
      };
      return { url, pid, headers: {}, next };
    };
    const login = at(ours, '/api/session/login');
    // Some thousand calls, as other figures have in a few seconds, until Node has compiled what runs often.
    const figures = await compare(login, at(floor, '/login'), { connections: 8, warm: 15 });
    const { p95, longest } = await meanwhile(`${ours.url}/api/user`, { token }, () => load(login, 8, 5));
    return { ...figures, 'a small call meanwhile': { p95, longest } };
  } finally {
    await ours.stop();
    await floor.stop();
    await copy.discard();
  }
}
