import { type Actor, LIFECYCLE } from '@shp/shared/domain/assessment/lifecycle';
import { STATUSES } from '@shp/shared/domain/assessment/statuses';
import { common as en } from '@shp/shared/text/en/common';
import { rules } from '@shp/shared/text/en/rules';
import { common as zh } from '@shp/shared/text/zh/common';

const ACTORS: Record<Actor, string> = {
  station: 'station',
  firstManager: 'county or city',
  finalManager: 'city or province',
  system: 'by itself',
};

/** The page docs/generated/lifecycle.md: the states of an assessment as a Mermaid drawing and as a table. */
export function lifecycleDocs(): string {
  const edges = LIFECYCLE.flatMap(({ name, from, to, by }) =>
    from.map((status) => `    ${status} --> ${to}: ${rules.steps[name]} (${ACTORS[by]})`),
  );
  const rows = LIFECYCLE.map(
    ({ name, from, to, by, needs }) =>
      `| ${rules.steps[name]} | ${from.join(', ')} | ${to} | ${ACTORS[by]} | ${needs.map((one) => rules.conditions[one]).join('; ')} |`,
  );
  const names = STATUSES.map((status) => `| ${status} | ${zh.statuses[status]} | ${en.statuses[status]} |`);
  return `${[
    '# States of an assessment',
    'Made from `shared/src/domain/assessment/lifecycle.ts` by `npm run docs`.',
    ['```mermaid', 'stateDiagram-v2', '    [*] --> draft', ...new Set(edges), '```'].join('\n'),
    ['| step | from | to | by | needs |', '|---|---|---|---|---|', ...rows].join('\n'),
    ['| status | zh | en |', '|---|---|---|', ...names].join('\n'),
  ].join('\n\n')}\n`;
}
