import type { Call } from '@shp/shared/api/call';
import { type CallKey, calls, groups } from '@shp/shared/api/index';
import { ROLES } from '@shp/shared/domain/accounts/roles';
import { missingScope, TOKEN_SCOPES } from '@shp/shared/domain/accounts/tokens';
import { casesOf, nameOf } from '../tests/contract/permissions/cases.ts';
import { expected, isConfirmed, tokenNeed } from '../tests/contract/permissions/rules.ts';

const HEAD = `# Permissions

Made from the call table by \`npm run docs\`; the tests of \`tests/contract/permissions\` make every call of it and compare the answers.

A role's cell is the status of the answer for an object near, far, deleted and missing, as named in the column "of"; one status where all
are the same. Near: in the county of the callers, linked to the aggregate account, assigned to the expert, the caller's own. Far: in another
city, of others. The scopes have a mark where an access token with that scope alone may make the call in a role that may make it.
"Duty": the duty that an administrator needs (docs/decisions/accounts.md); \`any\`: one of them. "Confirmed": the session must be confirmed by the password.
`;

/** The text of docs/generated/permissions.md. */
export function permissionsDocs(): string {
  const columns = ['call', 'of', ...ROLES, 'duty', ...TOKEN_SCOPES, 'confirmed'];
  const sections = Object.entries(groups).map(([name, group]) => {
    const rows = (Object.keys(group) as CallKey[]).flatMap((key) =>
      casesOf(key).map(([label, { at }]) => rowOf(key, label, at)),
    );
    return [`## ${name}`, '', tableRow(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(tableRow), ''].join(
      '\n',
    );
  });
  return [HEAD, ...sections].join('\n');
}

function rowOf(key: CallKey, label: string, at: ReturnType<typeof casesOf>[number][1]['at']): string[] {
  const need = tokenNeed(key, label);
  return [
    nameOf(key, label),
    at.join(' '),
    ...ROLES.map((role) =>
      statuses(at.length > 0 ? at.map((one) => expected(key, label, role, one)) : [expected(key, label, role, null)]),
    ),
    (calls[key] as Call).duty ?? '',
    ...TOKEN_SCOPES.map((scope) => (calls[key].who !== 'anyone' && missingScope(need, [scope]) === null ? 'x' : '')),
    isConfirmed(key, label) ? 'x' : '',
  ];
}

/** The statuses of a cell, one where all are the same. */
function statuses(answers: readonly string[]): string {
  const codes = answers.map((answer) => answer.slice(0, 3));
  return new Set(codes).size === 1 ? (codes[0] ?? '') : codes.join(' ');
}

const tableRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
