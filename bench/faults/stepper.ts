import type { Review } from '../../tests/support/review.ts';
import { type Client, must } from './clients.ts';

/** An application that goes to and fro between its station and its manager: one event a step, none lost, none twice. */
export function stepper({ id, station, cast }: Review): Client {
  let answered = 0;
  let sent = 0;
  return {
    name: `events of ${station.account}`,
    get answered() {
      return answered;
    },
    async act() {
      sent = answered + 1;
      const [by, status] = sent % 2 === 1 ? [cast.first, 'returned' as const] : [station, 'submitted' as const];
      await by.api.call('POST assessment/add_event', { id, status, description: `${sent}` });
      answered = sent;
    },
    async check() {
      const events = await cast.first.api.call('GET assessment/events', { id });
      const turns = events.map(({ description }) => description).filter((text) => /^\d+$/.test(text));
      must(
        turns.every((turn, place) => turn === `${place + 1}`),
        () => `events out of order: ${turns.join(' ')}`,
      );
      const found = turns.length;
      must(found === answered || found === sent, () => `${found} events are there, ${answered} were answered`);
      const { status } = await cast.first.api.call('GET assessment', { id });
      must(status === events.at(-1)?.status, () => `status ${status} after the event ${events.at(-1)?.status}`);
      answered = found;
    },
  };
}
