import { jsonIn } from '@shp/shared/api/client';
import { ApiError } from '@shp/shared/api/errors';
import type { BinaryKey, JsonKey, Output } from '@shp/shared/api/index';
import simpleRest from 'ra-data-simple-rest';
import { type DataProvider, type fetchUtils, HttpError } from 'react-admin';
import { client } from '../../core/client.ts';
import { messageNow } from '../../core/messages.ts';
import { readSession } from '../../core/session.ts';

type ListKey = { [K in JsonKey]: Output<K> extends { items: unknown[]; total: number } ? K : never }[JsonKey];
/** `list`: a function if the call depends on the user. */
type Calls = { list: ListKey | (() => ListKey); one?: JsonKey; change?: JsonKey };

/** The calls behind each resource of react-admin. */
const RESOURCES: Record<string, Calls> = {
  managers: { list: 'GET user/managers', one: 'GET user', change: 'POST user/update_manager' },
  experts: { list: 'GET user/experts', one: 'GET user', change: 'POST user/update_expert' },
  stations: { list: 'GET user/stations', one: 'GET user', change: 'POST user/update_station' },
  supervisors: { list: 'GET user/supervisors', one: 'GET user', change: 'POST user/profile' },
  supervised: { list: 'GET supervise/stations', one: 'GET user' },
  assessments: {
    list: () => (readSession().user?.role === 'supervisor' ? 'GET supervise/assessments' : 'GET assessment/query'),
    one: 'GET assessment',
  },
  documents: { list: 'GET document/list' },
};

/** Makes a request of ra-data-simple-rest: a list in its REST form, one object or a change by its call. */
async function made(url: string, { method, body, signal }: fetchUtils.Options) {
  const [path = '', query] = url.split('?');
  const [, resource = '', id] = path.split('/').map(decodeURIComponent);
  const { list, one, change } = RESOURCES[resource] ?? {};
  const options = signal ? { signal } : {};
  if (query !== undefined && list) {
    const key = `${typeof list === 'function' ? list() : list}?${query}`;
    const response = await client.open(key as BinaryKey, {} as never, options);
    return { headers: response.headers, json: await jsonIn(response) };
  }
  const key = method === 'PUT' ? change : one;
  if (!key) throw new Error(`${resource} has no call for this`);
  const input = method === 'PUT' ? JSON.parse(String(body)) : { id };
  return { headers: new Headers(), json: await client.call(key, input as never, options) };
}

async function http(url: string, options: fetchUtils.Options = {}) {
  try {
    return { status: 200, body: '', ...(await made(url, options)) };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    const message = messageNow(error);
    const fields = error instanceof ApiError ? error.fields : {};
    const errors = Object.keys(fields).length > 0 ? fields : undefined;
    const status = error instanceof ApiError ? error.status : 0;
    throw Object.assign(new HttpError(message, status, { errors }), { cause: error });
  }
}

/** react-admin's data provider: lists in the server's REST form. */
export const dataProvider: DataProvider = simpleRest('', http);
