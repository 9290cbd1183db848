import type { Input } from '@shp/shared/api/index';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { KINDS } from '../../api/userKinds.ts';
import { type AnyCommand, command } from '../../command/command.ts';
import { findUser, onUser, withWordInNotFound } from '../../command/lookup.ts';
import { UsageError } from '../../lib/errors.ts';
import { addedView } from '../../lists/resultViews.ts';
import { userView } from '../../lists/userView.ts';
import { printObject } from '../../output/print.ts';
import { accountOptions, checkComplete, readAccount } from './fields.ts';

const EXAMPLE_ACCOUNTS: Record<UserKind, string> = {
  managers: 'guilin2',
  experts: 'expert9',
  stations: 'station9',
  supervisors: 'group9',
};

/** `shp <users> show ID`. */
export function showUser(kind: UserKind): AnyCommand {
  return command({
    name: `${kind} show`,
    summary: ({ cli }) => cli.users.show,
    args: [{ name: 'ID' }],
    examples: [`shp ${kind} show ${EXAMPLE_ACCOUNTS[kind]}`, `shp ${kind} show ID --format json`],
    prints: true,
    web: ({ args: [user] }) => ({ user, kind }),
    async run({ args: [id] }, context) {
      const api = await context.api();
      const found = await findUser(context, api, kind, id);
      // A row of a list has extra fields that are not part of the account.
      const user =
        found.user?.id === id
          ? found.user
          : await withWordInNotFound(context, id, api.call('GET user', { id: found.id }));
      await printObject(context, userView(kind), user);
    },
  });
}

const ADD_EXAMPLES: Record<UserKind, string> = {
  managers:
    'shp managers add --account guilin2 --role city_manager --division 桂林市 --name 示例单位 --contact 张三 --phone 0773-1234567',
  experts:
    'shp experts add --account expert9 --name 李四 --unit 示例单位 --specialties hydraulic,safety --phone 13800000000',
  stations:
    'shp stations add --account station9 --division 桂林市/秀峰区 --name 示例电站 --address 示例路1号 --legal-person 张三 --contact 李四 --phone 0773-1234567 --capacity 800',
  supervisors: 'shp supervisors add --account group9 --name 示例集团 --contact 张三 --phone 0771-1234567',
};

/** `shp <users> add`. */
export function addUser(kind: UserKind): AnyCommand {
  return command({
    name: `${kind} add`,
    summary: ({ cli, common }) => cli.users.add(common.kinds[kind]),
    options: {
      ...accountOptions(kind, 'add'),
      newPasswordStdin: { kind: 'flag', help: ({ cli }) => cli.options.newPasswordStdin },
    },
    examples: [ADD_EXAMPLES[kind], `shp ${kind} add --input account.json`],
    prints: true,
    async run({ options }, context) {
      const account = await readAccount(kind, options, context);
      checkComplete(kind, account, context.texts);
      const { passwordFrom } = await import('./password.ts');
      const password = await passwordFrom(context, kind, options.newPasswordStdin === true, account.password);
      const api = await context.api();
      const { randomUUID } = await import('node:crypto');
      const key = KINDS[kind].add as 'POST user/add_station';
      const body = { ...account, ...(password === undefined ? {} : { password }) } as Input<typeof key>;
      const added = await api.call(key, body, { idempotencyKey: randomUUID() });
      await printObject(
        context,
        addedView(context.dataTexts, () => account.account),
        added,
      );
    },
  });
}

/** `shp <users> update ID`. */
export function updateUser(kind: UserKind): AnyCommand {
  return command({
    name: `${kind} update`,
    summary: ({ cli }) => cli.users.update,
    args: [{ name: 'ID' }],
    options: accountOptions(kind, 'update'),
    examples: [
      `shp ${kind} update ${EXAMPLE_ACCOUNTS[kind]} --phone 0771-1234567`,
      `shp ${kind} update ID --input change.json`,
    ],
    prints: true,
    async run({ args: [word], options }, context) {
      const { profile, ...rest } = await readAccount(kind, options, context);
      const change = Object.keys(profile).length > 0 ? { ...rest, profile } : rest;
      if (Object.keys(change).length === 0) throw new UsageError(context.texts.cli.usage.nothingToChange);
      const api = await context.api();
      const user = await onUser(context, api, kind, word, ({ id }) =>
        kind === 'supervisors'
          ? api.call('POST user/profile', { userId: id, ...rest, profile } as Input<'POST user/profile'>)
          : api.call(
              KINDS[kind].update as 'POST user/update_station',
              { id, ...change } as Input<'POST user/update_station'>,
            ),
      );
      await printObject(context, userView(kind), user);
    },
  });
}
