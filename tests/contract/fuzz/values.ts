import type { Random } from '@shp/server/demo/random';
import { DIVISIONS } from '@shp/shared/domain/accounts/divisions';
import type { Schema } from '../../../scripts/typeText.ts';

/** Values from earlier responses by key, for use in later requests. */
export class Pool {
  private readonly seen = new Map<string, unknown[]>();

  /** `never`: values that requests must not use. */
  constructor(private readonly never: ReadonlySet<unknown>) {}

  /**
   * Adds the primitive values of a response; per key it remembers the latest few hundred. `kind`: the type of its ids.
   */
  learn(answer: unknown, kind: string, key = ''): void {
    if (Array.isArray(answer)) {
      for (const one of answer.slice(0, 40)) this.learn(one, kind, key);
    } else if (typeof answer === 'object' && answer !== null) {
      for (const [inner, value] of Object.entries(answer))
        this.learn(value, NESTED[inner] ?? kind, inner === 'id' ? `id of ${kind}` : inner);
    } else if (answer !== null && answer !== undefined && !this.never.has(answer)) {
      const values = this.seen.get(key) ?? [];
      if (values.length >= 300) values.shift();
      values.push(answer);
      this.seen.set(key, values);
    }
  }

  of(key: string): readonly unknown[] {
    if (key === 'id of user') return USERS.flatMap((kind) => this.seen.get(`id of ${kind}`) ?? []);
    return this.seen.get(key) ?? [];
  }
}

const USERS = ['manager', 'expert', 'station', 'supervisor'];

/** The type of objects nested in others, by key. */
const NESTED: Record<string, string> = { station: 'station', experts: 'expert', by: 'other', user: 'other' };

/** Keys that mean the same as another key. */
const ALIASES: Record<string, string> = {
  assessmentId: 'id of assessment',
  expertId: 'id of expert',
  experts: 'id of expert',
  fileIds: 'id of file',
  stationsId: 'id of station',
  station: 'number',
};

/** Texts that often break parsers, databases, spreadsheets and logs. */
const AWKWARD = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'undefined',
  'NaN',
  "'",
  '"',
  '%',
  '_',
  '\\',
  "x' OR '1'='1",
  '../../etc/passwd',
  '=1+1',
  '<b>&amp;',
  '\0',
  '\u202e',
  '\ufeff',
  '\ud800',
  '𠮷😀',
  '一'.repeat(300),
  'x'.repeat(20_000),
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '2026-01-31T08:00:00Z',
  '+010000-01-01T00:00:00.000Z',
  '__proto__',
  'constructor',
  'toString',
];

const NUMBERS = [0, -0, 1, 2, 3, -1, 0.1, 0.05, 1e21, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 5e-324];

type Components = Record<string, Schema>;

/** Random values that fit a schema, or nearly fit. */
export class Values {
  constructor(
    private readonly random: Random,
    private readonly pool: Pool,
    private readonly components: Components,
    /** A workbook that the import accepts. */
    readonly sheet: Buffer<ArrayBuffer>,
  ) {}

  /** The meaning of the operation's own parameters; set before its values are generated. */
  names: Readonly<Record<string, string>> = {};

  /** A value that the schema allows, or that at least looks valid. `key` is its property. */
  fitting(schema: Schema, key = ''): unknown {
    const { random } = this;
    if (schema.$ref) return this.named(schema.$ref.split('/').at(-1) ?? '', key);
    if ('const' in schema) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    if (schema.anyOf) return this.fitting(random.pick(schema.anyOf), key);
    if (Array.isArray(schema.type)) return this.fitting({ ...schema, type: random.pick(schema.type) }, key);
    switch (schema.type) {
      case 'object':
        return this.object(schema);
      case 'array':
        return Array.from({ length: random.pick([0, 1, 1, 1, 2, 5]) }, () => this.fitting(schema.items ?? {}, key));
      case 'integer':
      case 'number':
        return this.number(schema);
      case 'boolean':
        return random.chance(0.5);
      case 'null':
        return null;
      case 'string':
        return this.text(schema, key);
      default:
        return this.anything(2);
    }
  }

