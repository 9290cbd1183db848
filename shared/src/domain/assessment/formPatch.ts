import type { ProfileOf } from '../accounts/profiles.ts';
import type { FieldDef, Reason } from './fields.ts';
import {
  CONDITIONS,
  type Condition,
  EMPTY_FORM,
  FORM_PARTS,
  type Form,
  type FormPart,
  MEMBER_FIELDS,
  type Member,
  NOTE,
  PART_ORDER,
} from './form.ts';

/**
 * A partial update of a form (docs/spec/wire.md#conventions), merged by part and field: an absent key leaves the value
 * unchanged, null clears a field or a whole part, and the list of members is replaced as a whole.
 */
export type FormChange = {
  [P in FormPart]?:
    | { [K in keyof Form[P]]?: (P extends 'conditions' ? Partial<Form[P][K]> : Form[P][K]) | null | undefined }
    | null
    | undefined;
};

/** The form of a new application, filled from the station's profile (docs/spec/domain.md#profiles). */
export function startForm(profile: ProfileOf<'station'>): Form {
  const { name, creditCode, address, legalPerson, contact, phone, owner } = profile;
  const { capacity, units, annualOutput, commissionedOn, development, reservoirCapacity } = profile;
  return mergeForm(EMPTY_FORM, {
    unit: { name, creditCode, address, legalPerson, contact, contactPhone: phone, owner },
    plant: { capacity, units, annualOutput, commissionedOn, development, reservoirCapacity },
  });
}

const UNANSWERED = { holds: null, note: '' };
const NOBODY: Member = { name: '', duty: '', title: '' };

/** Applies a change that passed {@link checkFormChange}; neither argument is modified. */
export function mergeForm(form: Form, change: FormChange): Form {
  const parts = PART_ORDER.map((part) => {
    const changes = change[part];
    if (changes === null) return [part, {}];
    const fields = Object.entries(changes ?? {}).map(([key, value]) => {
      if (key === 'members' && value) return [key, (value as Partial<Member>[]).map((one) => filled(NOBODY, {}, one))];
      if (part === 'conditions' && value) return [key, filled(UNANSWERED, form.conditions[key as Condition], value)];
      return [key, value];
    });
    return [part, merged(form[part], Object.fromEntries(fields))];
  });
  return Object.fromEntries(parts) as Form;
}

/** `undefined` leaves a value unchanged; null removes it. */
function merged(stored: object, changes: Record<string, unknown>): object {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    Object.entries({ ...stored, ...Object.fromEntries(given) }).filter(([, value]) => value !== null),
  );
}

/** Like `merged`, but every key stays present: a cleared key gets its value from `base`. */
function filled(base: object, stored: object | undefined, changes: object): object {
  return { ...base, ...merged(stored ?? {}, { ...changes }) };
}

/** The shape of a change: a field, an object of shapes, or a list of one shape. */
type Shape = FieldDef | { readonly [key: string]: Shape } | readonly [Shape];

const CONDITION: Shape = { holds: { kind: 'flag' }, note: NOTE };
const SHAPE: Shape = {
  ...FORM_PARTS,
  conditions: Object.fromEntries(CONDITIONS.map((condition) => [condition, CONDITION])),
  self: { ...FORM_PARTS.self, members: [MEMBER_FIELDS] },
};

/**
 * Validates an unknown value as a {@link FormChange}: reports unknown keys and values of the wrong type, each with its
 * path. Invalid values of the right type are stored and reported at submission (docs/spec/wire.md#details).
 */
export function checkFormChange(change: unknown): { path: string[]; reason: Reason }[] {
  return change === null
    ? [{ path: [], reason: { code: 'type', expected: 'object' } }]
    : shapeFaults(change, SHAPE, []);
}

function shapeFaults(value: unknown, shape: Shape, path: string[]): { path: string[]; reason: Reason }[] {
  if (value === null || value === undefined) return [];
  if (isField(shape)) {
    const expected = typeNeeded(shape, value);
    return expected ? [{ path, reason: { code: 'type', expected } }] : [];
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [{ path, reason: { code: 'type', expected: 'list' } }];
    const [element] = shape as readonly [Shape];
    const nothing = 'null clears a field, it is no entry of a list';
    return value.flatMap((one, index) => shapeFaults(one ?? nothing, element, [...path, String(index)]));
  }
  if (typeof value !== 'object' || Array.isArray(value))
    return [{ path, reason: { code: 'type', expected: 'object' } }];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = [...path, key];
    if (!Object.hasOwn(shape, key)) return [{ path: at, reason: { code: 'unknownKey' } as const }];
    return shapeFaults(inner, (shape as { [key: string]: Shape })[key] as Shape, at);
  });
}

function isField(shape: Shape): shape is FieldDef {
  return 'kind' in shape && typeof shape.kind === 'string';
}

function typeNeeded(def: FieldDef, value: unknown): 'text' | 'number' | 'flag' | 'date' | 'list' | null {
  switch (def.kind) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'number';
    case 'flag':
      return typeof value === 'boolean' ? null : 'flag';
    case 'date':
      return typeof value === 'string' ? null : 'date';
    case 'enums':
      return Array.isArray(value) ? null : 'list';
    default:
      return typeof value === 'string' ? null : 'text';
  }
}
