import AccountTree from '@mui/icons-material/AccountTree';
import Add from '@mui/icons-material/Add';
import UploadFile from '@mui/icons-material/UploadFile';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { Column } from '@shp/shared/sheets/column';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { useMinWidth } from '../../theme/useMinWidth.ts';
import { NeedsDuty } from '../../ui/fields/NeedsDuty.tsx';
import { ColumnChoice } from '../../ui/list/ColumnChoice.tsx';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { useFilter } from '../../ui/list/filters.tsx';
import { List } from '../../ui/list/List.tsx';
import { SortChoice } from '../../ui/list/SortChoice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useDialog } from '../../ui/useDialog.ts';
import { columnsOf, HIDDEN } from './columnsOf.ts';
import { mayAdd } from './operations.ts';
import { UserDialogs } from './UserDialogs.tsx';
import { UserFilters } from './UserFilters.tsx';
import { UserTable } from './UserTable.tsx';

/** Each list's own order, marked in its heading: units by their place, the others by account. */
const ORDERS = {
  managers: { field: 'division', order: 'ASC' },
  experts: { field: 'account', order: 'ASC' },
  stations: { field: 'account', order: 'ASC' },
  supervisors: { field: 'account', order: 'ASC' },
} as const satisfies Record<UserKind, unknown>;
const NAME = 'name';

/** The tree is beside the list, or above it on a narrow page. */
const BESIDE = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '260px minmax(0, 1fr)' },
  gap: 2,
  alignItems: 'start',
} as const;

/** The tree leaves no room for when somebody logged in. */
const isBrief = ({ type }: Column<User>) => type !== 'time';

/** One of the four user lists with all its actions; `tree` shows the same users as a tree. */
export function UserList({ kind, tree }: { kind: UserKind; tree?: ReactNode }) {
  const { common, web } = useText();
  const [asTree, setAsTree] = useState(false);
  const isWide = useMinWidth('sm');
  const adds = mayAdd(useUser(), kind);
  const treeButton = tree && (
    <Button aria-pressed={asTree} startIcon={<AccountTree />} onClick={() => setAsTree(!asTree)}>
      {web.users.tree}
    </Button>
  );
  return (
    <List<User> resource={kind} sort={ORDERS[kind]}>
      <Page
        title={common.kinds[kind]}
        actions={adds && <AddButton kind={kind} />}
        more={
          <>
            {adds && <ImportButton />}
            <Export kind={kind} />
            <ColumnChoice name={kind} columns={columnsOf(kind)} fixed={NAME} usual={HIDDEN[kind]} />
            {isWide && treeButton}
          </>
        }
      >
        <NeedsDuty duty="security" />
        <UserFilters kind={kind}>
          {!isWide && (treeButton ?? (kind === 'stations' && <SortChoice columns={columnsOf(kind)} />))}
        </UserFilters>
        <Box sx={asTree ? BESIDE : undefined}>
          {asTree && tree}
          <Box sx={{ minWidth: 0 }}>
            <UserTable kind={kind} columns={asTree ? columnsOf(kind).filter(isBrief) : columnsOf(kind)} linked={NAME} />
          </Box>
        </Box>
      </Page>
      <UserDialogs kind={kind} />
    </List>
  );
}

function AddButton({ kind }: { kind: UserKind }) {
  const { web } = useText();
  const dialog = useDialog();
  return (
    <Button component={Link} to={dialog.to('add')} variant="contained" startIcon={<Add />}>
      {web.users.add[kind]}
    </Button>
  );
}

function ImportButton() {
  const { web } = useText();
  const dialog = useDialog();
  return (
    <Button component={Link} to={dialog.to('import')} startIcon={<UploadFile />}>
      {web.import.button}
    </Button>
  );
}

function Export({ kind }: { kind: UserKind }) {
  const { values } = useFilter();
  return <ExportButton open={(format) => client.open('GET user/export', { ...values, kind, format })} />;
}
