import { hashPassword } from '@shp/shared/domain/passwords';
import { compare, meanwhile, type Place } from './load.ts';
import { copyOf, discard, login, PASSWORD, type Running, startFloor, startOurs } from './servers.ts';

/** Logins of 8 clients against comparing the passwords alone, and what a small call takes during them. */
export async function logins(data: string) {
  const folder = copyOf(data, 'ours');
  const ours = await startOurs(folder);
  const floor = await startFloor(folder);
  try {
    const token = await login(ours.url, 'admin');
    const password = hashPassword(PASSWORD);
    const at = ({ url, pid }: Running, path: string): Place => {
      let turn = 0;
      const next = () => {
        const account = `station${String((turn++ % 2000) + 1).padStart(4, '0')}`;
        return { method: 'POST' as const, path, body: JSON.stringify({ account, password, key: '', code: '' }) };
      };
      return { url, pid, headers: {}, next };
    };
    const { result, ...small } = await meanwhile(`${ours.url}/api/user`, { token }, () =>
      compare(at(ours, '/api/session/login'), at(floor, '/login'), { connections: 8 }),
    );
    return { ...result, 'a small call meanwhile': small };
  } finally {
    await ours.stop();
    await floor.stop();
    discard(folder);
  }
}
