import Box from '@mui/material/Box';
import type { AuditRow } from '@shp/shared/api/objects';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { changedField, refusalWord } from '@shp/shared/text/auditWords';
import { useReviewText } from '../../../core/i18n/reviewTexts.ts';
import { nameOfKey } from '../../../ui/fields/names.ts';
import { useAdministrationText } from '../administrationText.ts';

/** Longer lists of changes are folded. */
const OPEN = 3;

type Props = { kind: string; changes: AuditRow['changes'] };

/** Changes with values before and after; long lists are folded under a summary. */
export function Changes({ kind, changes }: Props) {
  const { audit: text } = useAdministrationText();
  const real = realChanges(changes);
  const count = Object.keys(real).length;
  if (count === 0) return null;
  const list = <ChangeList kind={kind} changes={real} />;
  if (count <= OPEN) return list;
  return (
    <details>
      <summary>{text.changeCount(count)}</summary>
      {list}
    </details>
  );
}

/** Changes with a new value that differs from the old one. */
function realChanges(changes: AuditRow['changes']): AuditRow['changes'] {
  const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
  return Object.fromEntries(Object.entries(changes).filter(([, [before, after]]) => !same(before, after)));
}

/** Every change, with values before and after; a value without predecessor is shown alone. */
export function ChangeList({ kind, changes }: Props) {
  const review = useReviewText();
  const administration = useAdministrationText();
  const { common } = review;
  const { audit: text } = administration;
  const lines = Object.entries(changes).map(([path, [before, after]]) => ({
    path,
    line: lineOf(changedField(kind, path, administration, common, review.rules), path, before, after),
  }));
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {lines.map(({ path, line }) => (
        <li key={path}>{line}</li>
      ))}
    </Box>
  );

  function lineOf(field: string, path: string, before: unknown, after: unknown): string {
    if (before === null || before === undefined) return `${field}${common.marks.colon}${valueText(after, path)}`;
    return text.change(field, valueText(before, path), valueText(after, path));
  }

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
    if (path === 'refused') return refusalWord(key, administration);
    if (path === 'division') return divisionPath(key);
    const names: Record<string, string> = path === 'level' ? common.levels : { ...common.roles, ...common.statuses };
    return names[key] ?? nameOfKey(key, common);
  }
}
