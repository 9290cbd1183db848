import type { User } from '@shp/shared/api/objects';
import { contains, DIVISIONS, divisionPath, parseDivision } from '@shp/shared/domain/accounts/divisions';
import { DUTIES, type Duty, dutiesOf } from '@shp/shared/domain/accounts/duties';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { PROFILES } from '@shp/shared/domain/accounts/profiles';
import { KIND_ROLES, type UserKind, type UserRole } from '@shp/shared/domain/accounts/roles';
import { divisionFits, hasDivision, MANAGES, needsDivision } from '@shp/shared/domain/accounts/userAdministration';
import type { FieldDef } from '@shp/shared/domain/assessment/fields';
import { rowReasonText } from '@shp/shared/sheets/read/rowReasons';
import { readUser } from '@shp/shared/sheets/read/user';
import { fieldHeading, hasNames, namesText } from '@shp/shared/sheets/sheetTexts';
import { reasonText } from '@shp/shared/text/reasons';
import type { Texts } from '../../texts.ts';
import type { Entered, EntryField } from '../../widgets/EntryForm.tsx';

/** The form of a new account of a kind, or of an existing one. */
export type Entry = { readonly kind: UserKind; readonly caller: User; readonly user: User | null };

/** The roles that the caller may give to a new account. */
function rolesOf({ kind, caller }: Entry): readonly UserRole[] {
  return KIND_ROLES[kind].filter((role) => MANAGES[caller.role].includes(role));
}

/** The role of the account; undefined until it is chosen. */
export function roleOf(entry: Entry, chosen: string): UserRole | undefined {
  if (entry.user) return entry.user.role;
  const roles = rolesOf(entry);
  return roles.length === 1 ? roles[0] : roles.find((role) => role === chosen);
}

/** The fields of the form, as the console has them; without a role only account and role. */
export function entryFields(entry: Entry, role: UserRole | undefined, texts: Texts): readonly EntryField[] {
  const { kind, user } = entry;
  const { lang, common, tui, acts } = texts;
  const heading = (key: string, def?: FieldDef) => fieldHeading(key, def)[lang];
  const plain = (key: string, required: boolean, hint = ''): EntryField => ({
    key,
    label: heading(key),
    required,
    hint,
    one: true,
  });
  const roles = rolesOf(entry);
  const chooseRole = {
    ...plain('role', true),
    options: roles.map((value) => ({ value, label: common.roles[value] })),
  };
  const chooseDuties = {
    ...plain('duties', true, user === null ? '' : common.duties.ends),
    one: false,
    options: DUTIES.map((value) => ({ value, label: common.duties.names[value] })),
  };
  const field = ([key, def]: [string, FieldDef]): EntryField => ({
    key,
    label: heading(key, def),
    required: def.required === true,
    hint: def.kind === 'date' ? 'YYYY-MM-DD' : '',
    one: def.kind === 'enum',
    ...((def.kind === 'enum' || def.kind === 'enums') && hasNames(key)
      ? { options: def.values.map((value) => ({ value, label: namesText(key, value, lang) })) }
      : {}),
  });
  return [
    ...(user && kind === 'supervisors' ? [] : [plain('account', true)]),
    ...(user === null && roles.length > 1 ? [chooseRole] : []),
    ...(role === undefined
      ? []
      : [
          ...(hasDivision(role)
            ? [
                {
                  ...plain('division', needsDivision(role), tui.list.divisionHint),
                  meant: divisionMeant,
                  suggestions: (text: string) => divisionsLike(text, role, entry.caller),
                },
              ]
            : []),
          ...(kind === 'managers' && role === 'admin' ? [chooseDuties] : []),
          ...Object.entries<FieldDef>(PROFILES[role]).map(field),
          ...(user === null ? [plain('password', false, acts.accounts.passwordHint)] : []),
        ]),
  ];
}

