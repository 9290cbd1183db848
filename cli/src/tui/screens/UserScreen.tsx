import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { MANAGES } from '@shp/shared/domain/accounts/userAdministration';
import { shownText } from '@shp/shared/sheets/column';
import { LINKS_COLUMN, LOAD_COLUMN } from '@shp/shared/sheets/users';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { KINDS } from '../../api/userKinds.ts';
import { userView } from '../../lists/userView.ts';
import { formatCount } from '../format.ts';
import { mayOperate } from '../jobs/users.ts';
import { never } from '../keys/reasons.ts';
import { mayCall, whyNoCall } from '../permissions.ts';
import { useSession } from '../session.ts';
import { useUi } from '../ui.ts';
import { useCall } from '../useCall.ts';
import { useCopied } from '../useCopied.ts';
import { Floating, floatRows } from '../widgets/Floats.tsx';
import { keyValueLines } from '../widgets/keyValueLines.ts';
import { PANE_COLUMNS } from '../widgets/Pane.tsx';
import { Overlay } from '../widgets/Panel.tsx';
import { AccountForm } from './accounts/AccountForm.tsx';
import { useOperation, whyNotOperated } from './accounts/useOperation.tsx';
import { nextLevel, nextLevelName } from './nextLevel.ts';
import { TextScreen } from './TextScreen.tsx';
import { userList } from './UsersTab.tsx';

/** One account with all fields. */
export function UserScreen({ kind, user, height }: { kind: UserKind; user: User; height: number }) {
  const { texts, columns: outside } = useUi();
  const columns = outside - PANE_COLUMNS;
  const { me, models, jobs, open, back } = useSession();
  const copied = useCopied();
  const [changing, setChanging] = useState(false);
  const { data, reload } = useCall('GET user', { id: user.id });
  const shown = data ?? user;
  const hasLinks = kind === 'supervisors' && mayCall(me, 'GET supervise/stations');
  const ofAggregate = hasLinks ? { userId: user.id, linked: true, page: 1, size: 1 } : null;
  const linked = useCall('GET supervise/stations', ofAggregate).data;
  // The row of a list knows an expert's open reviews, which the account alone does not.
  const known = { ...user, ...shown };
  const facts = userView(kind)
    .columns.filter(({ key }) => key !== LINKS_COLUMN.key && (key !== LOAD_COLUMN.key || LOAD_COLUMN.key in known))
    .map(
      (column) => [column.heading[texts.lang], shownText(column, known, texts.lang, texts.common.marks.list)] as const,
    );
  const title = `${shown.profile.name} (${shown.account})`;
  const { fields } = texts.common;
  const more = [
    ...(linked === null ? [] : [[LINKS_COLUMN.heading[texts.lang], formatCount(linked.total)] as const]),
    ...(shown.isDeleted ? [[fields.isDeleted, texts.common.yes] as const] : []),
    ...(shown.mustChangePassword ? [[fields.mustChangePassword, texts.common.yes] as const] : []),
  ];
  const next = nextLevel(kind, shown);
  const model = useMemo(() => models.of(userList(kind)), [models, kind]);
  const removing = useRef<number | null>(null);
  const operation = useOperation(model, shown, ({ id }, what) => {
    removing.current = what === 'remove' ? id : null;
  });
  const jobsEnded = useSyncExternalStore(jobs.subscribe, jobs.countEnded);
  const seen = useRef(jobsEnded);
  useEffect(() => {
    if (seen.current === jobsEnded) return;
    seen.current = jobsEnded;
    const removed = removing.current === null ? undefined : jobs.get(removing.current);
    if (removed?.outcomes[0]?.result === 'done') back();
    else reload();
  }, [jobsEnded, jobs, back, reload]);
  const { why } = texts.tui;
  // The footer leaves out a key that never works for a role.
  const refused = MANAGES[me.role].length === 0 ? never(why.noRight) : why.notYours;
  const isMine = mayOperate(me, shown);
  const unchangeable = isMine ? whyNoCall(me, KINDS[kind].update, texts) : refused;
  const operable = isMine ? whyNotOperated(me, kind, texts) : refused;
  const { isDeleted } = shown;
  return (
    <>
      <TextScreen
        title={title}
        lines={keyValueLines([...facts.filter(([, value]) => value !== ''), ...more], columns)}
        height={height}
        places={['list', 'users']}
        handlers={{
          refresh: reload,
          unselect: back,
          copy: () => copied(shown.account),
          copyId: () => copied(shown.id),
          change: () => setChanging(true),
          delete: () => operation.ask(isDeleted ? 'remove' : 'delete'),
          recoverOrReset: () => operation.ask(isDeleted ? 'recover' : 'reset'),
          ...(next ? { open: () => open(next.screen) } : {}),
        }}
        names={{
          ...(next ? { open: nextLevelName(next, texts) } : {}),
          recoverOrReset: texts.tui.operations[isDeleted ? 'recover' : 'reset'].title,
          ...(isDeleted ? { delete: texts.tui.operations.remove.title } : {}),
        }}
        unmet={{
          openRight: next ? whyNoCall(me, next.call, texts) : null,
          changeRight: isDeleted ? why.inBin : unchangeable,
          deleteRight: operable,
          manageRight: operable,
        }}
      />
      {operation.dialog && (
        <Overlay>
          <Floating width={operation.dialog.width}>{operation.dialog.node}</Floating>
        </Overlay>
      )}
      {changing && (
        <Overlay>
          <Floating>
            <AccountForm
              kind={kind}
              user={shown}
              height={floatRows(height)}
              onSaved={reload}
              onClose={() => setChanging(false)}
            />
          </Floating>
        </Overlay>
      )}
    </>
  );
}