  /** Spoils a value in one place: another type, an extra or missing key, an enormous value. */
  spoilt(value: unknown): unknown {
    const { random } = this;
    if (typeof value !== 'object' || value === null || random.chance(0.15)) return this.anything(3);
    if (Array.isArray(value)) {
      if (value.length === 0 || random.chance(0.4)) return [...value, this.anything(2)];
      const at = random.int(0, value.length - 1);
      return value.map((one, index) => (index === at ? this.spoilt(one) : one));
    }
    const entries = Object.entries(value);
    const at = random.int(0, entries.length);
    if (at === entries.length) return { ...value, [random.pick(AWKWARD)]: this.anything(1) };
    if (random.chance(0.25)) return Object.fromEntries(entries.filter((_, index) => index !== at));
    return Object.fromEntries(entries.map(([key, one], index) => [key, index === at ? this.spoilt(one) : one]));
  }

  private named(name: string, key: string): unknown {
    const { random } = this;
    if (name === 'DivisionCode') return random.pick(DIVISIONS).code;
    if (name === 'PasswordHash') return Array.from({ length: 64 }, () => random.pick([...'0123456789ABCDEF'])).join('');
    if (name === 'AccountName') return `fuzz-${random.int(0, 500)}`;
    return this.fitting(this.components[name] ?? {}, key);
  }

  private object({ properties = {}, required = [], additionalProperties }: Schema): Record<string, unknown> {
    const { random } = this;
    const keys = Object.keys(properties).filter((key) => required.includes(key) || random.chance(0.4));
    const value = Object.fromEntries(keys.map((key) => [key, this.fitting(properties[key] ?? {}, key)]));
    if (typeof additionalProperties !== 'object' || random.chance(0.1)) return value;
    const more = random.chance(0.5) ? random.some(['unit', 'specialties', 'capacity', 'address', 'x'], 2) : [];
    const names = ['name', 'contact', 'phone', ...more];
    return { ...value, ...Object.fromEntries(names.map((name) => [name, this.field(name)])) };
  }

  /** A value for a profile field, mostly of the right type. */
  private field(name: string): unknown {
    if (this.random.chance(0.05)) return this.anything(1);
    if (name === 'capacity') return this.number({ type: 'number', minimum: 0 });
    return name === 'specialties' ? ['safety'] : this.text({}, name);
  }

  private number({ type, minimum = -1000, maximum = 1000 }: Schema): number {
    const { random } = this;
    if (random.chance(0.1)) return random.pick([minimum, maximum]);
    const [from, to] = [Math.max(minimum, -1e6), Math.min(maximum, 1e6)];
    const number = random.chance(0.7) ? random.between(from, Math.min(to, from + 10)) : random.between(from, to);
    return type === 'integer' ? Math.round(number) : Number(number.toFixed(random.int(0, 2)));
  }

  private text({ format, maxLength = 30 }: Schema, key: string): string {
    const { random } = this;
    if (['s1', 'serial1'].includes(key)) return String(random.int(1, 9));
    const known = this.pool.of(this.names[key] ?? ALIASES[key] ?? key).filter((value) => typeof value === 'string');
    if (known.length > 0 && random.chance(0.9)) return random.pick(known);
    if (format === 'date') return random.pick(['2026-01-31', '2025-06-30', '2020-02-29', '1999-12-31']);
    if (format === 'date-time') return random.pick(['2026-01-31T08:00:00.000Z', '2020-01-01T00:00:00Z']);
    if (key === 'filename') return 'example.pdf';
    if (key === 'roles') return random.pick(['', 'expert', 'expert,station']);
    if (key === 'phone' || key === 'contactPhone') return '0771-1234567';
    if (random.chance(0.1)) return random.pick(AWKWARD).slice(0, maxLength);
    return random.pick(['示例', 'example', '2', 'x', '示例电站']).slice(0, maxLength);
  }

  private anything(depth: number): unknown {
    const { random } = this;
    const plain = [null, true, false, random.pick(NUMBERS), random.pick(AWKWARD), random.pick(AWKWARD)];
    if (depth === 0 || random.chance(0.6)) return random.pick(plain);
    const inner = Array.from({ length: random.int(0, 3) }, () => this.anything(depth - 1));
    if (random.chance(0.5)) return inner;
    return Object.fromEntries(inner.map((one) => [random.pick(AWKWARD), one]));
  }
}