/** What stands in the form at first. */
export function firstEntered(entry: Entry): Entered {
  const { caller, user } = entry;
  if (user === null) {
    const role = roleOf(entry, '');
    const own = role && caller.division && divisionFits(role, caller.division) ? caller.division : null;
    return own === null ? { duties: String(DUTIES) } : { division: divisionPath(own) };
  }
  return {
    account: user.account,
    duties: String(dutiesOf(user)),
    division: user.division === null ? '' : divisionPath(user.division),
    ...Object.fromEntries(Object.entries(user.profile).map(([key, value]) => [key, String(value ?? '')])),
  };
}

/** The path of a typed division; '' if there is none like it. */
function divisionMeant(text: string): string {
  const code = parseDivision(text.normalize('NFKC').trim());
  return code === undefined ? '' : divisionPath(code);
}

/** The divisions of the caller that an account of the role may have and whose names have the text. */
function divisionsLike(text: string, role: UserRole, caller: User): readonly string[] {
  const wanted = text.normalize('NFKC').trim();
  return DIVISIONS.filter(
    ({ code }) => divisionFits(role, code) && (caller.division === null || contains(caller.division, code)),
  )
    .map(({ code }) => divisionPath(code))
    .filter((path) => path.includes(wanted) && path !== wanted);
}

export type Read =
  | { readonly problems: Readonly<Record<string, string>> }
  | { readonly body: Record<string, unknown>; readonly changed: boolean };

/** The body of the call, or the problems by field: the rules of an import's row. */
export function readEntry(entry: Entry, entered: Entered, texts: Texts): Read {
  const { kind, caller, user } = entry;
  const role = roleOf(entry, entered.role ?? '');
  const { duties: chosen = '', ...rest } = entered;
  const duties = role === 'admin' ? DUTIES.filter((duty) => chosen.split(',').includes(duty)) : [];
  if (role === 'admin' && duties.length === 0)
    return { problems: { duties: reasonText({ code: 'required' }, texts.common) } };
  const cells = { ...rest, account: entered.account ?? user?.account ?? '', role: role ?? '' };
  const { input, reasons } = readUser(
    kind,
    { number: 1, places: {}, cells: known(cells, entry, texts), reasons: {} },
    caller,
  );
  const found = Object.entries(reasons);
  if (found.length > 0) {
    return {
      problems: Object.fromEntries(found.map(([key, reason]) => [key, rowReasonText(key, reason, texts.lang)])),
    };
  }
  const { password, ...account } = input;
  if (user === null) {
    return {
      body: {
        ...account,
        ...(role === 'admin' ? { duties } : {}),
        ...(password === undefined ? {} : { password: hashPassword(password) }),
      },
      changed: true,
    };
  }
  return changeOf(entry, user, { ...account, duties, division: input.division ?? null });
}

/** Only what the form of the role shows; what was typed for another role stays out. */
function known(cells: Entered, entry: Entry, texts: Texts): Entered {
  const role = roleOf(entry, cells.role ?? '');
  const keys = new Set(['account', 'role', ...entryFields(entry, role, texts).map(({ key }) => key)]);
  return Object.fromEntries(Object.entries(cells).filter(([key]) => keys.has(key)));
}

type Changed = {
  account: string;
  duties: readonly Duty[];
  division: string | null;
  profile: Readonly<Record<string, unknown>>;
};

/** The call that changes an account: what differs from the account as it was read, and its version. */
function changeOf({ kind }: Entry, user: User, now: Changed): Read {
  const profile = Object.fromEntries(
    Object.keys(PROFILES[user.role])
      .map((key) => [key, now.profile[key] ?? null] as const)
      .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(user.profile[key] ?? null)),
  );
  const change = {
    ...(now.account === user.account ? {} : { account: now.account }),
    ...(now.division === user.division ? {} : { division: now.division }),
    ...(String(now.duties) === String(dutiesOf(user)) ? {} : { duties: now.duties }),
    ...(Object.keys(profile).length > 0 || kind === 'supervisors' ? { profile } : {}),
  };
  const changed = Object.keys(profile).length > 0 || 'account' in change || 'division' in change || 'duties' in change;
  const whose = kind === 'supervisors' ? { userId: user.id } : { id: user.id };
  return { body: { ...whose, ...change, version: user.version }, changed };
}
