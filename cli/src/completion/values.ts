import type { Api } from '../api/client.ts';
import { allCommands, type Registry } from '../command/registry.ts';
import type { SourceName } from '../command/valueSources.ts';
import type { Config } from '../config/config.ts';

/** A candidate, other names that match it, and its description. */
export type Value = { value: string; names: readonly string[]; about: string };

export type CompletionContext = { registry: Registry; config: Config; api(): Promise<Api> };

const PAGE_SIZE = 100;

const described = (value: string, ...names: string[]): Value => ({ value, names, about: names.join(' ') });

type Source = (word: string, world: CompletionContext) => Promise<Value[]>;

const usersBy =
  (kind: 'managers' | 'experts' | 'stations' | 'supervisors'): Source =>
  async (word, { api }) => {
    const client = await api();
    const paging = { page: 1, size: PAGE_SIZE };
    const { items } = await (kind === 'stations'
      ? client.call('GET user/stations', word === '' ? paging : { ...paging, filter: word })
      : client.call(`GET user/${kind}`, word === '' ? paging : { ...paging, keyword: word }));
    return items.map(({ account, profile }) => described(account, profile.name));
  };

/** Fetches the candidates of each kind for a partial word. */
export const VALUES: Record<SourceName, Source> = {
  commands: async (_word, { registry }) =>
    [...new Set((await allCommands(registry)).flatMap(({ name }) => name.split(' ')))].map((one) => described(one)),
  async calls() {
    const { calls } = await import('@shp/shared/api/index');
    const paths = Object.keys(calls).map((key) => key.replace(/^\w+ /, '').replace(/\?$/, ''));
    return [...new Set(paths)].map((path) => described(path));
  },
  async divisions(word) {
    const { DIVISIONS, divisionPath } = await import('@shp/shared/domain/accounts/divisions');
    const byCode = /^\d*$/.test(word);
    return DIVISIONS.map(({ code }) =>
      byCode ? described(code, divisionPath(code)) : { value: divisionPath(code), names: [], about: code },
    );
  },
  async servers(_word, { config: { servers, sessions } }) {
    const named = Object.entries(servers).map(([name, url]) => described(name, url));
    const urls = Object.keys(sessions).filter((url) => !Object.values(servers).includes(url));
    return [...named, ...urls.map((url) => described(url))];
  },
  async aliases(_word, { config: { aliases = {} } }) {
    return Object.entries(aliases).map(([name, expansion]) => described(name, expansion));
  },
  async settings() {
    const { SETTING_LEAVES } = await import('@shp/shared/domain/settings');
    return SETTING_LEAVES.map(({ path }) => described(path));
  },
  managers: usersBy('managers'),
  experts: usersBy('experts'),
  stations: usersBy('stations'),
  supervisors: usersBy('supervisors'),
  async assessments(word, { api }) {
    const filter = word === '' ? {} : { search: word };
    const { items } = await (await api()).call('GET assessment/query', { page: 1, size: PAGE_SIZE, ...filter });
    return items.map(({ number, station }) => described(number, station.name));
  },
  async documents(_word, { api }) {
    const { items } = await (await api()).call('GET document/list', { page: 1, size: PAGE_SIZE });
    return items.map(({ id, title }) => described(id, title));
  },
  async standards(_word, { api }) {
    const versions = await (await api()).call('GET standard/versions', {});
    return versions.map(({ version, title }) => described(version, title));
  },
  async tokens(_word, { api }) {
    const tokens = await (await api()).call('GET session/tokens', {});
    return tokens.map(({ id, name }) => described(id, name));
  },
  async sessions(_word, { api }) {
    const sessions = await (await api()).call('GET session/sessions', {});
    return sessions.map(({ id, agent, address }) => described(id, agent, address));
  },
};
