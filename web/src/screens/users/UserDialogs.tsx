import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { lazy, Suspense } from 'react';
import { useDialog } from '../../ui/useDialog.ts';

const UserAdd = lazy(() => import('./UserAdd.tsx'));
const UserEdit = lazy(() => import('./UserEdit.tsx'));
const UserShow = lazy(() => import('./UserShow.tsx'));
const Links = lazy(() => import('../supervisors/Links.tsx'));
const ImportDialog = lazy(() => import('./import/ImportDialog.tsx'));

/** The dialog over the list that the address names. */
export function UserDialogs({ kind }: { kind: UserKind }) {
  const { name, id } = useDialog();
  return (
    <Suspense>
      {name === 'add' && <UserAdd kind={kind} />}
      {name === 'edit' && <UserEdit key={id} kind={kind} id={id} />}
      {name === 'show' && <UserShow key={id} kind={kind} id={id} />}
      {name === 'links' && kind === 'supervisors' && <Links key={id} id={id} />}
      {name === 'import' && <ImportDialog kind={kind} />}
    </Suspense>
  );
}
