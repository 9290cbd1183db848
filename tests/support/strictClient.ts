import { type Client, splitKey } from '@shp/shared/api/client';
import { ApiError, ERROR_STATUS, type ErrorBody, type ErrorCode, NetworkError } from '@shp/shared/api/errors';
import { type CallKey, calls } from '@shp/shared/api/index';
import { ANY_CALL, refusalsOf } from '@shp/shared/api/refusals';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { z } from 'zod';
import { confirmingClient } from './confirmingClient.ts';

/**
 * The typed client, which checks every response against the call table and every error against the API's error form.
 */
export type StrictClient = Client<Response>;

/** A response that the call table does not allow. */
class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

const errorBody = z.strictObject({
  code: z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]),
  message: z.string().min(1),
  fields: z.record(z.string().min(1), z.string().min(1)).optional(),
  current: z.unknown().optional(),
  database: z.enum(['read-only', 'full', 'away']).optional(),
});

/** With a password, the client confirms its session when a call needs that. */
export function strictClient(
  base: string,
  token: string | null,
  lang: Lang,
  password: string | null = null,
): StrictClient {
  const transport = async (url: string, init: RequestInit) => {
    const response = await fetch(url, init);
    if (response.status >= 400) await checkError(response.clone(), `${init.method} ${url}`);
    return response;
  };
  const client = confirmingClient({ base, transport, token: () => token, lang: () => lang }, password);
  return {
    async call(key, input, options) {
      const answer = await client.call(key, input, options).catch((error: unknown) => rethrow(key, error));
      const { error } = (calls[key].output as z.ZodType).safeParse(answer);
      if (error) throw new WrongAnswer(`${key} answers outside its schema: ${z.prettifyError(error)}`);
      return answer;
    },
    open: (key, input, options) => client.open(key, input, options).catch((error: unknown) => rethrow(key, error)),
  };
}

/** An error code that the API description does not list is a fault of the description or of the server. */
function rethrow(key: CallKey, error: unknown): never {
  // The client wraps every error of its transport in a NetworkError.
  if (error instanceof NetworkError && error.cause instanceof WrongAnswer) throw error.cause;
  if (error instanceof ApiError) {
    const named = [...refusalsOf(calls[key], splitKey(key).method), ...ANY_CALL];
    if (!named.includes(error.code))
      throw new WrongAnswer(`${key} is refused with ${error.code}, which its row does not say`);
  }
  throw error;
}

/** Fails if an error response has the wrong form (docs/spec/wire.md#conventions) or is a 500. */
export async function checkError(response: Response, call: string): Promise<ErrorBody> {
  const text = await response.text();
  if (response.status === 500) throw new WrongAnswer(`${call} answers 500: ${text}`);
  if (!response.headers.get('content-type')?.startsWith('application/json'))
    throw new WrongAnswer(`${call} answers ${response.status} without JSON: ${text}`);
  const body = JSON.parse(text) as ErrorBody;
  const { error } = errorBody.safeParse(body);
  if (error) throw new WrongAnswer(`${call} answers an error outside its form: ${z.prettifyError(error)}\n${text}`);
  if (ERROR_STATUS[body.code] !== response.status)
    throw new WrongAnswer(`${call} answers ${body.code} with status ${response.status}`);
  return body;
}

/** The error of a call; fails if the call succeeds. */
export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const answer = await call.catch((error: unknown) => {
    if (error instanceof ApiError) return error;
    throw error;
  });
  if (answer instanceof ApiError) return answer;
  throw new Error(`was answered: ${JSON.stringify(answer)?.slice(0, 300)}`);
}

/** The outcome of a call: `200`, or status and code such as `404 not_found`. */
export async function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => '200',
    (error: unknown) => {
      if (error instanceof ApiError) return `${error.status} ${error.code}`;
      throw error;
    },
  );
}
