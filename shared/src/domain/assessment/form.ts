import { DEVELOPMENTS } from '../accounts/profiles.ts';
import type { FieldDef, FieldDefs, ValueOf } from './fields.ts';

/**
 * docs/spec/domain.md#application-form: the application form, part by part. `required`: needed to submit, not to save.
 */
const text = { kind: 'text', max: 100 } as const;
const required = { ...text, required: true } as const;
const long = { kind: 'text', max: 5000, multiline: true } as const;
const amount = (decimals: number, max: number) => ({ kind: 'number', min: 0, max, decimals }) as const;

export const FORM_PARTS = {
  unit: {
    name: required,
    creditCode: { kind: 'text', max: 18, format: 'creditCode', required: true },
    address: { kind: 'text', max: 200, required: true },
    legalPerson: required,
    legalPhone: { kind: 'text', max: 20, format: 'phone' },
    contact: required,
    contactPhone: { kind: 'text', max: 20, format: 'phone', required: true },
    owner: text,
    competentAuthority: text,
  },
  plant: {
    capacity: { ...amount(2, 1_000_000), unit: 'kW', required: true },
    units: { kind: 'number', min: 1, max: 1000, decimals: 0, required: true },
    annualOutput: { ...amount(2, 10_000_000), unit: '10⁴ kWh' },
    commissionedOn: { kind: 'date', required: true },
    development: { kind: 'enum', values: DEVELOPMENTS, required: true },
    damType: text,
    damHeight: { ...amount(2, 1000), unit: 'm' },
    reservoirCapacity: { ...amount(2, 100_000_000), unit: '10⁴ m³' },
    gridConnected: { kind: 'flag' },
    staff: amount(0, 100_000),
    safetyStaff: amount(0, 100_000),
    certifiedOperators: amount(0, 100_000),
  },
  record: {
    deaths: { ...amount(0, 10_000), required: true },
    seriousInjuries: { ...amount(0, 10_000), required: true },
    directLoss: { ...amount(2, 10_000_000), unit: '10⁴ CNY', required: true },
    majorAccident: { kind: 'flag', required: true },
  },
  self: {
    selfFrom: { kind: 'date', required: true },
    selfTo: { kind: 'date', required: true },
    leader: required,
    summary: { ...long, required: true },
    problems: long,
    rectification: long,
  },
  pledge: {
    agreed: { kind: 'flag', required: true },
    signer: required,
    signedOn: { kind: 'date', required: true },
  },
} as const satisfies Record<string, FieldDefs>;

/** An application is refused if the last 12 months had this many serious injuries or a loss above this (10⁴ CNY). */
export const RECORD_LIMITS = { seriousInjuries: 3, directLoss: 100 } as const;

/** The basic conditions of an application; the station answers each with yes or no and a note. */
export const CONDITIONS = [
  'licences',
  'waterPermit',
  'acceptance',
  'damRegistered',
  'ecologicalFlow',
  'tickets',
  'accidentFree',
] as const;
export type Condition = (typeof CONDITIONS)[number];

/** The fields of a member of the self-assessment group (`self.members`). */
export const MEMBER_FIELDS = { name: text, duty: text, title: text } as const satisfies FieldDefs;
export const MEMBER_KEYS = ['name', 'duty', 'title'] as const satisfies (keyof typeof MEMBER_FIELDS)[];
export const MEMBERS_MAX = 50;
/** The note of a condition. */
export const NOTE = { kind: 'text', max: 500, multiline: true } as const satisfies FieldDef;

export type FormPart = keyof typeof FORM_PARTS | 'conditions';
/** The form parts, in order. */
export const PART_ORDER = ['unit', 'plant', 'conditions', 'record', 'self', 'pledge'] as const satisfies FormPart[];

/** A field path `part.field`, as in problems, remarks and changes (docs/spec/wire.md#details). */
export type FormPath =
  | { [P in keyof typeof FORM_PARTS]: `${P}.${keyof (typeof FORM_PARTS)[P] & string}` }[keyof typeof FORM_PARTS]
  | `conditions.${Condition}`
  | 'self.members';

/** All field paths, in form order. */
export const FORM_PATHS: readonly FormPath[] = PART_ORDER.flatMap((part) => {
  const keys = part === 'conditions' ? CONDITIONS : Object.keys(FORM_PARTS[part]);
  const paths = keys.map((key) => `${part}.${key}` as FormPath);
  return paths.flatMap((path) => (path === 'self.leader' ? [path, 'self.members'] : [path]));
});

type Draft<D extends FieldDefs> = { [K in keyof D]?: ValueOf<D[K]> };
export type Member = { name: string; duty: string; title: string };

/** A stored form. A draft may be incomplete and may hold invalid values of the right type until submission. */
export type Form = {
  [P in Exclude<keyof typeof FORM_PARTS, 'self'>]: Draft<(typeof FORM_PARTS)[P]>;
} & {
  self: Draft<(typeof FORM_PARTS)['self']> & { members?: Member[] };
  conditions: { [C in Condition]?: { holds: boolean | null; note: string } };
};

export const EMPTY_FORM: Form = { unit: {}, plant: {}, conditions: {}, record: {}, self: {}, pledge: {} };
