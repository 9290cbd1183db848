/** A JSON Schema as far as descriptions of calls use it. */
export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  prefixItems?: readonly Schema[];
  description?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  default?: unknown;
};

const FORMATS: Record<string, string> = { date: 'date', 'date-time': 'time', binary: 'bytes' };

/** A schema in the notation of TypeScript, with ranges and lengths in brackets. */
export function typeText(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' | ');
  if (Array.isArray(schema.type)) {
    const { type, ...rest } = schema;
    return (type as string[])
      .map((one) => typeText(one === 'null' ? { type: 'null' } : { ...rest, type: one }))
      .join(' | ');
  }
  switch (schema.type) {
    case 'object':
      return objectText(schema);
    case 'array':
      return arrayText(schema);
    case 'string':
      return (FORMATS[schema.format ?? ''] ?? 'string') + range(schema.minLength, schema.maxLength);
    case 'integer':
    case 'number':
      return schema.type + range(safe(schema.minimum), safe(schema.maximum));
    default:
      return String(schema.type ?? 'anything');
  }
}

function objectText({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(([key, schema]) => {
    const optional = required.includes(key) ? '' : '?';
    const preset = schema.default === undefined ? '' : ` = ${literal(schema.default)}`;
    return `${key}${optional}: ${typeText(schema)}${preset}`;
  });
  if (typeof additionalProperties === 'object') fields.push(`[key]: ${typeText(additionalProperties)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function arrayText({ items, prefixItems, maxItems }: Schema): string {
  if (prefixItems) return `[${prefixItems.map(typeText).join(', ')}]`;
  const element = typeText(items ?? {});
  return `${/[ |]/.test(element) && !element.startsWith('{') ? `(${element})` : element}[]${range(undefined, maxItems)}`;
}

function range(from: number | undefined, to: number | undefined): string {
  if (from === undefined && to === undefined) return '';
  return `(${from ?? ''}..${to ?? ''})`;
}

/** The bounds of an integer that every machine has say nothing. */
function safe(bound: number | undefined): number | undefined {
  return bound !== undefined && Math.abs(bound) === Number.MAX_SAFE_INTEGER ? undefined : bound;
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));
