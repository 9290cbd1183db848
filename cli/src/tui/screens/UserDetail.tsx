import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { shownText } from '@shp/shared/sheets/column';
import { useMemo } from 'react';
import { userView } from '../../lists/userView.ts';
import { useUi } from '../ui.ts';
import { keyValueLines } from '../widgets/keyValueLines.ts';
import { Lines } from '../widgets/Line.tsx';

/** An account's fields beside the list; fields without a value are left out. */
export function UserDetail({ kind, user }: { kind: UserKind; user: User }) {
  const { texts, columns } = useUi();
  const lines = useMemo(() => {
    const facts = userView(kind)
      .columns.filter(({ key }) => key !== 'id' && key !== 'name')
      .map(
        (column) => [column.heading[texts.lang], shownText(column, user, texts.lang, texts.common.marks.list)] as const,
      );
    return keyValueLines(
      facts.filter(([, value]) => value !== ''),
      columns,
    );
  }, [kind, user, texts, columns]);
  return <Lines lines={lines} />;
}
