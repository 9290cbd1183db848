import Box from '@mui/material/Box';
import type { AuditRow } from '@shp/shared/api/objects';
import type { Common } from '@shp/shared/text/en/common';
import type { Rules } from '@shp/shared/text/en/rules';
import { useReviewText } from '../../../review/texts.ts';
import { fieldLabel } from '../../../ui/fields/names.ts';
import { useAdministrationText } from '../administrationText.ts';

/** So many stand in the row; more are behind a summary. */
const OPEN = 3;

/** What was changed, before and after. */
export function Changes({ changes }: { changes: AuditRow['changes'] }) {
  const { common, rules } = useReviewText();
  const { audit: text } = useAdministrationText();
  const lines = Object.entries(changes).map(([path, [before, after]]) => ({
    path,
    line: text.change(labelOf(path, common, rules), valueText(before), valueText(after)),
  }));
  if (lines.length === 0) return null;
  const list = (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {lines.map(({ path, line }) => (
        <li key={path}>{line}</li>
      ))}
    </Box>
  );
  if (lines.length <= OPEN) return list;
  return (
    <details>
      <summary>{text.changeCount(lines.length)}</summary>
      {list}
    </details>
  );

  function valueText(value: unknown): string {
    if (value === null || value === undefined || value === '') return text.blank;
    if (typeof value === 'boolean') return value ? common.yes : common.no;
    if (Array.isArray(value)) return value.length === 0 ? text.blank : value.map(valueText).join('、');
    if (typeof value !== 'object') return String(value);
    return Object.entries(value)
      .map(([key, one]) => `${key} ${valueText(one)}`)
      .join(', ');
  }
}

/** The name that a path's field has on its own page; the path itself where it has none. */
function labelOf(path: string, common: Common, rules: Rules): string {
  const [first = '', key] = path.split('.');
  const parts: Record<string, Record<string, unknown>> = rules.formFields;
  const inForm = key === undefined ? undefined : parts[first]?.[key];
  if (typeof inForm === 'string') return inForm;
  const name = key === undefined || first !== 'profile' ? path : key;
  const assessment: Record<string, unknown> = common.assessment;
  const known = fieldLabel(name, common);
  const ofAssessment = assessment[name];
  return known === name && typeof ofAssessment === 'string' ? ofAssessment : known;
}
