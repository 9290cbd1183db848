import Box from '@mui/material/Box';
import type { AuditRow } from '@shp/shared/api/objects';
import { divisionPath } from '@shp/shared/domain/divisions';
import { changedField } from '@shp/shared/text/auditWords';
import { useReviewText } from '../../../review/texts.ts';
import { nameOfKey } from '../../../ui/fields/names.ts';
import { useAdministrationText } from '../administrationText.ts';

/** So many stand in the row; more are behind a summary. */
const OPEN = 3;

/** What was changed, before and after. */
export function Changes({ kind, changes }: { kind: string; changes: AuditRow['changes'] }) {
  const review = useReviewText();
  const administration = useAdministrationText();
  const { common } = review;
  const { audit: text } = administration;
  const lines = Object.entries(changes).map(([path, [before, after]]) => ({
    path,
    line: text.change(
      changedField(kind, path, administration, common, review.rules),
      valueText(before, path),
      valueText(after, path),
    ),
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

  function valueText(value: unknown, path?: string): string {
    if (value === null || value === undefined || value === '') return text.blank;
    if (typeof value === 'boolean') return value ? common.yes : common.no;
    if (Array.isArray(value))
      return value.length === 0 ? text.blank : value.map((one) => valueText(one)).join(common.marks.list);
    if (typeof value !== 'object') return wordOf(String(value), path);
    if ('id' in value && 'name' in value) return String(value.name);
    return Object.entries(value)
      .map(([key, one]) => `${changedField(kind, key, administration, common, review.rules)} ${valueText(one)}`)
      .join(common.marks.comma);
  }

  function wordOf(key: string, path?: string): string {
    if (path === 'division') return divisionPath(key);
    const names: Record<string, string> = path === 'level' ? common.levels : { ...common.roles, ...common.statuses };
    return names[key] ?? nameOfKey(key, common);
  }
}
