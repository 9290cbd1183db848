import type { ProfileChange } from '../../api/objects.ts';
import { parseDivision } from '../../domain/accounts/divisions.ts';
import { accountSpellings, PASSWORD_MAX, PASSWORD_MIN } from '../../domain/accounts/passwords.ts';
import { ACCOUNT_PATTERN, profileField } from '../../domain/accounts/profiles.ts';
import {
  KIND_ROLES,
  type Role,
  UNIT_ROLES,
  type UnitRole,
  type UserKind,
  type UserRole,
} from '../../domain/accounts/roles.ts';
import { divisionFits, MANAGES, mayManage, needsDivision } from '../../domain/accounts/userAdministration.ts';
import type { Reason } from '../../domain/assessment/fields.ts';
import { hasRoles, profileFields } from '../users.ts';
import { type Reading, readField, readText } from './field.ts';
import type { KeyedRow } from './headings.ts';
import { type Found, ROW, type RowReasons } from './rowReasons.ts';
import { isBlank } from './rows.ts';

/** The body of the kind's `add_*` call; the password is still plain text. */
export type UserInput = {
  account: string;
  role?: UnitRole;
  division?: string;
  profile: ProfileChange;
  password?: string;
};

/** One account of an import. Without reasons, the server accepts it unless the account already exists. */
export type UserImport = {
  readonly rowNumber: number;
  readonly account: string;
  readonly input: UserInput;
  readonly reasons: RowReasons;
  /** The original cells by column key, for the file of failed rows. */
  readonly cells: Readonly<Record<string, unknown>>;
  /** The invalid values with their cells. */
  readonly found: Readonly<Record<string, Found>>;
};

/** The importing user; rows that this user may not create are reported before anything is sent. */
export type Importer = { readonly role: Role; readonly division: string | null };

/** Reads a row as an account, or collects every reason against it. */
export function readUser(
  kind: UserKind,
  { number, cells, reasons: before }: KeyedRow,
  importer: Importer,
): Omit<UserImport, 'found'> {
  const reasons: RowReasons = { ...before };
  function take<T>(key: string, { value, reason }: Reading<T>, required = false): T | undefined {
    if (reason) reasons[key] = reason;
    else if (value === undefined && required) reasons[key] = { code: 'required' };
    return value;
  }

  const account = take('account', readAccount(cells.account), true) ?? '';
  const input: UserInput = { account, profile: {} };

  const chosen = hasRoles(kind)
    ? take('role', readField('role', ROLE, cells.role) as Reading<UnitRole>, true)
    : undefined;
  const role: UserRole | undefined = hasRoles(kind) ? chosen : KIND_ROLES[kind][0];
  if (chosen) input.role = chosen;
  if (role && !MANAGES[importer.role].includes(role)) {
    reasons[hasRoles(kind) ? 'role' : ROW] ??= { code: 'roleNotAllowed' };
  }

  const division = take('division', readDivision(cells.division));
  if (division !== undefined) input.division = division;
  const misplaced = role && !reasons.division && divisionReason(role, division ?? null, importer);
  if (misplaced) reasons.division = misplaced;

  const password = take('password', readPassword(cells.password));
  if (password !== undefined && accountSpellings(account).includes(password))
    reasons.password = { code: 'sameAsAccount' };
  else if (password !== undefined) input.password = password;

  for (const [key, anyRole] of profileFields(kind)) {
    const def = role ? profileField(role, key) : anyRole;
    if (def) {
      const value = take(key, readField(key, def, cells[key]), role !== undefined && def.required === true);
      if (value !== undefined) input.profile[key] = value as ProfileChange[string];
    } else if (!isBlank(cells[key])) reasons[key] = { code: 'unknownKey' };
  }
  return { rowNumber: number, account: account || String(cells.account ?? '').trim(), input, reasons, cells };
}

const ROLE = { kind: 'enum', values: UNIT_ROLES } as const;

function readAccount(cell: unknown): Reading<string> {
  const { value, reason } = readText(cell);
  if (value === undefined) return reason ? { reason } : {};
  const account = value.normalize('NFKC');
  return ACCOUNT_PATTERN.test(account) ? { value: account } : { reason: { code: 'account' } };
}

function readDivision(cell: unknown): Reading<string> {
  const { value, reason } = readText(cell);
  if (value === undefined) return reason ? { reason } : {};
  const code = parseDivision(value.normalize('NFKC'));
  return code === undefined ? { reason: { code: 'unknownDivision' } } : { value: code };
}

/**
 * Reads a password without trimming: one with spaces must be refused, not changed
 * (docs/spec/screens.md#password-fields).
 */
function readPassword(cell: unknown): Reading<string> {
  const { value, reason } = readText(cell);
  if (value === undefined) return reason ? { reason } : {};
  const typed = typeof cell === 'string' ? cell : value;
  const length = [...typed].length;
  if (length < PASSWORD_MIN) return { reason: { code: 'tooShort', min: PASSWORD_MIN } };
  if (length > PASSWORD_MAX) return { reason: { code: 'tooLong', max: PASSWORD_MAX } };
  return /\s/.test(typed) ? { reason: { code: 'characters' } } : { value: typed };
}

function divisionReason(role: UserRole, division: string | null, importer: Importer): Reason | null {
  if (division === null && needsDivision(role)) return { code: 'required' };
  if (!divisionFits(role, division)) return { code: 'divisionFit' };
  // A new expert without a division, added by a city manager, gets the city (docs/spec/wire.md#calls).
  const place = division ?? (role === 'expert' && importer.role === 'city_manager' ? importer.division : null);
  const may = !MANAGES[importer.role].includes(role) || mayManage(importer, { role, division: place });
  return may ? null : { code: 'divisionScope' };
}
