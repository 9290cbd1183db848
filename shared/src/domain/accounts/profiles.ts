import type { FieldDef, FieldDefs, ValueOf } from '../assessment/fields.ts';
import { CAPACITY_MAX } from '../lib/lists.ts';
import type { UserRole } from './roles.ts';

/** docs/spec/domain.md#profiles: the profile fields of each role, in the order of sheets and screens. */
const text = { kind: 'text', max: 100 } as const;
const name = { kind: 'text', max: 100, required: true } as const;
const address = { kind: 'text', max: 200 } as const;
const phone = { kind: 'text', max: 20, format: 'phone' } as const;
const email = { kind: 'text', max: 100, format: 'email' } as const;

export const SPECIALTIES = ['hydraulic', 'electrical', 'mechanical', 'safety', 'operation', 'other'] as const;
export const DEVELOPMENTS = ['dam', 'diversion', 'mixed'] as const;

const office = { name, contact: text, phone, email } as const satisfies FieldDefs;

const unit = {
  name,
  contact: { ...text, required: true },
  phone: { ...phone, required: true },
  address,
  email,
} as const satisfies FieldDefs;

const expert = {
  name: { ...name, label: 'personName' },
  unit: { ...text, required: true },
  title: text,
  specialties: { kind: 'enums', values: SPECIALTIES, required: true },
  phone: { ...phone, required: true },
  email,
} as const satisfies FieldDefs;

const station = {
  name,
  creditCode: { kind: 'text', max: 18, format: 'creditCode' },
  address: { ...address, required: true },
  longitude: { kind: 'number', min: -180, max: 180, decimals: 6, unit: '°' },
  latitude: { kind: 'number', min: -90, max: 90, decimals: 6, unit: '°' },
  river: text,
  legalPerson: { ...text, required: true },
  contact: { ...text, required: true },
  phone: { ...phone, required: true },
  capacity: { kind: 'number', min: 0, max: CAPACITY_MAX, decimals: 2, unit: 'kW', required: true },
  units: { kind: 'number', min: 1, max: 1000, decimals: 0 },
  annualOutput: { kind: 'number', min: 0, max: 10_000_000, decimals: 2, unit: '10⁴ kWh' },
  commissionedOn: { kind: 'date' },
  development: { kind: 'enum', values: DEVELOPMENTS },
  reservoirCapacity: { kind: 'number', min: 0, max: 100_000_000, decimals: 2, unit: '10⁴ m³' },
  owner: text,
} as const satisfies FieldDefs;

const supervisor = {
  name,
  unit: text,
  contact: { ...text, required: true },
  phone: { ...phone, required: true },
} as const satisfies FieldDefs;

export const PROFILES = {
  admin: office,
  ministry_manager: office,
  province_manager: unit,
  city_manager: unit,
  county_manager: unit,
  expert,
  station,
  supervisor,
} as const satisfies Record<UserRole, FieldDefs>;

type Present<D extends FieldDefs> = { [K in keyof D as D[K] extends { required: true } ? K : never]: ValueOf<D[K]> };
type Optional<D extends FieldDefs> = { [K in keyof D as D[K] extends { required: true } ? never : K]?: ValueOf<D[K]> };

/** A stored profile: required fields are present, the others may be absent. */
export type ProfileOf<R extends UserRole> = Present<(typeof PROFILES)[R]> & Optional<(typeof PROFILES)[R]>;

/** A profile of any role, as lists and the profile page read it. */
export type Profile = { name: string } & { [key: string]: string | number | boolean | string[] | undefined };

/** The definition of a profile field of a role. */
export function profileField(role: UserRole, key: string): FieldDef | undefined {
  return (PROFILES[role] as FieldDefs)[key];
}

/** Valid account names. */
export const ACCOUNT_PATTERN = /^[A-Za-z0-9_.-]{3,32}$/;
