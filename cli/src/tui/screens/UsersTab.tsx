import type { User } from '@shp/shared/api/objects';
import { KIND_ROLES, type UserKind } from '@shp/shared/domain/accounts/roles';
import { MANAGES } from '@shp/shared/domain/accounts/userAdministration';
import { useState } from 'react';
import { KINDS } from '../../api/userKinds.ts';
import { userExport } from '../jobs/exportUsers.ts';
import { mayOperate, type Operation, userJob } from '../jobs/users.ts';
import { targetOf } from '../list/actionTarget.ts';
import { type Dialog, ListScreen } from '../list/ListScreen.tsx';
import type { Selection } from '../list/selection.ts';
import { useModel } from '../list/useModel.ts';
import { userList } from '../list/usersList.ts';
import { mayCall } from '../permissions.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { PROMPT_ROWS } from '../widgets/Prompt.tsx';
import { ExportPrompt } from './ExportPrompt.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { CONFIRM_ROWS, OperationConfirm, onlyOf } from './OperationConfirm.tsx';

/** The list of users of a kind. */
export function UsersTab({ kind, height }: { kind: UserKind; height: number }) {
  const texts = useTexts();
  const { tui } = texts;
  const { me, open } = useSession();
  const model = useModel(() => userList(kind), kind);
  const [asked, setAsked] = useState<'export' | 'import' | Operation | null>(null);
  const close = () => setAsked(null);
  const inBin = model.state.query.isDeleted === true;

  const dialog = (): Dialog | null => {
    if (asked === null) return null;
    if (asked === 'export') {
      return {
        rows: PROMPT_ROWS,
        node: <ExportPrompt model={model} exporting={userExport(kind)} onClose={close} />,
      };
    }
    if (asked === 'import') {
      return { rows: 'all', node: <ImportDialog kind={kind} height={height - 1} onClose={close} /> };
    }
    const job = (target: Selection<User>) => userJob(asked, model, target, me, texts);
    return {
      rows: CONFIRM_ROWS,
      node: <OperationConfirm operation={asked} model={model} job={job} onClose={close} />,
    };
  };

  const manages = MANAGES[me.role].some((role) => KIND_ROLES[kind].includes(role));
  const right = manages ? null : tui.why.notManager;
  const alone = (): string | null => {
    const only = onlyOf(targetOf(model));
    return right ?? (only && !mayOperate(me, only) ? tui.why.notYours : null);
  };
  return (
    <ListScreen<User>
      model={model}
      height={height}
      onOpen={(user) => open({ kind: 'user', users: kind, user })}
      dialog={dialog()}
      actions={{
        export: () => setAsked('export'),
        import: () => setAsked('import'),
        delete: () => setAsked(inBin ? 'remove' : 'delete'),
        recoverOrReset: () => setAsked(inBin ? 'recover' : 'reset'),
        bin: () =>
          model.dispatch({ do: 'query', query: { ...model.state.query, isDeleted: inBin ? undefined : true } }),
      }}
      unmet={{
        exportRight: mayCall(me.role, 'GET user/export') ? null : tui.why.noRight,
        exportable: model.state.total === 0 ? tui.why.noRows : null,
        deleteRight: alone(),
        manageRight: alone(),
        importRight: mayCall(me.role, KINDS[kind].add) ? right : tui.why.noRight,
      }}
    />
  );
}
