import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { mayDelete } from '@shp/shared/domain/assessment/permissions';
import { ASSESSMENT_COLUMNS } from '@shp/shared/sheets/assessments';
import type { Column } from '@shp/shared/sheets/column';
import type { Web } from '@shp/shared/text/en/web';
import { assessmentPath } from '../../core/assessmentPath.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { ColumnChoice } from '../../ui/list/ColumnChoice.tsx';
import { List } from '../../ui/list/List.tsx';
import { isEmpty, ListTable } from '../../ui/list/ListTable.tsx';
import { Page } from '../../ui/Page.tsx';
import { Apply } from './Apply.tsx';
import { AssessmentCell } from './AssessmentCell.tsx';
import { AssessmentExport, exportOf } from './AssessmentExport.tsx';
import { AssessmentFilters } from './AssessmentFilters.tsx';
import { BulkBar } from './BulkBar.tsx';
import { DeleteButton } from './DeleteButton.tsx';
import { useListText } from './texts.ts';

useListText.preload();

const NEWEST_FIRST = { field: 'createdAt', order: 'DESC' } as const;
const NUMBER = 'number';

/** Experts and stations see a result only at the end, so the server does not sort by it for them. */
const unsortedFor = (role: Role) => (role === 'expert' || role === 'station' ? RESULT : ALL_SORTED);
const RESULT: readonly string[] = ['expertScore'];
const ALL_SORTED: readonly string[] = [];

function columnsFor(role: Role): readonly Column<AssessmentRow>[] {
  return ASSESSMENT_COLUMNS.map((column) => {
    if (!unsortedFor(role).includes(column.key)) return column;
    const { sortBy: _, ...unsorted } = column;
    return unsorted;
  });
}

function emptyText({ assessments }: Web, role: Role, filters: Record<string, unknown>): string | null {
  const { waiting, ...others } = filters;
  if (!isEmpty(others)) return null;
  if (waiting === true) return assessments.nothingWaits;
  return role === 'expert' || role === 'station' || role === 'supervisor'
    ? assessments.empty[role]
    : assessments.empty.managers;
}

/** The assessments that the user may see. */
export default function Assessments() {
  const { common, web } = useText();
  const { role } = useUser();
  const columns = columnsFor(role);
  return (
    <List<AssessmentRow> resource="assessments" sort={NEWEST_FIRST} unsorted={unsortedFor(role)}>
      <Page
        title={common.menu.assessments}
        actions={
          <>
            {role === 'station' && <Apply />}
            <AssessmentExport />
            <ColumnChoice name="assessments" columns={columns} fixed={NUMBER} />
          </>
        }
      >
        <AssessmentFilters />
        <BulkBar />
        <ListTable<AssessmentRow>
          name="assessments"
          label={common.menu.assessments}
          columns={columns}
          linked={{ key: NUMBER, to: (row) => assessmentPath(role, row) }}
          nameOf={(row) => row.number}
          empty={(filters) => emptyText(web, role, filters)}
          draw={(column, row) => <AssessmentCell column={column} row={row} />}
          {...(exportOf(role) ? { selectable: () => true } : {})}
          {...(role === 'admin' || role === 'station'
            ? { actions: (row: AssessmentRow) => mayDelete(row, role) && <DeleteButton row={row} /> }
            : {})}
        />
      </Page>
    </List>
  );
}
