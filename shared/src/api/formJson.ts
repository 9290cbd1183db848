import type { FieldDef, FieldDefs } from '../domain/assessment/fields.ts';
import { CONDITIONS, FORM_PARTS, MEMBER_FIELDS, MEMBERS_MAX, NOTE, PART_ORDER } from '../domain/assessment/form.ts';

type Json = Record<string, unknown>;

/**
 * The application form as JSON Schema, for the API description. It states types only, because a draft may hold invalid
 * values of the right type. `change`: a partial update, in which null clears a field or a part.
 */
export function formJson(change: boolean): Json {
  const parts = PART_ORDER.map((part) => {
    const fields =
      part === 'conditions'
        ? Object.fromEntries(CONDITIONS.map((key) => [key, orNull(CONDITION, change)]))
        : fieldsJson(FORM_PARTS[part], change);
    if (part === 'self') fields.members = orNull(MEMBERS, change);
    return [part, orNull(object(fields), change)];
  });
  return { ...object(Object.fromEntries(parts)), ...(change ? {} : { required: PART_ORDER }) };
}

function fieldsJson(defs: FieldDefs, change: boolean): Json {
  return Object.fromEntries(Object.entries(defs).map(([key, def]) => [key, orNull(fieldJson(def), change)]));
}

function fieldJson(def: FieldDef): Json {
  switch (def.kind) {
    case 'number':
      return { type: 'number' };
    case 'flag':
      return { type: 'boolean' };
    case 'enum':
      return { type: 'string', examples: def.values };
    case 'enums':
      return { type: 'array', items: { type: 'string', examples: def.values } };
    case 'date':
      return { type: 'string', examples: ['2026-01-31'] };
    default:
      return { type: 'string' };
  }
}

const object = (properties: Json): Json => ({ type: 'object', properties, additionalProperties: false });
const orNull = (schema: Json, nullable: boolean): Json =>
  nullable ? { ...schema, type: [schema.type, 'null'] } : schema;
const CONDITION = object({ holds: { type: ['boolean', 'null'] }, note: fieldJson(NOTE) });
const MEMBERS: Json = { type: 'array', maxItems: MEMBERS_MAX, items: object(fieldsJson(MEMBER_FIELDS, false)) };
