import { SECOND_FACTOR } from './accounts/factors.ts';
import { checkField, type FieldDef, type ValueOf } from './assessment/fields.ts';
import { LEVELS, type Level } from './assessment/statuses.ts';
import { ENDS_SOON_DAYS } from './lib/lists.ts';

/** One value of a setting: its type, limits and default. */
type SettingDef = FieldDef & {
  readonly default: unknown;
  /** Stored, but never shown: {@link SECRET} stands for it. */
  readonly secret?: true;
};
type LevelsDef = { readonly kind: 'levels'; readonly default: readonly Level[] };
type Leaf = SettingDef | LevelsDef;
type Shape = Leaf | { readonly [key: string]: Shape };
type Row = {
  /** The group on the settings page. */
  readonly group: SettingGroup;
  /** Only administrators can read it. */
  readonly private?: true;
  readonly value: Shape;
};
export type SettingGroup =
  | 'applications'
  | 'review'
  | 'thresholds'
  | 'files'
  | 'publication'
  | 'footer'
  | 'notices'
  | 'security'
  | 'signOn';

const flag = (value: boolean) => ({ kind: 'flag', default: value }) as const;
const whole = (value: number, min: number, max: number) =>
  ({ kind: 'number', min, max, decimals: 0, default: value }) as const;
const decimal = (value: number, min: number, max: number) =>
  ({ kind: 'number', min, max, decimals: 2, default: value }) as const;
const threshold = (score: number, chapter: number) =>
  ({ score: decimal(score, 50, 100), chapter: decimal(chapter, 40, 100) }) as const;
const link = {
  name: { kind: 'text', max: 100, default: '' },
  url: { kind: 'text', max: 300, format: 'url', default: '' },
} as const;

/**
 * All settings. Schema, defaults, the settings page, `shp settings` and shell completion are derived from these rows.
 * To add a setting: its row here, and its label in `text/{en,zh}/administration.ts`. Times are in hours or days as
 * named, sizes in MB of 2^20 bytes, thresholds in percent.
 */
export const SETTINGS = {
  openLevels: { group: 'applications', value: { kind: 'levels', default: [2, 3] } },
  acceptApplications: { group: 'applications', value: flag(true) },
  minExperts: { group: 'review', value: whole(1, 1, 9) },
  minIndependentExperts: { group: 'review', value: whole(0, 0, 9) },
  validYears: { group: 'review', value: whole(3, 1, 5) },
  remindDays: { group: 'review', value: whole(ENDS_SOON_DAYS, 0, 1000) },
  stageDays: {
    group: 'review',
    value: {
      submitted: whole(15, 1, 365),
      first_passed: whole(10, 1, 365),
      reviewing: whole(30, 1, 365),
      reviewed: whole(15, 1, 365),
    },
  },
  thresholds: {
    group: 'thresholds',
    value: { '1': threshold(90, 70), '2': threshold(80, 70), '3': threshold(70, 60) },
  },
  maxFileMB: { group: 'files', value: whole(200, 1, 2048) },
  maxAssessmentMB: { group: 'files', value: whole(2048, 1, 102_400) },
  publishRatings: { group: 'publication', value: flag(false) },
  publicDays: { group: 'publication', value: whole(0, 0, 60) },
  objectionsTo: { group: 'publication', value: { kind: 'text', max: 300, default: '' } },
  // Read by lib/workingDays.ts.
  holidays: { group: 'publication', value: { kind: 'text', max: 20_000, multiline: true, default: '' } },
  footer: { group: 'footer', value: { sponsor: link, organiser: link, support: link } },
  // Without a host or a sender no mail is sent. `secure`: TLS from the first byte, usually at port 465; otherwise STARTTLS.
  mail: {
    group: 'notices',
    private: true,
    value: {
      host: { kind: 'text', max: 253, default: '' },
      port: whole(587, 1, 65_535),
      secure: flag(false),
      requireTls: flag(true),
      sender: { kind: 'text', max: 200, format: 'emailOrNone', default: '' },
      user: { kind: 'text', max: 200, default: '' },
      password: { kind: 'text', max: 200, secret: true, default: '' },
    },
  },
  webhookOwnNetwork: { group: 'notices', private: true, value: flag(false) },
  passwordDays: { group: 'security', value: whole(0, 0, 1000) },
  initialPasswordDays: { group: 'security', value: whole(30, 1, 365) },
  secondFactor: { group: 'security', value: { kind: 'enum', values: SECOND_FACTOR, default: 'off' } },
  // A login ends the account's other sessions.
  oneSession: { group: 'security', value: flag(false) },
  // No administrator has more than one duty or changes the own duties (accounts/duties.ts).
  separateDuties: { group: 'security', value: flag(false) },
  // Without an issuer or a client there is no single sign-on. `claim` holds the account's name.
  oidc: {
    group: 'signOn',
    private: true,
    value: {
      issuer: { kind: 'text', max: 300, format: 'url', default: '' },
      clientId: { kind: 'text', max: 200, default: '' },
      clientSecret: { kind: 'text', max: 500, secret: true, default: '' },
      claim: { kind: 'text', max: 100, default: 'preferred_username' },
      name: { kind: 'text', max: 50, default: '' },
    },
  },
  sessionHours: { group: 'security', private: true, value: { idle: decimal(12, 0.1, 24), max: decimal(168, 1, 168) } },
  // Failed logins in 15 minutes after which an account or an address has to wait.
  loginAttempts: {
    group: 'security',
    private: true,
    value: { account: whole(10, 3, 20), address: whole(60, 20, 600) },
  },
} as const satisfies Record<string, Row>;

