/** A leak of one place of the sources. */
const leak = (name, file, from, to) => ({ name, changes: [{ file, from, to }] });

const BLINDNESS = 'server/src/assessments/blindness.ts';
const CONCLUSIONS = 'server/src/routes/conclusions.ts';
const SCORES = 'server/src/routes/scores.ts';
const FILES = 'server/src/store/repositories/files.ts';
const NOTICES = 'server/src/store/notices/notices.ts';
const STATISTICS = 'server/src/statistics/figures.ts';
const DOCUMENTS = 'server/src/store/repositories/documents.ts';

/** Leaks that `npm run test:mutants` plants; the twin worlds must find each. */
export const MUTANTS = [
  leak(
    'the time of a hidden change (updatedAt)',
    BLINDNESS,
    'updatedAt: own > shared ? own : shared,',
    'updatedAt: (row as unknown as { updated_at: string }).updated_at,',
  ),
  leak(
    'the version that hidden changes raise',
    BLINDNESS,
    'version: row.shared_version };',
    'version: (row as unknown as { version: number }).version };',
  ),
  leak(
    'a refusal by version that counts hidden changes',
    BLINDNESS,
    'return isBlind(viewer, row.status) ? row.shared_version : row.version;',
    'return row.version;',
  ),
  leak(
    'the names of the other experts in lists',
    BLINDNESS,
    "const experts = row.experts.filter((expert) => viewer.role === 'expert' && expert.id === viewer.id);",
    'const experts = row.experts;',
  ),
  leak(
    'who else reviews, and how far',
    CONCLUSIONS,
    'const shown = await expertsFor(db, caller, row);',
    'const shown = (await expertsOf(db, [id])).get(id) ?? [];',
  ),
  leak(
    'conclusions of other experts',
    CONCLUSIONS,
    'const experts = await expertsFor(db, caller, row);',
    'const experts = (await expertsOf(db, [id])).get(id) ?? [];',
  ),
  leak(
    "the managers' draft of the conclusion",
    CONCLUSIONS,
    'if (isBlind(caller, row.status) || conclusion === null',
    'if (conclusion === null',
  ),
  leak(
    "all experts' scores of a chapter",
    SCORES,
    'of await expertsFor(db, caller, row)',
    'of (await loadReview(db, row, null)).experts',
  ),
  leak(
    "another expert's scores and their sum",
    'server/src/assessments/visibility.ts',
    'const expert = (await expertsFor(db, caller, row)).find',
    'const expert = ((await expertsOf(db, [row.id])).get(row.id) ?? []).find',
  ),
  leak('the result before the end', SCORES, 'if (isBlind(caller, row.status)) return null;', ''),
  leak(
    'an order by the last hidden change',
    'server/src/store/lists/assessmentFilters.ts',
    "createdAt: 'assessments.created_at',",
    "createdAt: 'assessments.updated_at',",
  ),
  leak(
    'a filter by time that knows hidden changes',
    'server/src/store/lists/assessmentFilters.ts',
    "if (viewer?.role !== 'expert' && viewer?.role !== 'station') return changed;",
    'if (viewer !== null) return changed;',
  ),
  leak(
    'a total that counts documents of others',
    DOCUMENTS,
    'const { total } = await documents(db, role)\n    .select',
    "const { total } = await documents(db, 'admin')\n    .select",
  ),
  leak(
    'a load that counts hidden acts',
    'server/src/store/schema/migrations/0005-expert-loads.ts',
    '{row}.expert_id AND',
    // Count only gains: losses would make up for them.
    `{row}.expert_id OR role = 'expert' AND '${'$'}{row}' = 'NEW' AND`,
  ),
  leak(
    'the number of experts in an error',
    'server/src/assessments/steps.ts',
    'throw notAllowed(row.status, actions(facts, caller));',
    "throw new HttpError('transition_not_allowed', { fields: { experts: () => String(row.experts.length) } });",
  ),
  leak(
    'rows of another county',
    'server/src/store/lists/scope.ts',
    'const low = divisionPrefix(division);',
    'const low = divisionPrefix(division).slice(0, 4);',
  ),
  leak(
    'a notice of somebody else’s assignment',
    'shared/src/domain/notices/kinds.ts',
    "assigned: { to: ['named'],",
    "assigned: { to: ['named', 'experts'],",
  ),
  leak(
    'numbers of findings that count those of others',
    'server/src/store/findings/findings.ts',
    'const drawn = id.slice(-10);',
    "const count = globalThis as { findings?: number };\n  count.findings = (count.findings ?? 0) + 1;\n  const drawn = String(count.findings).padStart(10, '0');",
  ),
  leak(
    'a count of unread notices that counts those of others',
    NOTICES,
    ".where('user_id', '=', user)\n    .where('read_at', 'is', null)\n    .executeTakeFirstOrThrow();",
    ".where('read_at', 'is', null)\n    .executeTakeFirstOrThrow();",
  ),
  leak(
    'ids of notices that number those of others',
    NOTICES,
    'id: newId(), seq: (last ?? 0) + 1 + index',
    'id: newId() + String((last ?? 0) + 1 + index), seq: (last ?? 0) + 1 + index',
  ),
  leak(
    'a total that counts findings of others',
    'server/src/store/findings/list.ts',
    'const rows = filtered(db, scope, search, hint).select(',
    "const rows = filtered(db, { kind: 'all' }, search, hint).select(",
  ),
  leak(
    'figures that count findings of others',
    STATISTICS,
    'const selection = { scope: scopeFor(caller), division, from, to };',
    "const selection = { scope: { kind: 'all' } as const, division, from, to };",
  ),
  leak(
    'figures that count reviews of others',
    STATISTICS,
    'await inStages(read, selection)',
    "await inStages(read, { ...selection, scope: { kind: 'all' } })",
  ),
  leak(
    'evidence of others in what is taken along',
    FILES,
    "return present(db, assessment)\n    .selectAll()\n    .where('kind', '=', kind)",
    "return db\n    .selectFrom('files')\n    .where('is_deleted', '=', 0)\n    .selectAll()\n    .where('kind', '=', kind)",
  ),
  leak(
    'counts of evidence of others in what is taken along',
    FILES,
    "present(db, assessment)\n    .select(['serial',",
    "db\n    .selectFrom('files')\n    .where('is_deleted', '=', 0)\n    .select(['serial',",
  ),
  {
    name: 'a 304 that others’ writes prevent (ETag)',
    changes: [
      {
        file: 'server/src/http/router.ts',
        from: "hash('sha256', body, 'base64url')",
        to: "hash('sha256', body + String((globalThis as { writes?: number }).writes), 'base64url')",
      },
      {
        file: 'server/src/http/router.ts',
        from: 'function sendJson(row: Call, request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {',
        to: "function sendJson(row: Call, request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {\n  const all = globalThis as { writes?: number };\n  if (request.method === 'POST') all.writes = (all.writes ?? 0) + 1;",
      },
    ],
  },
];
