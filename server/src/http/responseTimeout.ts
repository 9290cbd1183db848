import type { FastifyInstance } from 'fastify';

/** Whoever takes no byte of an answer for so long is not waited for; a download goes on where it stopped. */
const ANSWER_MS = 60_000;

/** Cuts connections of which an answer is no longer read. Node itself ends the limit with the answer. */
export function limitAnswerTime(app: FastifyInstance, milliseconds = ANSWER_MS): void {
  app.addHook('onSend', async ({ raw }) => {
    raw.socket.setTimeout(milliseconds);
  });
}