type Rows = typeof SETTINGS;
type ValueIn<S> = S extends { readonly kind: 'levels' }
  ? Level[]
  : S extends FieldDef
    ? ValueOf<S>
    : { -readonly [K in keyof S]: ValueIn<S[K]> };
type PathsOf<S, P extends string> = S extends { readonly kind: string }
  ? P
  : { [K in keyof S & string]: PathsOf<S[K], `${P}.${K}`> }[keyof S & string];

export type SettingKey = keyof Rows;
export type Settings = { [K in SettingKey]: ValueIn<Rows[K]['value']> };
/** The path of one value: `thresholds.3.score`. */
export type SettingPath = { [K in SettingKey]: PathsOf<Rows[K]['value'], K> }[SettingKey];
export type PrivateSetting = { [K in SettingKey]: Rows[K] extends { private: true } ? K : never }[SettingKey];
export type Thresholds = Settings['thresholds'];
export type Threshold = Thresholds['1'];
export type FooterLink = Settings['footer']['sponsor'];

const KEYS = Object.keys(SETTINGS) as SettingKey[];

/** Settings that only administrators can read. */
export const PRIVATE_SETTINGS = KEYS.filter((key) => 'private' in SETTINGS[key]) as PrivateSetting[];

export type SettingLeaf = { readonly path: SettingPath; readonly group: SettingGroup; readonly def: Leaf };
/** All values with their paths, in row order. */
export const SETTING_LEAVES: readonly SettingLeaf[] = KEYS.flatMap((key) =>
  leavesOf(SETTINGS[key].value, key).map(([path, def]) => ({ path, group: SETTINGS[key].group, def })),
);

export const DEFAULT_SETTINGS: Settings = settingsFrom({});

function isLeaf(shape: Shape): shape is Leaf {
  return typeof (shape as Leaf).kind === 'string';
}

function leavesOf(shape: Shape, path: string): [SettingPath, Leaf][] {
  if (isLeaf(shape)) return [[path as SettingPath, shape]];
  return Object.entries(shape).flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`));
}

/** Folds a setting: calls `leaf` for each value and `group` for each object of values. */
export function foldSetting<T>(key: SettingKey, leaf: (def: Leaf) => T, group: (parts: Record<string, T>) => T): T {
  const fold = (shape: Shape): T =>
    isLeaf(shape)
      ? leaf(shape)
      : group(Object.fromEntries(Object.entries(shape).map(([name, inner]) => [name, fold(inner)])));
  return fold(SETTINGS[key].value);
}

/**
 * Reads settings saved by any version: a value that is missing or has the wrong type gets its default, also inside a
 * group; a number outside its limits becomes the nearest limit.
 */
export function settingsFrom(saved: unknown): Settings {
  const values = KEYS.map((key) => [key, valueFrom(SETTINGS[key].value, own(saved, key))] as const);
  return Object.fromEntries(values) as unknown as Settings;
}

function valueFrom(shape: Shape, saved: unknown): unknown {
  if (!isLeaf(shape)) {
    return Object.fromEntries(Object.entries(shape).map(([key, inner]) => [key, valueFrom(inner, own(saved, key))]));
  }
  if (shape.kind === 'levels') return isLevels(saved) ? [...saved] : [...shape.default];
  if (shape.kind === 'number' && typeof saved === 'number' && Number.isFinite(saved)) {
    const rounded = Number(saved.toFixed(shape.decimals));
    return Math.min(Math.max(rounded, shape.min), shape.max);
  }
  // The server stores secrets sealed, and so longer than they are typed.
  if ('secret' in shape && typeof saved === 'string') return saved;
  return saved !== undefined && checkField(shape, saved) === null ? saved : shape.default;
}

function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function isLevels(value: unknown): value is Level[] {
  return (
    Array.isArray(value) && new Set(value).size === value.length && value.every((one) => LEVELS.includes(one as Level))
  );
}

/** The value at a path. */
export function settingAt(settings: Partial<Settings>, path: SettingPath): unknown {
  return path.split('.').reduce<unknown>(own, settings);
}

export type SettingChange = { readonly path: SettingPath; readonly before: unknown; readonly after: unknown };

/** The values in which two settings differ; a setting absent from `after` counts as unchanged. */
export function settingChanges(before: Partial<Settings>, after: Partial<Settings>): SettingChange[] {
  return SETTING_LEAVES.flatMap(({ path }) => {
    const [old, now] = [settingAt(before, path), settingAt(after, path)];
    return now === undefined || JSON.stringify(old) === JSON.stringify(now) ? [] : [{ path, before: old, after: now }];
  });
}

/** Stands for a secret that is set; sent back, it leaves the secret as it is. */
export const SECRET = '••••••••';
const SECRET_PATHS = SETTING_LEAVES.flatMap(({ path, def }) => ('secret' in def ? [path] : []));

/** The settings as they are shown: {@link SECRET} in place of every secret that is set. */
export function withoutSecrets(settings: Settings): Settings {
  return mapSecrets(settings, (value) => (value === '' ? '' : SECRET));
}

/** Settings as sent, with the stored secret wherever {@link SECRET} came back. */
export function restoreSecrets(sent: Settings, stored: Settings): Settings {
  return mapSecrets(sent, (value, path) => (value === SECRET ? String(settingAt(stored, path) ?? '') : value));
}

/** A copy of the settings with every secret replaced. */
export function mapSecrets(settings: Settings, replace: (value: string, path: SettingPath) => string): Settings {
  const copy = structuredClone(settings);
  for (const path of SECRET_PATHS) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const holder = keys.reduce<unknown>(own, copy) as Record<string, unknown>;
    holder[last] = replace(String(holder[last] ?? ''), path);
  }
  return copy;
}
