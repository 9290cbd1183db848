import { DUTIES, isDuty } from '@shp/shared/domain/accounts/duties';
import { profileField } from '@shp/shared/domain/accounts/profiles';
import { KIND_ROLES, UNIT_ROLES, type UserKind, type UserRole } from '@shp/shared/domain/accounts/roles';
import { needsDivision } from '@shp/shared/domain/accounts/userAdministration';
import { type FieldDef, isAbsent, labelKey } from '@shp/shared/domain/assessment/fields';
import { hasDivisions, hasRoles, profileFields } from '@shp/shared/sheets/users';
import { kebab, type Option, type Options } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { split } from '../../command/parse.ts';
import { readJson } from '../../command/stdin.ts';
import { UsageError } from '../../lib/errors.ts';
import type { LocalizedText, Texts } from '../../lib/texts.ts';
import { divisionCode } from '../flags/divisionFlag.ts';

type Value = string | number | string[] | null;
/** The account in the flags of `add` and `update`, as the calls take it. */
export type Account = {
  account?: string;
  role?: string;
  division?: string | null;
  duties?: string[];
  profile: Record<string, unknown>;
};

/** One flag per profile field. Numbers are parsed here because an empty value clears the field. */
export function profileOptions(fields: readonly (readonly [string, FieldDef])[]): Options {
  return Object.fromEntries(fields.map(([key, def]) => [key, optionOf(key, def)]));
}

function optionOf(key: string, def: FieldDef): Option {
  const help: LocalizedText = ({ common, cli }) => {
    const name = common.fields[labelKey(key, def) as keyof typeof common.fields];
    return def.kind === 'number' && def.unit ? cli.options.withUnit(name, common.units[def.unit]) : name;
  };
  if (def.kind === 'enums') return { kind: 'text', value: def.values.join(','), help, mayBeEmpty: true };
  if (def.kind === 'enum') return { kind: 'text', value: def.values.join('|'), help, mayBeEmpty: true };
  return {
    kind: 'text',
    value: { text: 'TEXT', number: 'NUMBER', date: 'YYYY-MM-DD', flag: 'true|false' }[def.kind],
    help,
    mayBeEmpty: true,
  };
}

/** The flags of `add` and `update` for a kind. */
export function accountOptions(kind: UserKind, verb: 'add' | 'update'): Options {
  const fixed = verb === 'update' && kind === 'supervisors';
  return {
    ...(fixed ? {} : { account: { kind: 'text', value: 'TEXT', help: ({ common }) => common.fields.account } }),
    ...(hasRoles(kind) && verb === 'add'
      ? { role: { kind: 'text', value: 'ROLE', choices: UNIT_ROLES, help: ({ common }) => common.fields.role } }
      : {}),
    ...(hasRoles(kind)
      ? { duties: { kind: 'text', value: DUTIES.join(','), help: ({ common }) => common.duties.help } }
      : {}),
    ...(hasDivisions(kind)
      ? { division: { kind: 'text', value: 'DIVISION', help: ({ cli }) => cli.options.division, mayBeEmpty: true } }
      : {}),
    ...profileOptions(profileFields(kind)),
    input: { kind: 'text', value: 'FILE', help: ({ cli }) => cli.options.input },
  };
}

/** Reads flags and `--input`; flags win. @throws UsageError */
export async function readAccount(
  kind: UserKind,
  given: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<Account & { password?: string }> {
  const file = typeof given.input === 'string' ? await readJson(context, given.input) : {};
  const known = new Set(profileFields(kind).map(([key]) => key));
  const flat = { ...file, ...(file.profile as Record<string, unknown> | undefined) };
  delete flat.profile;
  const account: Account & Record<string, unknown> = { profile: {} };
  for (const [key, value] of Object.entries(flat)) {
    if (known.has(key)) account.profile[key] = value;
    else account[key] = value;
  }
  Object.assign(account.profile, profileValues(profileFields(kind), given, context.texts));
  for (const key of ['account', 'role'] as const) if (typeof given[key] === 'string') account[key] = given[key];
  if (typeof given.duties === 'string') account.duties = dutiesIn(given.duties, context.texts);
  const division = given.division ?? account.division;
  if (division === '') account.division = null;
  else if (typeof division === 'string') account.division = await divisionCode('--division', division, context.texts);
  return account;
}

/** @throws UsageError for a text that is not a duty */
function dutiesIn(text: string, { cli }: Texts): string[] {
  const duties = split(text);
  const wrong = duties.find((one) => !isDuty(one));
  if (wrong !== undefined) throw new UsageError(cli.usage.notOneOf('--duties', wrong, DUTIES.join(', ')));
  return duties;
}

/** The profile fields in the flags; an empty value clears a field. @throws UsageError */
export function profileValues(
  fields: readonly (readonly [string, FieldDef])[],
  given: Readonly<Record<string, unknown>>,
  texts: Texts,
): Record<string, Value> {
  const values: Record<string, Value> = {};
  for (const [key, def] of fields) {
    const text = given[key];
    if (typeof text === 'string') values[key] = fieldValue(`--${kebab(key)}`, def, text, texts);
  }
  return values;
}

function fieldValue(flag: string, def: FieldDef, text: string, { cli }: Texts): Value {
  if (text === '') return null;
  if (def.kind === 'number') {
    const number = Number(text);
    if (!Number.isFinite(number)) throw new UsageError(cli.usage.notNumber(flag, text));
    return number;
  }
  const values = def.kind === 'enums' ? split(text) : [text];
  if (def.kind === 'enum' || def.kind === 'enums') {
    const wrong = values.find((value) => !def.values.includes(value));
    if (wrong !== undefined) throw new UsageError(cli.usage.notOneOf(flag, wrong, def.values.join(', ')));
  }
  return def.kind === 'enums' ? values : text;
}

/** Names the missing required flags. @throws UsageError */
export function checkComplete(kind: UserKind, account: Account, { cli }: Texts): void {
  const role = (KIND_ROLES[kind].length > 1 ? account.role : KIND_ROLES[kind][0]) as UserRole | undefined;
  const missing = profileFields(kind)
    .map(([key]) => key)
    .filter((key) => role && profileField(role, key)?.required && isAbsent(account.profile[key]));
  if (role && needsDivision(role) && isAbsent(account.division)) missing.unshift('division');
  if (isAbsent(role)) missing.unshift('role');
  if (isAbsent(account.account)) missing.unshift('account');
  if (missing.length > 0)
    throw new UsageError(cli.usage.missingFlags(missing.map((key) => `--${kebab(key)}`).join(', ')));
}
