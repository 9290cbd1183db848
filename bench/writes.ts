import { allItems, type Standard } from '@shp/shared/domain/standard/standard';
import { requestOf } from '../tests/support/connection.ts';
import { compare, load, meanwhile, type Next } from './measure.ts';
import { type Filled, get, login, loginBody, withFloor } from './servers.ts';

const COUNTY = '450325';

export type Task = {
  headers: { token: string };
  id: string;
  expertId: string;
  items: { serial: string; most: number }[];
};

/** Durable, audited writes of 8 clients against the floor: batches of 20 scores, and new accounts. */
export function writes(filled: Filled) {
  return withFloor(filled, { writes: true }, async (ours, floor) => {
    const tasks = await scoring(ours.url);
    const { token } = await login(ours.url, 'admin');
    const [how, batches] = [{ connections: 8 }, '/api/assessment/expert_scores'];
    return {
      'score batch of 20': await compare([ours, scores(batches, tasks)], [floor, scores('/scores', tasks)], how),
      'new station': await compare(
        [ours, stations('/api/user/add_station', token)],
        [floor, stations('/users', token)],
        how,
      ),
    };
  });
}

/** Reviews under way, each with an expert who has yet to conclude, and the expert's session. */
export async function scoring(url: string, wanted = 16): Promise<Task[]> {
  const tasks: Task[] = [];
  for (let index = 1; tasks.length < wanted; index++) {
    const headers = await login(url, `expert${String(index).padStart(2, '0')}`);
    const me = await get<{ id: string }>(`${url}/api/user`, headers);
    const { items } = await get<{ items: { id: string }[] }>(`${url}/api/assessment/query?waiting=true`, headers);
    const [task] = items;
    if (!task) continue;
    const standard = await get<Standard>(`${url}/api/assessment/standard?asm_id=${task.id}`, headers);
    const twenty = allItems(standard).slice(0, 20);
    const chosen = twenty.map(({ serial, score }) => ({ serial, most: score }));
    tasks.push({ headers, id: task.id, expertId: me.id, items: chosen });
  }
  return tasks;
}

/** Scores that differ from turn to turn. */
export function batchOf({ id, expertId, items }: Task, turn: number, reason: string) {
  const part = (turn % 97) / 97;
  const scored = items.map(({ serial, most }) => ({ serial, score: Math.floor(most * part), missing: false, reason }));
  return { id, expertId, items: scored };
}

function scores(path: string, tasks: readonly Task[]): Next {
  let turn = 0;
  return () => {
    const task = tasks[turn % tasks.length] as Task;
    turn += 1;
    const { expertId, ...batch } = batchOf(task, turn, `示例 ${turn}`);
    return requestOf('POST', path, task.headers.token, path.startsWith('/api') ? batch : { ...batch, expertId });
  };
}

function stations(path: string, token: string): Next {
  let turn = 0;
  const run = Date.now().toString(36);
  const people = { legalPerson: '示例甲', contact: '示例乙', phone: '13800000000' };
  return () => {
    turn += 1;
    const profile = { name: `示例电站${turn}`, address: '示例路1号', ...people, capacity: 1000 + (turn % 500) };
    return requestOf('POST', path, token, { account: `bench-${run}-${turn}`, division: COUNTY, profile });
  };
}

/** Logins of 8 clients against comparing passwords alone, and a small call during them. */
export function logins(filled: Filled) {
  return withFloor(filled, { writes: true }, async (ours, floor) => {
    const headers = await login(ours.url, 'admin');
    const next = (path: string): Next => {
      let turn = 0;
      return () => {
        const account = `station${String((turn++ % 2000) + 1).padStart(4, '0')}`;
        return requestOf('POST', path, '', loginBody(account));
      };
    };
    const login8 = next('/api/session/login');
    // It takes some thousand logins until Node has compiled what runs often.
    const figures = await compare([ours, login8], [floor, next('/login')], { connections: 8, warm: 15 });
    const { times } = await meanwhile(
      () => get(`${ours.url}/api/user`, headers),
      () => load(ours, login8, 8, 5),
    );
    return { ...figures, 'a small call meanwhile': times };
  });
}
