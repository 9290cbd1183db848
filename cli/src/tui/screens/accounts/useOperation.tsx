import type { CallKey } from '@shp/shared/api/index';
import type { User } from '@shp/shared/api/objects';
import { KIND_ROLES, type UserKind } from '@shp/shared/domain/accounts/roles';
import { MANAGES } from '@shp/shared/domain/accounts/userAdministration';
import { useState } from 'react';
import { KINDS } from '../../../api/userKinds.ts';
import type { Job } from '../../jobs/jobs.ts';
import { type Operation, userJob } from '../../jobs/users.ts';
import { never, type Reason } from '../../keys/reasons.ts';
import { onlyOf } from '../../list/actionTarget.ts';
import type { Dialog } from '../../list/ListScreen.tsx';
import type { ListModel } from '../../list/model.ts';
import type { Selection } from '../../list/selection.ts';
import { whyNoCall } from '../../permissions.ts';
import { type Me, useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useTexts } from '../../ui.ts';
import { QUESTION_COLUMNS } from '../../widgets/Floats.tsx';
import { OperationConfirm } from '../OperationConfirm.tsx';
import { InitialPassword } from './InitialPassword.tsx';

/**
 * Deletes, recovers or removes accounts, or resets their passwords, after a question: those chosen in the list, or only
 * `user`. The new password of one account is shown at once.
 */
export function useOperation(
  model: ListModel<User>,
  user?: User,
  onStarted?: (job: Job, operation: Operation) => void,
) {
  const texts = useTexts();
  const { me, jobs } = useSession();
  const [asked, ask] = useState<Operation | null>(null);
  const [reset, setReset] = useState<{ job: number; account: string; password: string } | null>(null);
  const showReset = async ({ id }: Job, target: Selection<User>) => {
    const only = onlyOf(target);
    if (only === undefined) return;
    const password = (await jobs.whenEnded(id))?.outcomes[0]?.secret;
    if (password !== undefined) setReset({ job: id, account: only.account, password });
  };
  const dialog = (): Dialog | null => {
    if (asked !== null) {
      const only: Selection<User> | null = user ? { kind: 'picked', rows: new Map([[user.id, user]]) } : null;
      return {
        node: (
          <OperationConfirm
            operation={asked}
            model={model}
            {...(only === null ? {} : { only })}
            job={(target) => userJob(asked, model, target, me, texts)}
            onStarted={(job, target) => {
              onStarted?.(job, asked);
              void showReset(job, target);
            }}
            onClose={() => ask(null)}
          />
        ),
        width: QUESTION_COLUMNS,
      };
    }
    if (reset === null) return null;
    const { job, ...made } = reset;
    return {
      node: <InitialPassword {...made} isReset onCopied={() => jobs.saved(job)} onClose={() => setReset(null)} />,
    };
  };
  return { ask, dialog: dialog() };
}

/** Why a role manages no accounts of a kind, or lacks one of these calls; null if it may. */
export function whyNotManaged(me: Me, kind: UserKind, texts: Texts, calls: readonly CallKey[]): Reason | null {
  if (!MANAGES[me.role].some((role) => KIND_ROLES[kind].includes(role))) return never(texts.tui.why.notManager);
  return calls.map((call) => whyNoCall(me, call, texts)).find((reason) => reason !== null) ?? null;
}

/** Why no account of a kind is deleted, recovered or given a new password. */
export function whyNotOperated(me: Me, kind: UserKind, texts: Texts): Reason | null {
  // No access token works on the accounts of units.
  return whyNotManaged(me, kind, texts, ['POST user/delete', ...(kind === 'managers' ? [KINDS.managers.add] : [])]);
}
