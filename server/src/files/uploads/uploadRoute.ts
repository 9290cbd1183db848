import type { IncomingMessage } from 'node:http';
import { UPLOAD_PATH } from '@shp/shared/api/uploadPath';
import { WRITE } from '@shp/shared/domain/accounts/tokens';
import { UPLOAD_DUTY, UPLOADERS } from '@shp/shared/domain/accounts/uploaders';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorise } from '../../auth/access.ts';
import { notLoggedIn } from '../../auth/authenticate.ts';
import type { Services } from '../../context.ts';
import { identify } from '../../http/router.ts';
import { HttpError } from '../../httpError.ts';
import { ConcurrencyLimit } from '../../overload/concurrencyLimit.ts';
import { drainBody } from '../tus/adapter.ts';
import { answerOptions, answerUpload } from '../tus/handler.ts';
import { Uploads } from './uploads.ts';

const ROW = { who: [...new Set(Object.values(UPLOADERS).flat())], duty: UPLOAD_DUTY, token: WRITE };
const METHODS = { [UPLOAD_PATH]: ['POST'], [`${UPLOAD_PATH}/:id`]: ['HEAD', 'PATCH', 'DELETE'] };
/** A client that sends nothing for this long has lost its connection. */
const IDLE_MS = 60_000;
/** Per account: requests that send bytes. Each one holds a connection and an open file. */
const MAX_PARALLEL_UPLOADS = 16;
const RETRY_SECONDS = 5;

/**
 * Resumable uploads, tus 1.0, at `/api/upload` (docs/spec/wire.md#files-evidence-documents), with errors in the
 * contract's form.
 */
export async function addUploads(app: FastifyInstance, services: Services): Promise<void> {
  const uploads = new Uploads(services);
  const running = new Map<IncomingMessage, Promise<FastifyReply>>();
  const perCaller = new ConcurrencyLimit(
    MAX_PARALLEL_UPLOADS,
    () => new HttpError('overloaded', { retryAfter: RETRY_SECONDS }),
  );
  const config = { slowBody: true } as const;
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      request.caller = await identify(request, reply, services);
      if (request.caller === null) throw await notLoggedIn(services.db, request.headers.token);
      authorise(ROW, request.caller, new Date(services.db.now()).toISOString());
    } catch (error) {
      drainBody(request.raw);
      throw error;
    }
  };
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { raw, caller } = request;
    if (caller === null) throw new HttpError('unauthenticated');
    raw.setTimeout(IDLE_MS, () => raw.destroy());
    const answer = perCaller.during(caller.id, () => answerUpload(uploads, services, caller, request, reply));
    running.set(raw, answer);
    return answer.finally(() => {
      running.delete(raw);
      drainBody(raw);
    });
  };
  await app.register(async (scope) => {
    // Keep bodies as streams: they are written to disk as they arrive.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    // At shutdown, cut uploads that can resume later; wait only for complete ones being turned into files.
    scope.addHook('preClose', async () => {
      for (const raw of running.keys()) if (!raw.complete) raw.destroy();
      await Promise.allSettled(running.values());
    });
    for (const [url, methods] of Object.entries(METHODS)) {
      scope.route({ method: methods, url, config, onRequest, handler });
      scope.options(url, (request, reply) => answerOptions(uploads, services, request, reply));
      const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !methods.includes(method));
      scope.route({
        method: others,
        url,
        exposeHeadRoute: false,
        handler: async (_request, reply) => {
          reply.header('Allow', [...methods, 'OPTIONS'].join(', '));
          throw new HttpError('method_not_allowed');
        },
      });
    }
  });
}
