import { z } from 'zod';

type Json = Record<string, unknown>;

/** Collects the JSON Schemas of one API description; objects with `meta({ id })` become components. */
export class Schemas {
  readonly components: Record<string, Json> = {};

  /** The JSON Schema of a request (`input`) or response (`output`); named objects become references. */
  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { $schema: _dialect, $defs = {}, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
    for (const [name, definition] of Object.entries($defs as Record<string, Json>)) this.add(name, definition);
    return referring(json) as Json;
  }

  private add(name: string, definition: Json): void {
    const json = referring(definition) as Json;
    const known = this.components[name];
    if (known && JSON.stringify(known) !== JSON.stringify(json)) throw new Error(`two schemas are named ${name}`);
    this.components[name] = json;
  }
}

/** Rewrites references to `$defs` into references to the description's components. */
function referring(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(referring);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) =>
      key === '$ref' && typeof value === 'string'
        ? [key, value.replace('#/$defs/', '#/components/schemas/')]
        : [key, referring(value)],
    ),
  );
}
