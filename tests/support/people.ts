import type { Input } from '@shp/shared/api/index';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import type { ProfileOf } from '@shp/shared/domain/accounts/profiles';
import type { UnitRole } from '@shp/shared/domain/accounts/roles';
import type { Contract, Person } from './contract.ts';

export const PASSWORD = 'contract-2026';
const PHONE = '13900000000';

/** Two counties of one city and one of another city, used by most tests. */
export const CITY = '450300';
export const COUNTY = '450302';
export const NEIGHBOUR = '450303';
export const FAR_CITY = '450100';
export const FAR_COUNTY = '450102';

let made = 0;
/** A unique account name. */
export function newAccount(prefix: string): string {
  made += 1;
  // Padded, so that no name is a prefix of another.
  return `${prefix}-${String(made).padStart(4, '0')}`;
}

export function managerProfile(name: string): { name: string; contact: string; phone: string } {
  return { name: `${name}（示例）`, contact: '示例联系人', phone: PHONE };
}

export function stationProfile(name: string): ProfileOf<'station'> {
  return { ...managerProfile(name), address: '示例路1号', legalPerson: '示例法人', capacity: 1260 };
}

export function expertProfile(name: string): ProfileOf<'expert'> {
  return { name: `${name}（示例）`, unit: '示例设计院', specialties: ['safety'], phone: PHONE };
}

/** Logs in with an initial password and chooses a new one, which every account must. */
export async function firstLogin(
  server: Contract,
  account: string,
  initial: string,
  chosen = PASSWORD,
): Promise<Person> {
  const person = await server.login(account, initial);
  await person.api.call('POST user/change_password', {
    oldPassword: hashPassword(initial),
    newPassword: hashPassword(chosen),
  });
  return { ...person, password: chosen };
}

type Adds = 'POST user/add_manager' | 'POST user/add_expert' | 'POST user/add_station' | 'POST user/add_supervisor';

/** Creates an account, logs it in and chooses its password. */
async function add<K extends Adds>(server: Contract, by: Person, key: K, input: Input<K>): Promise<Person> {
  const { initialPassword = '' } = await by.api.call(key, input);
  return firstLogin(server, input.account, initialPassword);
}

export function addManager(
  server: Contract,
  role: UnitRole,
  division: string | null = null,
  by: Person = server.admin,
): Promise<Person> {
  const account = newAccount(role.replace('_manager', ''));
  return add(server, by, 'POST user/add_manager', { account, role, division, profile: managerProfile(account) });
}

export function addStation(server: Contract, division: string, by: Person = server.admin): Promise<Person> {
  const account = newAccount('station');
  return add(server, by, 'POST user/add_station', { account, division, profile: stationProfile(account) });
}

export function addExpert(
  server: Contract,
  division: string | null = null,
  by: Person = server.admin,
): Promise<Person> {
  const account = newAccount('expert');
  return add(server, by, 'POST user/add_expert', { account, division, profile: expertProfile(account) });
}

export function addSupervisor(server: Contract, by: Person = server.admin): Promise<Person> {
  const account = newAccount('supervisor');
  return add(server, by, 'POST user/add_supervisor', { account, profile: managerProfile(account) });
}
