import { rmSync } from 'node:fs';
import type { Who } from '@shp/shared/api/call';
import { queryOf, splitKey } from '@shp/shared/api/client';
import { ApiError } from '@shp/shared/api/errors';
import { type CallKey, calls } from '@shp/shared/api/index';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Contract, Person } from '../../support/contract.ts';
import { type Answer, exchange } from './exchange.ts';
import { HIDDEN, SHARED } from './hidden.ts';
import { INPUTS } from './inputs.ts';
import { makeOrigin, type Origin, SEERS, Worlds } from './worlds.ts';

/** Random sessions for each seer, and what each does in turn; more of both each night. */
const SESSIONS = Number(process.env.SHP_TWINS_SESSIONS ?? 4);
const ACTS = 40;

let origin: Origin;
beforeAll(async () => {
  origin = await makeOrigin();
});
afterAll(() => rmSync(origin.folder, { recursive: true, force: true }));

const KEYS = Object.keys(calls) as CallKey[];
const LANGS = ['zh-CN', 'en'];
const ENCODINGS = ['identity', 'gzip', 'br'];

/** How a call is made: its input by number, the language, the encoding, and whether a known ETag is sent along. */
type Way = { input: number; lang: number; encoding: number; again: boolean };
const FIRST: Way = { input: 0, lang: 1, encoding: 0, again: false };

/** Bytes that change on every call whatever the world. */
const MASKED: Partial<Record<CallKey, RegExp>> = {};

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** Makes calls with the same words in both worlds. */
class Eyes {
  private readonly tags = new Map<string, string>();
  constructor(
    private readonly worlds: Worlds,
    private readonly by: Person,
  ) {}

  /** What both worlds answer to a call; the texts are equal where the bytes are. */
  async see(key: CallKey, way: Way): Promise<[path: string, plain: string, acted: string] | null> {
    const inputs = INPUTS[key](origin.scene, this.by) as readonly object[];
    if (inputs.length === 0) return null;
    const { method, path } = splitKey(key);
    const input = pick(inputs, way.input);
    const query = method === 'GET' ? queryOf(input as Record<string, unknown>) : '';
    const address = `/api/${path}${query ? `?${query}` : ''}`;
    const name = `${method} ${address} ${method === 'GET' ? '' : JSON.stringify(input).slice(0, 120)}`;
    const lang = pick(LANGS, way.lang);
    const known = `${name} ${lang}`;
    const tag = way.again ? this.tags.get(known) : undefined;
    const ask = (server: Contract) =>
      exchange(
        server.url + address,
        method,
        {
          Token: this.by.token,
          'Accept-Language': lang,
          'Accept-Encoding': pick(ENCODINGS, way.encoding),
          ...(tag === undefined ? {} : { 'If-None-Match': tag }),
          ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
        },
        method === 'GET' ? null : JSON.stringify(input),
      );
    const plain = await ask(this.worlds.plain);
    const acted = await ask(this.worlds.acted);
    if (plain.headers.etag !== undefined) this.tags.set(known, plain.headers.etag);
    return [name, textOf(key, plain), textOf(key, acted)];
  }
}

function textOf(key: CallKey, { status, headers, body }: Answer): string {
  const packed = headers['content-encoding'] !== undefined;
  const isText = !packed && /json|text|csv/.test(headers['content-type'] ?? '');
  const text = body.toString(isText ? 'utf8' : 'base64');
  const masked = MASKED[key] ? text.replaceAll(MASKED[key], '') : text;
  return JSON.stringify([status, headers, body.length, masked]);
}

const on = (server: Contract) => (by: Person) => server.as(by.token);

/** Others do something in the second world alone, or in both; a refusal is nothing special. */
async function act(worlds: Worlds, name: string): Promise<void> {
  worlds.next();
  const { does } = HIDDEN[name] ?? {};
  for (const server of does ? [worlds.acted] : [worlds.plain, worlds.acted]) {
    try {
      await (does ?? SHARED[name])?.(origin.scene, on(server), server);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
}

const way = fc.record({ input: fc.nat(200), lang: fc.nat(1), encoding: fc.nat(2), again: fc.boolean() });

describe.each(SEERS)('%s', (seer) => {
  const hidden = Object.keys(HIDDEN).filter((name) => HIDDEN[name]?.from.includes(seer));
  let worlds: Worlds;
  let eyes: Eyes;
  beforeAll(async () => {
    worlds = await Worlds.open(origin);
    eyes = new Eyes(worlds, origin.scene.seers[seer]);
  });
  afterAll(() => worlds.close());

  /** Every call with every input once. */
  async function differences(): Promise<string[]> {
    const found: string[] = [];
    for (const key of KEYS) {
      const inputs = INPUTS[key](origin.scene, origin.scene.seers[seer]);
      for (const input of inputs.keys()) {
        worlds.next();
        const seen = await eyes.see(key, { ...FIRST, input });
        if (seen && seen[1] !== seen[2]) found.push(`${seen[0]}\n  ${seen[1]}\n  ${seen[2]}`);
      }
    }
    return found;
  }

  test('after all that others do, every call still answers with the same bytes', async () => {
    for (const name of [...hidden, ...Object.keys(SHARED)]) await act(worlds, name);
    expect(await differences()).toEqual([]);
  }, 240_000);

  test('in random sessions too: in any order, language and encoding, with known ETags, after own work', async () => {
    const may = KEYS.filter((key) => {
      const who: Who = calls[key].who;
      const { role } = origin.scene.seers[seer];
      return who === 'anyone' || who === 'loggedIn' || who.includes(role);
    });
    const others = [...hidden, ...Object.keys(SHARED)];
    const step = fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...others).map((name) => ({ name })) },
      { weight: 5, arbitrary: fc.record({ key: fc.constantFrom(...may), how: way }) },
    );
    const session = fc.array(step, { minLength: ACTS, maxLength: ACTS });
    await fc.assert(
      fc.asyncProperty(session, async (acts) => {
        const done: string[] = [];
        for (const one of acts) {
          if ('name' in one) {
            await act(worlds, one.name);
            done.push(`(${one.name})`);
            continue;
          }
          worlds.next();
          const seen = await eyes.see(one.key, one.how);
          if (!seen) continue;
          done.push(seen[0]);
          expect([done.slice(-8), seen[2]]).toEqual([done.slice(-8), seen[1]]);
        }
      }),
      // What was done stays done, so a shorter session would not be the same one.
      { numRuns: SESSIONS, endOnFailure: true },
    );
  }, 600_000);
});
