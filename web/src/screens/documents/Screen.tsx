import UploadFile from '@mui/icons-material/UploadFile';
import Button from '@mui/material/Button';
import type { DocumentFile } from '@shp/shared/api/objects';
import { hasDuty } from '@shp/shared/domain/accounts/duties';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { UPLOADERS } from '@shp/shared/domain/accounts/uploaders';
import { Suspense } from 'react';
import { useListContext } from 'react-admin';
import { Link } from 'react-router';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { nameOf, opensInPlace } from '../../files/fileUrl.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { List } from '../../ui/list/List.tsx';
import { ListTable } from '../../ui/list/ListTable.tsx';
import { useRenewList } from '../../ui/list/useRenewList.ts';
import { Page } from '../../ui/Page.tsx';
import { useDialog } from '../../ui/useDialog.ts';
import { documentColumns, NAME, READERS } from './columns.ts';
import { RowActions } from './RowActions.tsx';
import { useDocumentsText } from './texts.ts';

useDocumentsText.preload();

const RolesDialog = lazyDialog(() => import('./RolesDialog.tsx'));
const UploadDialog = lazyDialog(() => import('./UploadDialog.tsx'));
const Viewer = lazyDialog(() => import('../../files/Viewer.tsx'));

const NEWEST_FIRST = { field: 'uploadedAt', order: 'DESC' } as const;
/** Roles that upload documents also choose the readers (docs/spec/wire.md#calls, `document/*`). */
const KEEPERS: readonly Role[] = UPLOADERS.document;

/** The documents that the user's role may read. */
export default function Documents() {
  const { common } = useText();
  const text = useDocumentsText();
  const dialog = useDialog();
  const user = useUser();
  const keeper = KEEPERS.includes(user.role) && hasDuty(user, 'system');
  const columns = documentColumns(text, common, common.marks.list);
  return (
    <List<DocumentFile> resource="documents" sort={NEWEST_FIRST}>
      <Page
        title={common.menu.documents}
        actions={
          keeper && (
            <Button component={Link} to={dialog.to('add')} variant="contained" startIcon={<UploadFile />}>
              {text.upload}
            </Button>
          )
        }
      >
        <ListTable<DocumentFile>
          name="documents"
          label={common.menu.documents}
          columns={keeper ? columns : columns.filter(({ key }) => key !== READERS)}
          linked={{ key: NAME, to: (file) => (opensInPlace(file) ? dialog.to('show', file.id).search : null) }}
          nameOf={nameOf}
          actions={(file) => <RowActions file={file} keeper={keeper} />}
          empty={() => (keeper ? text.emptyMayUpload : text.empty)}
        />
      </Page>
      <Suspense>
        <Opened keeper={keeper} />
      </Suspense>
    </List>
  );
}

/** The dialog named in the address. */
function Opened({ keeper }: { keeper: boolean }) {
  const { name, id, open, close } = useDialog();
  const { data = [] } = useListContext<DocumentFile>();
  const renewList = useRenewList();
  const shown = data.filter(opensInPlace);
  const file = data.find((one) => one.id === id);
  if (name === 'add' && keeper) return <UploadDialog onClose={close} onUploaded={renewList} />;
  if (name === 'edit' && keeper && file) return <RolesDialog key={id} file={file} onClose={close} />;
  if (name === 'show' && file)
    return <Viewer files={shown} shown={file} onShow={(next) => open('show', next.id)} onClose={close} />;
  return null;
}
