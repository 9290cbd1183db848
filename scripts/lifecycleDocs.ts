import { type Actor, LIFECYCLE } from '@shp/shared/domain/assessment/lifecycle';
import { STATUSES } from '@shp/shared/domain/assessment/statuses';
import { FINDING_STATES } from '@shp/shared/domain/findings/finding';
import { FINDING_STEPS } from '@shp/shared/domain/findings/steps';
import { common as en } from '@shp/shared/text/en/common';
import { rules } from '@shp/shared/text/en/rules';
import { common as zh } from '@shp/shared/text/zh/common';
import { rules as zhRules } from '@shp/shared/text/zh/rules';

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
    ...findingDocs(),
  ].join('\n\n')}\n`;
}

/** The states of a finding, drawn and as tables. */
function findingDocs(): string[] {
  const edges = FINDING_STEPS.map(
    ({ name, from, to, by }) => `    ${from} --> ${to}: ${rules.findingSteps[name]} (${ACTORS[by]})`,
  );
  const rows = FINDING_STEPS.map(({ name, from, to, by, needs, may }) =>
    tableRow([
      rules.findingSteps[name],
      from,
      to,
      by === 'station' ? 'station' : 'any unit above it',
      needs.map((one) => rules.findingNeeds[one]).join('; '),
      may.join(', '),
    ]),
  );
  const names = FINDING_STATES.map((state) =>
    tableRow([state, zhRules.findingStates[state], rules.findingStates[state]]),
  );
  return [
    '# States of a finding',
    'Made from `shared/src/domain/findings/steps.ts` by `npm run docs`.',
    ['```mermaid', 'stateDiagram-v2', '    [*] --> open', ...edges, '```'].join('\n'),
    ['| step | from | to | by | needs | may have |', '|---|---|---|---|---|---|', ...rows].join('\n'),
    ['| state | zh | en |', '|---|---|---|', ...names].join('\n'),
  ];
}

const tableRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
