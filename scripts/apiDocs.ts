import type { Call, Reach } from '@shp/shared/api/call';
import { splitKey } from '@shp/shared/api/client';
import { ERROR_STATUS } from '@shp/shared/api/errors';
import { groups } from '@shp/shared/api/index';
import { ANY_CALL, refusalsOf } from '@shp/shared/api/refusals';
import { UPLOAD_METADATA } from '@shp/shared/api/upload';
import { UPLOADERS } from '@shp/shared/domain/accounts/uploaders';
import { confirmationText, dutyText, openApi, tokenText, whoText } from '@shp/shared/openapi/openapi';
import { texts } from '@shp/shared/text/common';
import { type Schema, typeText } from './typeText.ts';

type Content = Record<string, { schema: Schema }>;
type Operation = {
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const GROUPS: Record<keyof typeof groups, string> = {
  session: 'Session, divisions, counts, access tokens',
  oidc: 'Single sign-on',
  factors: 'Second factors',
  passkeys: 'Passkeys',
  users: 'Users',
  supervision: 'Aggregate accounts',
  assessments: 'Assessments and their lifecycle',
  scores: 'Standard of an assessment and scores',
  conclusions: 'Experts, conclusions, print',
  files: 'Files and evidence',
  findings: 'Findings and their end',
  documents: 'Documents',
  standards: 'Versions of the standard',
  statistics: 'Statistics',
  notices: 'Notices',
  history: 'The signed history of the audit',
  published: 'For anybody',
  system: 'Settings, audit, checks',
};

const CONVENTIONS = `# The calls

Made from the call table (\`shared/src/api\`) by \`npm run docs\`; a test holds it equal. The same for machines:
\`GET /api/openapi.json\`.

## Conventions

- Base path \`/api\`. JSON in UTF-8; a success is the bare result. Input of GET calls, and of POST calls marked so, stands in the
  query; a repeated key is an array. Unknown keys are a 400.
- The session's or access token goes into the header \`Token\`; no cookie is read. An answer to an access token that ends within
  14 days has the header \`Token-Expires\`.
- \`Accept-Language\` (\`zh-CN\`, \`en\`; default \`zh-CN\`) is the language of messages and headings.
- ids are opaque. Times are ISO 8601 UTC (\`2026-11-21T08:00:00.000Z\`), dates \`YYYY-MM-DD\`; a day is one in China Standard Time.
- Lists: \`page\` from 1, \`size\` 1 to 200, newest first unless sorted; ties go by id.
- Changes: an absent key stays, \`null\` clears, arrays are replaced whole. A stale \`version\` is 409 \`conflict\`, with the present
  object in \`current\`.
- \`Idempotency-Key\` (calls marked so): kept for 24 h; the same key and body make nothing twice, another body is 409 \`conflict\`.
- ETag (calls marked so): \`If-None-Match\` answers 304.
- Files: \`Content-Length\`, \`Repr-Digest\` and \`Content-Disposition\` come before the first byte, exports of lists also have
  \`Row-Count\`; byte ranges work, with \`If-Range\` too. An export's file is kept for an hour.
- Access tokens have scopes: \`read\`, \`export\`, \`write\`, \`accounts\`. A 403 for a missing one has \`fields.scope\` (the one that is needed;
  \`session\` where no access token may) and \`fields.has\`. No access token touches the account of a managing role (administrators,
  ministry, province, city and county units).
- Confirmation (calls marked so): \`POST session/confirm\` with the password confirms the session for 10 minutes; without it such a call is
  403 \`confirmation_required\`. A login is no confirmation.
- Judged in this order: 401, 403, 400, 404, 409. What lies outside the caller's scope is 404.
- Types below are in the notation of TypeScript; \`string(1..64)\` is a length, \`integer(1..200)\` a range, \`= 20\` what holds
  unless said. \`time\` and \`date\` are strings as above.
`;

/** The text of docs/api.md. */
export function apiDocs(): string {
  const description = openApi() as Description;
  const sections = Object.entries(groups).map(([group, rows]) => {
    const calls = Object.entries(rows as Record<string, Call>).map(([key, row]) => callText(key, row, description));
    return `## ${GROUPS[group as keyof typeof groups]}\n\n${calls.join('\n\n')}\n`;
  });
  return [CONVENTIONS, errors(), ...sections, uploads(), objects(description)].join('\n');
}

function errors(): string {
  const rows = Object.entries(ERROR_STATUS).map(
    ([code, status]) => `| ${status} | \`${code}\` | ${texts.en.errors[code as keyof typeof ERROR_STATUS]} |`,
  );
  return `## Errors

Every error answer is \`{ code, message, fields?, current? }\`; \`fields\` says why by the path of the field. Each call names the codes
of its own; any call can be answered ${ANY_CALL.map((code) => `\`${code}\``).join(' or ')}, and \`internal\` has nothing but a \`requestId\` beside
its code and message. An unknown path below \`/api\` is \`not_found\`, a known one with another method \`method_not_allowed\`.

| status | code | message in English |
|---|---|---|
${rows.join('\n')}
`;
}

