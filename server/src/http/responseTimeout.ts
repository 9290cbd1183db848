import type { FastifyInstance } from 'fastify';

/** Close the connection if the client reads nothing for this long; a download can resume. */
const ANSWER_MS = 60_000;

/** Closes connections if the client stops reading the response. Node resets the timeout when the response ends. */
export function limitAnswerTime(app: FastifyInstance, milliseconds = ANSWER_MS): void {
  app.addHook('onSend', async ({ raw }) => {
    raw.socket.setTimeout(milliseconds);
  });
}
