import { ApiError } from '@shp/shared/api/errors';
import type { JsonKey } from '@shp/shared/api/index';
import simpleRest from 'ra-data-simple-rest';
import { type DataProvider, type fetchUtils, HttpError } from 'react-admin';
import { client } from '../../core/client.ts';
import { messageNow } from '../../core/messages.ts';
import { readSession } from '../../core/session.ts';

type Calls = {
  /** A function if the call depends on the user. */
  list?: JsonKey | (() => JsonKey);
  one?: JsonKey;
  change?: JsonKey;
  /**
   * Name of the call's sort parameter; `desc` if the call has one order and only the direction varies; absent if it
   * cannot sort.
   */
  sort?: 'sortBy' | 'sortby' | 'desc';
};

/** The calls behind each resource of react-admin. */
const RESOURCES: Record<string, Calls> = {
  managers: {
    list: 'GET user/managers',
    one: 'GET user',
    change: 'POST user/update_manager',
    sort: 'sortBy',
  },
  experts: {
    list: 'GET user/experts',
    one: 'GET user',
    change: 'POST user/update_expert',
    sort: 'sortBy',
  },
  stations: {
    list: 'GET user/stations',
    one: 'GET user',
    change: 'POST user/update_station',
    sort: 'sortBy',
  },
  supervisors: {
    list: 'GET user/supervisors',
    one: 'GET user',
    change: 'POST user/profile',
    sort: 'sortBy',
  },
  supervised: { list: 'GET supervise/stations', one: 'GET user' },
  assessments: {
    list: () => (readSession().user?.role === 'supervisor' ? 'GET supervise/assessments' : 'GET assessment/query'),
    one: 'GET assessment',
    sort: 'sortby',
  },
  documents: { list: 'GET document/list', sort: 'desc' },
};

type Made = { key: JsonKey; input: Record<string, unknown> };

/** Maps a request of ra-data-simple-rest to a call of the call table. */
function callOf(url: string, options: fetchUtils.Options): Made {
  const { pathname, searchParams } = new URL(url, 'http://console');
  const [, resource = '', id] = pathname.split('/').map(decodeURIComponent);
  const calls = RESOURCES[resource];
  const body: Record<string, unknown> = typeof options.body === 'string' ? JSON.parse(options.body) : {};
  const made = (key: JsonKey | undefined, input: Record<string, unknown>): Made => {
    if (!key) throw new Error(`${resource} has no call for this`);
    return { key, input };
  };
  if (options.method === 'PUT') return made(calls?.change, body);
  if (id !== undefined) return made(calls?.one, { id });
  const [first, last] = JSON.parse(searchParams.get('range') ?? '[0,0]');
  const [field, order] = JSON.parse(searchParams.get('sort') ?? '[]');
  const size = last - first + 1;
  const by = calls?.sort && calls.sort !== 'desc' ? { [calls.sort]: field } : {};
  const sorting = calls?.sort ? { ...by, desc: order === 'DESC' } : {};
  const list = calls?.list;
  return made(typeof list === 'function' ? list() : list, {
    ...JSON.parse(searchParams.get('filter') ?? '{}'),
    ...sorting,
    page: first / size + 1,
    size,
  });
}

async function http(url: string, options: fetchUtils.Options = {}) {
  const { key, input } = callOf(url, options);
  try {
    const answer: unknown = await client.call(key, input as never, options.signal ? { signal: options.signal } : {});
    const page = answer as { items: unknown[]; total: number };
    const json = Array.isArray(page.items) ? page.items : answer;
    const headers = new Headers(Array.isArray(page.items) ? { 'Content-Range': `items */${page.total}` } : {});
    return { status: 200, headers, body: '', json };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    const message = messageNow(error);
    const fields = error instanceof ApiError ? error.fields : {};
    const errors = Object.keys(fields).length > 0 ? fields : undefined;
    const status = error instanceof ApiError ? error.status : 0;
    throw Object.assign(new HttpError(message, status, { errors }), { cause: error });
  }
}

/** react-admin's data provider: it translates names and paging only. */
export const dataProvider: DataProvider = simpleRest('', http);
