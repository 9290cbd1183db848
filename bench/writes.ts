import { allItems, type Standard } from '@shp/shared/domain/standard/standard';
import { compare, type Place, type Request } from './load.ts';
import { copyOf, get, login, type Running, startFloor, startOurs } from './servers.ts';

const COUNTY = '450325';

export type Task = { token: string; id: string; expertId: string; items: { serial: string; most: number }[] };

/** Durable, audited writes of 8 clients, against the floor: batches of 20 scores, and new accounts. */
export async function writes(data: string, url?: string) {
  const forOurs = await copyOf(data, url, 'ours');
  const forFloor = await copyOf(data, url, 'floor');
  const ours = await startOurs(forOurs.data, forOurs.url);
  const floor = await startFloor(forFloor.data, forFloor.url);
  try {
    const admin = await login(ours.url, 'admin');
    const tasks = await scoring(ours);
    return {
      'score batch of 20': await compare(
        place(ours, scores('/api/assessment/expert_scores', tasks)),
        place(floor, scores('/scores', tasks)),
        { connections: 8 },
      ),
      'new station': await compare(
        { ...place(ours, stations('/api/user/add_station')), headers: { token: admin } },
        place(floor, stations('/users')),
        { connections: 8 },
      ),
    };
  } finally {
    await ours.stop();
    await floor.stop();
    await forOurs.discard();
    await forFloor.discard();
  }
}

function place({ url, pid }: Running, next: () => Request): Place {
  return { url, pid, headers: {}, next };
}

/** Reviews under way with an expert who has yet to conclude, and his session. */
export async function scoring({ url }: Pick<Running, 'url'>, wanted = 16): Promise<Task[]> {
  const tasks: Task[] = [];
  for (let place = 1; tasks.length < wanted; place++) {
    const token = await login(url, `expert${String(place).padStart(2, '0')}`);
    const me = await get<{ id: string }>(`${url}/api/user`, token);
    const { items } = await get<{ items: { id: string }[] }>(`${url}/api/assessment/query?waiting=true`, token);
    const [task] = items;
    if (!task) continue;
    const standard = await get<Standard>(`${url}/api/assessment/standard?asm_id=${task.id}`, token);
    tasks.push({
      token,
      id: task.id,
      expertId: me.id,
      items: allItems(standard)
        .slice(0, 20)
        .map(({ serial, score }) => ({ serial, most: score })),
    });
  }
  return tasks;
}

/** Each request scores the same items otherwise than the one before. */
function scores(path: string, tasks: readonly Task[]): () => Request {
  let turn = 0;
  return () => {
    const { token, id, expertId, items } = tasks[turn % tasks.length] as Task;
    turn += 1;
    const scored = items.map(({ serial, most }) => ({
      serial,
      score: Math.floor((most * (turn % 97)) / 97),
      missing: false,
      reason: `示例 ${turn}`,
    }));
    const body = path.startsWith('/api') ? { id, items: scored } : { id, expertId, items: scored };
    return { method: 'POST', path, headers: { token }, body: JSON.stringify(body) };
  };
}

function stations(path: string): () => Request {
  let turn = 0;
  const run = Date.now().toString(36);
  return () => {
    turn += 1;
    const profile = {
      name: `示例电站${turn}`,
      address: '示例路1号',
      legalPerson: '示例甲',
      contact: '示例乙',
      phone: '13800000000',
      capacity: 1000 + (turn % 500),
    };
    const body = JSON.stringify({ account: `bench-${run}-${turn}`, division: COUNTY, profile });
    return { method: 'POST', path, body };
  };
}
