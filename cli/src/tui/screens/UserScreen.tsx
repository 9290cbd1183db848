import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { shownText } from '@shp/shared/sheets/column';
import { USER_COLUMNS } from '@shp/shared/sheets/users';
import { mayCall } from '../permissions.ts';
import { useSession } from '../session.ts';
import { useUi } from '../ui.ts';
import { useCall } from '../useCall.ts';
import { keyValueLines } from '../widgets/keyValueLines.ts';
import { TextScreen } from './TextScreen.tsx';

/** One account with all fields. */
export function UserScreen({ kind, user, height }: { kind: UserKind; user: User; height: number }) {
  const { texts, columns } = useUi();
  const { me, open } = useSession();
  const { data, reload } = useCall('GET user', { id: user.id });
  const shown = data ?? user;
  const facts = USER_COLUMNS[kind].map(
    (column) => [column.heading[texts.lang], shownText(column, shown, texts.lang, texts.common.marks.list)] as const,
  );
  const { fields } = texts.common;
  const state = [
    ...(shown.isDeleted ? [[fields.isDeleted, texts.common.yes] as const] : []),
    ...(shown.mustChangePassword ? [[fields.mustChangePassword, texts.common.yes] as const] : []),
  ];
  const linked = kind === 'supervisors';
  return (
    <TextScreen
      title={`${shown.profile.name} (${shown.account})`}
      lines={keyValueLines([...facts, ...state], columns)}
      height={height}
      places={['list']}
      handlers={{ refresh: reload, ...(linked ? { open: () => open({ kind: 'supervised', user: shown }) } : {}) }}
      unmet={{ rows: linked && !mayCall(me.role, 'GET supervise/stations') ? texts.tui.why.noRight : null }}
    />
  );
}