function callText(key: string, row: Call, { paths }: Description): string {
  const { method, path, inQuery } = splitKey(key);
  const url = path.replace(/:(\w+)/g, '{$1}');
  const operation = paths[`/api/${url}`]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${key} is not described`);
  const confirmation = confirmationText(row);
  const marks = [
    ...(method === 'POST' && inQuery ? ['input in the query'] : []),
    ...(row.idempotent ? ['takes an `Idempotency-Key`'] : []),
    ...(row.cacheable ? [row.cacheable === 'weak' ? 'weak ETag' : 'ETag'] : []),
    ...(row.audited ? ['audited'] : []),
    ...(row.beforePasswordChange ? ['works before an initial password is changed'] : []),
    ...(row.page ? ['a browser gets a page'] : []),
  ];
  return [
    `### ${method} ${url}`,
    '',
    `${row.summary}.`,
    '',
    `- who: ${whoText(row)}${reachText(row.reach)}`,
    ...(dutyText(row) === null ? [] : [`- duty of an administrator: ${dutyText(row)}`]),
    `- access token: ${tokenText(row)}`,
    ...(confirmation === null ? [] : [`- confirmation: ${confirmation}`]),
    `- in: ${inputText(operation)}`,
    `- out: ${outputText(operation)}`,
    `- errors: ${refusalsOf(row, method)
      .map((code) => `\`${code}\``)
      .join(', ')}`,
    ...(marks.length > 0 ? [`- ${marks.join('; ')}`] : []),
  ].join('\n');
}

function reachText(reach: Reach): string {
  switch (reach.kind) {
    case 'open':
      return '';
    case 'own':
      return '; their own only';
    case 'list':
      return `; each ${reach.of} in the caller’s scope`;
    case 'object':
      return `; one ${reach.of} in the caller’s scope, named by \`${reach.at}\``;
  }
}

function inputText({ parameters = [], requestBody }: Operation): string {
  const content = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) =>
    type === 'application/json' ? (schema.description ?? code(typeText(schema))) : `the bytes of \`${type}\``,
  );
  if (requestBody) return content.join(', or ');
  const own = parameters.filter((one) => one.in !== 'header');
  const properties = Object.fromEntries(own.map(({ name, schema }) => [name, schema]));
  const required = own.filter((one) => one.required).map(({ name }) => name);
  return own.length === 0 ? 'nothing' : code(typeText({ type: 'object', properties, required }));
}

function outputText({ responses }: Operation): string {
  const content = Object.entries(responses['200']?.content ?? {}).filter(([type]) => type !== 'text/html');
  const json = content.find(([, { schema }]) => schema.format !== 'binary');
  return json ? code(typeText(json[1].schema)) : `the bytes, ${content.map(([type]) => `\`${type}\``).join(', ')}`;
}

function uploads(): string {
  const kinds = Object.entries(UPLOAD_METADATA).map(([kind, schema]) => {
    const keys = Object.keys(schema.shape).map((key) => `\`${key}\``);
    return `| \`${kind}\` | ${keys.join(', ')} | ${UPLOADERS[kind as keyof typeof UPLOADERS].join(', ')} |`;
  });
  return `## Uploads

\`/api/upload\` takes resumable uploads by the tus 1.0 protocol (creation, creation-with-upload, termination, expiration); an access token
needs \`write\`. \`Upload-Length\` is required. The last answer of a finished upload, and its HEAD for 24 h, have the header \`File-Id\`.
An upload belongs to the account that began it.

| target | metadata | who |
|---|---|---|
${kinds.join('\n')}
`;
}

function objects({ components }: Description): string {
  const named = Object.entries(components.schemas).filter(([name]) => name !== 'Error');
  const types = named.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, schema]) => `type ${name} = ${lines(schema)}`);
  return `## Objects\n\n\`\`\`ts\n${types.join('\n')}\n\`\`\`\n`;
}

/** An object's type with a line for each field. */
function lines(schema: Schema): string {
  const required = schema.required ?? [];
  const fields = Object.entries(schema.properties ?? {}).map(
    ([key, one]) => `  ${key}${required.includes(key) ? '' : '?'}: ${typeText(one)}`,
  );
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object') fields.push(`  [key]: ${typeText(additionalProperties)}`);
  return fields.length === 0 ? typeText(schema) : `{\n${fields.join('\n')}\n}`;
}

const code = (text: string) => `\`${text}\``;
