import type { User } from '@shp/shared/api/objects';
import { mayManage } from '@shp/shared/domain/accounts/userAdministration';
import { numberText } from '@shp/shared/sheets/column';
import { commandLine, targetCommand } from '../commands/commandLine.ts';
import { rowsOf } from '../list/actionTarget.ts';
import type { ListModel } from '../list/model.ts';
import type { Selection } from '../list/selection.ts';
import type { Texts } from '../texts.ts';
import type { JobSpec, JobTools } from './jobs.ts';
import { deleteOne, forMany } from './many.ts';

export type Operation = 'delete' | 'recover' | 'reset' | 'remove';

/** Whether the caller manages this user; callers do not manage themselves. */
export function mayOperate(caller: User, target: User): boolean {
  return caller.id !== target.id && mayManage(caller, target);
}

/** The inverse of an operation, if there is one. */
const BACK: Partial<Record<Operation, Operation>> = { delete: 'recover', recover: 'delete' };

async function operate(
  operation: Operation,
  { api }: JobTools,
  id: string,
  lost: boolean,
): Promise<{ secret?: string }> {
  switch (operation) {
    case 'delete':
    case 'remove':
      await deleteOne(() => api.call('POST user/delete', { userId: id, softDelete: operation === 'delete' }), lost);
      return {};
    case 'recover':
      await api.call('POST user/recover', { userId: id });
      return {};
    case 'reset':
      return { secret: (await api.call('POST user/reset_password', { id })).initialPassword };
  }
}

/** The verb of each operation, and what follows the accounts. */
const VERBS: Readonly<Record<Operation, readonly [string, ...string[]]>> = {
  delete: ['delete', '--yes'],
  remove: ['delete', '--hard', '--yes'],
  recover: ['recover'],
  reset: ['reset-password', '--yes'],
};

function commandFor(operation: Operation, kind: string, refs: readonly string[]): string[] {
  const [verb, ...more] = VERBS[operation];
  return [kind, verb, ...refs, ...more];
}

/** Runs an operation on the target's users; skips and reports those that the caller does not manage. */
export function userJob(
  operation: Operation,
  model: ListModel<User>,
  target: Selection<User>,
  me: User,
  texts: Texts,
): JobSpec {
  return {
    title: ({ tui }) => tui.operations[operation].title,
    command: targetCommand(model, target, (refs) => commandFor(operation, model.def.name, refs)),
    async run(tools) {
      const users = await rowsOf(model, target, tools.signal, tools.at);
      const open = users.filter((user) => mayOperate(me, user));
      for (const user of users) {
        if (!open.includes(user))
          tools.outcome({ label: model.def.nameOf(user), result: 'failed', text: texts.tui.why.notYours });
      }
      await operateOn(operation, open, model, tools, texts);
    },
  };
}

async function operateOn(
  operation: Operation,
  users: readonly User[],
  model: ListModel<User>,
  tools: JobTools,
  texts: Texts,
): Promise<void> {
  const { name, nameOf } = model.def;
  const done: User[] = [];
  const back = BACK[operation];
  try {
    await forMany(tools, users, nameOf, async (user, lost) => {
      const { secret } = await operate(operation, tools, user.id, lost);
      done.push(user);
      if (operation !== 'reset') model.drop(user.id);
      return {
        result: 'done',
        text: texts.tui.operations[operation].done,
        ...(secret === undefined ? {} : { secret }),
      };
    });
  } finally {
    if (back !== undefined && done.length > 0) {
      tools.undo({
        title: ({ tui }) => tui.operations[back].title,
        command: commandLine(
          ...commandFor(
            back,
            name,
            done.map(({ account }) => account),
          ),
        ),
        question: ({ tui }) => {
          const [only] = done;
          const { one, many } = tui.operations[back];
          return done.length === 1 && only !== undefined ? one(nameOf(only)) : many(numberText(done.length));
        },
        run: (undoing) => operateOn(back, done, model, undoing, texts),
      });
    }
  }
}
