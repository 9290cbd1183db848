import { examine } from '@shp/server/doctor';
import type { Contract } from '../../tests/support/contract.ts';
import { addManager } from '../../tests/support/people.ts';
import { addCast, bring } from '../../tests/support/review.ts';
import { type Client, must, workUntil } from './clients.ts';
import { importing } from './importer.ts';
import { scorer } from './scorer.ts';
import { stepper } from './stepper.ts';
import { uploader } from './uploader.ts';

/** Those who work at a server while it, or what it stands on, is killed. */
export type Crew = {
  /** All work until what they do fails for a reason that is looked for. */
  work(failed: (error: unknown) => boolean, server: Contract): Promise<unknown>;
  /** Everybody looks whether what was answered is there; then the data are examined. @throws Broken, told when */
  check(server: Contract, when: string): Promise<void>;
  /** How many acts were answered, of each and of all. */
  answered(): Record<string, number>;
  total(): number;
  /** Uploads that were asked how far they had come. */
  resumed(): number;
  /** Lets the import come to its end. */
  finish(server: Contract): Promise<{ rows: number; starts: number }>;
  clear(): Promise<void>;
};

/** Two experts who score, two applications that go to and fro, two who upload, and an import of so many rows. */
export async function newCrew(server: Contract, imported: number): Promise<Crew> {
  const city = await addManager(server, 'city_manager', '450300');
  const rows = await importing(server, city, imported);
  await server.admin.api.call('POST system/update_settings', { minExperts: 2 });
  const cast = await addCast(server, 2);
  const reviewing = await bring(server, cast, 'reviewing');
  const uploaders = [1, 2].map((one) => uploader(server.admin, one * 1_000_000));
  const clients: Client[] = [
    ...cast.experts.map((expert) => scorer(expert, reviewing.id)),
    stepper(await bring(server, cast, 'submitted')),
    stepper(await bring(server, cast, 'submitted')),
    ...uploaders,
  ];
  return {
    work(failed, at) {
      rows.begin();
      return Promise.all(clients.map((client) => workUntil(failed, client, at)));
    },
    async check(at, when) {
      for (const client of clients) {
        await client.check(at).catch((error: unknown) => {
          throw new Error(`${when}, ${client.name}`, { cause: error });
        });
      }
      await rows.check(at);
      must((await faultsOf(at)).length === 0, () => `${when}: the data are not sound`);
    },
    answered: () => Object.fromEntries(clients.map(({ name, answered }, place) => [`${place + 1} ${name}`, answered])),
    total: () => clients.reduce((sum, { answered }) => sum + answered, 0),
    resumed: () => uploaders.reduce((sum, { resumed }) => sum + resumed, 0),
    finish: (at) => rows.finish(at),
    clear: () => rows.clear(),
  };
}

/** What the doctor finds. */
async function faultsOf({ data, database }: Contract): Promise<unknown[]> {
  const found: unknown[] = [];
  const { signal } = new AbortController();
  for await (const finding of examine({ data, databaseUrl: database }, { signal, watch() {} })) found.push(finding);
  return found;
}
