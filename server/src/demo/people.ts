import { cityOf, countyOf, divisionPath, findDivision, PROVINCE } from '@shp/shared/domain/accounts/divisions';
import { type Profile, type ProfileOf, SPECIALTIES } from '@shp/shared/domain/accounts/profiles';
import type { UserRole } from '@shp/shared/domain/accounts/roles';
import { DAY } from '@shp/shared/domain/lib/days';
import type { NameKey } from '../store/db/pinyin.ts';
import { newUserRow } from '../store/repositories/users.ts';
import type { UsersTable } from '../store/schema/schema.ts';
import { printedId } from './accounts.ts';
import { EXAMPLE, personName, phone, root } from './names.ts';
import { CITIES, DEMO_CITY, DEMO_COUNTY, managedCounties } from './places.ts';
import type { Random } from './random.ts';
import type { Strictness } from './scores.ts';
import { makeStation, stationPlaces } from './stations.ts';
import { ACCOUNTS_FROM, iso } from './times.ts';

const HABITS: readonly Strictness[] = ['usual', 'strict', 'generous', 'usual'];

export type Station = { row: UsersTable; division: string; profile: ProfileOf<'station'> };
export type Expert = { row: UsersTable; unit: string; habit: Strictness };
type NewPerson = { role: UserRole; account: string; division?: string; profile: Profile; at: number };

/** All people of the demo. They exist from the start; no account created another. */
export class People {
  readonly rows: UsersTable[] = [];
  readonly experts: Expert[] = [];
  readonly stations: Station[] = [];
  readonly supervisors: UsersTable[] = [];
  readonly #units = new Map<string, UsersTable>();
  readonly #random: Random;
  readonly #digest: string;
  readonly #keyOf: NameKey;

  constructor(random: Random, stations: number, digests: { common: string; admin: string }, keyOf: NameKey) {
    this.#random = random;
    this.#keyOf = keyOf;
    this.#digest = digests.common;
    this.#addUnits(digests.admin, stations);
    const firms = Array.from(
      { length: Math.max(6, Math.ceil(stations / 10)) },
      () => `${root(random)}水电公司${EXAMPLE}`,
    );
    this.#addExperts(Math.min(400, Math.max(12, Math.ceil(stations / 25))), firms);
    this.#addSupervisors(Math.min(20, Math.max(3, Math.ceil(stations / 200))));
    this.#addStations(stations, firms);
  }

  /** The unit that manages a division: the county's, else the city's, else the province's. */
  unitFor(division: string): UsersTable {
    const [county, city] = [countyOf(division), cityOf(division)];
    const unit = this.#units.get(county ?? '') ?? this.#units.get(city ?? '') ?? this.#units.get(PROVINCE);
    if (!unit) throw new Error('the province has no unit');
    return unit;
  }

  #add({ role, account, division, profile, at }: NewPerson, printed = false): UsersTable {
    const row = newUserRow(
      {
        id: printed ? printedId(role) : this.#random.id(at),
        role,
        account,
        division: division ?? null,
        profile,
        passwordHash: this.#digest,
        mustChangePassword: false,
        at: iso(at),
      },
      this.#keyOf,
    );
    this.rows.push(row);
    return row;
  }

  #addUnits(adminDigest: string, stations: number): void {
    let at = ACCOUNTS_FROM;
    const next = () => (at += 40 * 60 * 1000);
    const unit = (role: UserRole, account: string, name: string, division?: string) => ({
      role,
      account,
      ...(division === undefined ? {} : { division }),
      profile: {
        name: `${name}${EXAMPLE}`,
        contact: personName(this.#random),
        phone: phone(this.#random),
        ...(division === undefined ? {} : { address: `${divisionPath(division).replace('/', '')}示例路1号` }),
        email: `${account}@example.org`,
      },
      at: next(),
    });
    const admin = this.#add(unit('admin', 'admin', '系统管理员'), true);
    admin.password_hash = adminDigest;
    this.#add(unit('ministry_manager', 'ministry', '部级管理单位'), true);
    const province = this.#add(unit('province_manager', 'province', '自治区评审管理单位', PROVINCE), true);
    this.#units.set(PROVINCE, province);
    const divisions = [
      ...CITIES.map((code) => ({ code, role: 'city_manager' as const, account: `city${code}` })),
      ...managedCounties(stations).map((code) => ({ code, role: 'county_manager' as const, account: `county${code}` })),
    ];
    for (const { code, role, account } of divisions) {
      const name = `${findDivision(code)?.name}评审管理单位`;
      const printed = code === DEMO_CITY || code === DEMO_COUNTY;
      this.#units.set(code, this.#add(unit(role, account, name, code), printed));
    }
  }

  #addExperts(count: number, firms: readonly string[]): void {
    const random = this.#random;
    const institutes = Array.from({ length: 8 }, () => `${root(random)}水利咨询中心${EXAMPLE}`);
    for (let index = 0; index < count; index++) {
      const account = `expert${String(index + 1).padStart(2, '0')}`;
      const unit = index > 0 && random.chance(0.4) ? random.pick(firms) : random.pick(institutes);
      const division = index === 0 ? DEMO_COUNTY : random.chance(0.7) ? random.pick(CITIES) : undefined;
      const profile: ProfileOf<'expert'> = {
        name: personName(random),
        unit,
        title: random.pick(['工程师', '高级工程师', '正高级工程师']),
        specialties: random.some(SPECIALTIES, random.int(1, 3)),
        phone: phone(random),
        email: `${account}@example.org`,
      };
      const at = ACCOUNTS_FROM + 30 * DAY + index * 60_000;
      const person = { role: 'expert' as const, account, ...(division === undefined ? {} : { division }), profile, at };
      this.experts.push({ row: this.#add(person, index === 0), unit, habit: HABITS[index % HABITS.length] ?? 'usual' });
    }
  }

  #addSupervisors(count: number): void {
    const random = this.#random;
    for (let index = 0; index < count; index++) {
      const basin = root(random);
      const profile: ProfileOf<'supervisor'> = {
        name: `${basin}流域汇总账号${EXAMPLE}`,
        unit: `${basin}流域管理中心${EXAMPLE}`,
        contact: personName(random),
        phone: phone(random),
      };
      const at = ACCOUNTS_FROM + 40 * DAY + index * 60_000;
      const person = { role: 'supervisor' as const, account: `supervisor${index + 1}`, profile, at };
      this.supervisors.push(this.#add(person, index === 0));
    }
  }

  #addStations(count: number, firms: readonly string[]): void {
    for (const [index, place] of stationPlaces(this.#random, count).entries()) {
      const { division } = place;
      const { profile, at } = makeStation(this.#random, place, index, this.#random.pick(firms));
      const account = `station${String(index + 1).padStart(4, '0')}`;
      const row = this.#add({ role: 'station', account, division, profile, at }, index === 0);
      this.stations.push({ row, division, profile });
    }
  }
}
