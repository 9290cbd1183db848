import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { Suspense } from 'react';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { useDialog } from '../../ui/useDialog.ts';

const UserAdd = lazyDialog(() => import('./UserAdd.tsx'));
const UserEdit = lazyDialog(() => import('./UserEdit.tsx'));
const UserShow = lazyDialog(() => import('./UserShow.tsx'));
const Links = lazyDialog(() => import('../supervisors/Links.tsx'));
const ImportDialog = lazyDialog(() => import('./import/ImportDialog.tsx'));

/** The dialog over the list named in the address. */
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
