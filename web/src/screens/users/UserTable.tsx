import Link from '@mui/material/Link';
import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { type Column, listText } from '@shp/shared/sheets/column';
import { LINKS_COLUMN } from '@shp/shared/sheets/users';
import { Suspense, startTransition, useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { useFilter } from '../../ui/list/filters.tsx';
import { isEmpty, ListTable } from '../../ui/list/ListTable.tsx';
import { useSelectAll } from '../../ui/list/useSelectAll.ts';
import { useDialog } from '../../ui/useDialog.ts';
import { BulkBar } from './BulkBar.tsx';
import { cardsOf, HIDDEN } from './columnsOf.ts';
import { mayAdd, mayOperate, type Operation, operationsOf, type Target } from './operations.ts';
import { RowActions } from './RowActions.tsx';
import { userCell } from './userCell.tsx';

const OperationDialog = lazyDialog(() => import('./OperationDialog.tsx'));

type Props = { kind: UserKind; columns: readonly Column<User>[]; linked: string };

/** The rows of a user list, with actions on each and on all selected. */
export function UserTable({ kind, columns, linked }: Props) {
  const { common, web } = useText();
  const { lang } = usePreferences();
  const caller = useUser();
  const dialog = useDialog();
  const { values } = useFilter();
  const { data, selectedIds, onUnselectItems, refetch } = useListContext<User>();
  const [asked, setAsked] = useState<{ operation: Operation; targets: readonly Target[] } | null>(null);
  const operations = operationsOf(values.isDeleted === true);

  // A selection can span pages, so remember the users of earlier pages with their names.
  const seen = useRef(new Map<string, Target>());
  const remember = (users: readonly User[]) => {
    for (const user of users) seen.current.set(user.id, targetOf(user));
  };
  useEffect(() => {
    for (const user of data ?? []) seen.current.set(user.id, targetOf(user));
  }, [data]);
  const all = useSelectAll<User>({ selectable: (user) => mayOperate(caller, user), onRows: remember });

  function emptyText(filters: Record<string, unknown>): string | null {
    if (filters.isDeleted === true) return web.list.recycleBinEmpty;
    if (!isEmpty(filters)) return null;
    return mayAdd(caller, kind)
      ? `${web.users.empty[kind]}${common.marks.gap}${web.users.emptyAdd}`
      : web.users.empty[kind];
  }

  function ask(operation: Operation, targets: readonly Target[]) {
    startTransition(() => setAsked({ operation, targets }));
  }

  async function close(changed: boolean) {
    setAsked(null);
    if (!changed) return;
    onUnselectItems();
    await refetch();
  }

  return (
    <>
      <ListTable<User>
        name={kind}
        label={common.kinds[kind]}
        columns={columns}
        hidden={HIDDEN[kind]}
        linked={{ key: linked, to: ({ id }) => dialog.to('show', id).search }}
        nameOf={({ profile }) => profile.name}
        draw={(column, user) =>
          column.key === LINKS_COLUMN.key && !user.isDeleted ? (
            <Link
              component={RouterLink}
              to={dialog.to('links', user.id)}
              aria-label={`${column.text(user, lang)} ${web.users.links(user.profile.name)}`}
            >
              {column.text(user, lang)}
            </Link>
          ) : (
            userCell(column.key, user, { common, web }, listText(column, user, lang, common.marks.list))
          )
        }
        empty={emptyText}
        cards={cardsOf(kind)}
        selectable={(user) => mayOperate(caller, user)}
        actions={(user) => (
          <RowActions
            kind={kind}
            user={user}
            operations={operations}
            onOperate={(operation) => ask(operation, [targetOf(user)])}
          />
        )}
      />
      <BulkBar
        count={selectedIds.length}
        operations={operations}
        onOperate={(operation) =>
          ask(
            operation,
            selectedIds.flatMap((id) => seen.current.get(String(id)) ?? []),
          )
        }
        onUnselect={() => onUnselectItems()}
        all={all}
      />
      <Suspense>
        {asked && <OperationDialog kind={kind} {...asked} onClose={(changed) => void close(changed)} />}
      </Suspense>
    </>
  );
}

function targetOf({ id, account, profile }: User): Target {
  return { id, account, name: profile.name };
}
