import { ApiError, NetworkError } from '@shp/shared/api/errors';
import type { Contract, Person } from '../../support/contract.ts';
import { ITEMS, type Review } from '../../support/review.ts';

/** A user at work, who records what the server answered and compares after each fault. */
export type Client = {
  readonly name: string;
  /** One act; throws if the connection breaks. */
  act(server: Contract): Promise<void>;
  /** After a fault: everything answered is there, nothing half. Adopts what was done without an answer. */
  check(server: Contract): Promise<void>;
  /** The number of answered acts. */
  readonly answered: number;
};

/** A promise of docs/reliability.md is broken. */
class Broken extends Error {
  override readonly name = 'Broken';
}

export function must(holds: boolean, message: () => string): asserts holds {
  if (!holds) throw new Broken(message());
}

/** The server refused an upload with 503 and `Retry-After`. */
export class Away extends Error {
  override readonly name = 'Away';
}

/** Works until an act fails with an expected error. @throws any other error */
export async function workUntil(failed: (error: unknown) => boolean, client: Client, server: Contract): Promise<void> {
  for (;;) {
    try {
      await client.act(server);
    } catch (error) {
      if (failed(error)) return;
      throw error;
    }
  }
}

/** Whether a call was refused with 503 and `Retry-After`. */
export function isAway(error: unknown): boolean {
  if (error instanceof Away) return true;
  return error instanceof ApiError && error.code === 'overloaded' && (error.retryAfter ?? 0) > 0;
}

/** Whether the connection broke: a TypeError of `fetch`, an error of its own from the typed client. */
export function isCut(error: unknown): boolean {
  return error instanceof NetworkError || error instanceof TypeError;
}

/** Acts numbered from 1: after a fault the last one that is there was answered, or is the one that was sent. */
class Turns {
  answered = 0;
  private sent = 0;

  async next(act: (turn: number) => Promise<unknown>): Promise<void> {
    this.sent = this.answered + 1;
    await act(this.sent);
    this.answered = this.sent;
  }

  adopt(found: number): void {
    const { answered, sent } = this;
    must(found === answered || found === sent, () => `${found} acts are there, ${answered} were answered`);
    this.answered = found;
  }
}

const SECTION = '1';
const CHOSEN = ITEMS.filter(({ serial }) => serial.startsWith(`${SECTION}.`)).slice(0, 20);

/** An expert who scores the same 20 items again and again: each batch is there whole or not at all. */
export function scorer(expert: Person, id: string): Client {
  const turns = new Turns();
  return {
    name: `scores of ${expert.account}`,
    get answered() {
      return turns.answered;
    },
    act: () =>
      turns.next((turn) => {
        const items = CHOSEN.map(({ serial, score }) => ({
          serial,
          score: Math.floor((score * (turn % 7)) / 7),
          missing: false,
          reason: `${turn}`,
        }));
        return expert.api.call('POST assessment/expert_scores', { id, items });
      }),
    async check() {
      const there = await expert.api.call('GET assessment/expert_scores', { id, expertId: expert.id, s1: SECTION });
      const reasons = new Map(there.map(({ serial, reason }) => [serial, reason]));
      const found = new Set(CHOSEN.map(({ serial }) => Number(reasons.get(serial) || 0)));
      must(found.size === 1, () => `half a batch: ${[...found].join(', ')}`);
      turns.adopt([...found][0] ?? 0);
    },
  };
}

/** An application that goes to and fro between its station and its manager: one event a step, none lost, none twice. */
export function stepper({ id, station, cast }: Review): Client {
  const turns = new Turns();
  return {
    name: `events of ${station.account}`,
    get answered() {
      return turns.answered;
    },
    act: () =>
      turns.next((turn) => {
        const [by, status] = turn % 2 === 1 ? [cast.first, 'returned' as const] : [station, 'submitted' as const];
        return by.api.call('POST assessment/add_event', { id, status, description: `${turn}` });
      }),
    async check() {
      const events = await cast.first.api.call('GET assessment/events', { id });
      const found = events.map(({ description }) => description).filter((text) => /^\d+$/.test(text));
      must(
        found.every((turn, index) => turn === `${index + 1}`),
        () => `events out of order: ${found.join(' ')}`,
      );
      const { status } = await cast.first.api.call('GET assessment', { id });
      must(status === events.at(-1)?.status, () => `status ${status} after the event ${events.at(-1)?.status}`);
      turns.adopt(found.length);
    },
  };
}
