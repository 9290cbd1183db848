import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { shownText } from '@shp/shared/sheets/column';
import { useMemo } from 'react';
import { userView } from '../../lists/userView.ts';
import { useUi } from '../ui.ts';
import { Blocks, blocksIn } from '../widgets/Blocks.tsx';
import { type Fact, keyValueLines } from '../widgets/keyValueLines.ts';

const columnsOf = (kind: UserKind) => userView(kind).columns.filter(({ key }) => key !== 'id' && key !== 'name');

/** Rows of an account's fields in two columns, with one for a value that wraps. */
export const userDetailRows = (kind: UserKind) => Math.ceil(columnsOf(kind).length / 2) + 1;

/** An account's fields beside or below the list; fields without a value are left out. */
export function UserDetail({ kind, user }: { kind: UserKind; user: User }) {
  const { texts, columns } = useUi();
  const { first, second } = useMemo(() => {
    const { beside, ...widths } = blocksIn(columns);
    const facts = columnsOf(kind).map(
      (column): Fact => [
        column.heading[texts.lang],
        shownText(column, user, texts.lang, texts.common.marks.list),
        Array.isArray(column.value(user)),
      ],
    );
    const lines = keyValueLines(
      facts.filter(([, value]) => value !== ''),
      Math.min(widths.first, widths.second),
    );
    const half = beside ? Math.ceil(lines.length / 2) : lines.length;
    return { first: lines.slice(0, half), second: lines.slice(half) };
  }, [kind, user, texts, columns]);
  return <Blocks first={first} second={second} />;
}
