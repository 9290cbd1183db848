import { PROFILES } from '@shp/shared/domain/accounts/profiles';
import type { FieldDef } from '@shp/shared/domain/assessment/fields';
import { command, kebab } from '../../command/command.ts';
import { readJson } from '../../command/stdin.ts';
import { UsageError } from '../../lib/errors.ts';
import { selfView } from '../../lists/userView.ts';
import { printObject } from '../../output/print.ts';
import { profileOptions, profileValues } from '../users/fields.ts';

/** The fields of all roles; the server tells the caller's role later. */
const FIELDS: [string, FieldDef][] = [
  ...new Map(Object.values(PROFILES).flatMap((fields) => Object.entries<FieldDef>(fields))),
];

export const commands = [
  command({
    name: 'profile show',
    summary: ({ cli }) => cli.commands.profileShow,
    examples: ['shp profile show'],
    prints: true,
    web: () => ({ path: '/profile' }),
    async run(_input, context) {
      const api = await context.api();
      const user = await api.call('GET user', {});
      await printObject(context, selfView(user.role), user);
    },
  }),
  command({
    name: 'profile update',
    summary: ({ cli }) => cli.commands.profileUpdate,
    options: {
      ...profileOptions(FIELDS),
      input: { kind: 'text', value: 'FILE', help: ({ cli }) => cli.options.input },
    },
    examples: ['shp profile update --phone 0771-1234567', 'shp profile update --input profile.json'],
    prints: true,
    async run({ options }, context) {
      const file = typeof options.input === 'string' ? await readJson(context, options.input) : {};
      const change = { ...file, ...profileValues(FIELDS, options, context.texts) };
      if (Object.keys(change).length === 0) throw new UsageError(context.texts.cli.usage.nothingToChange);
      const api = await context.api();
      const { role } = await api.call('GET user', {});
      const unknown = Object.keys(change).find((key) => !Object.hasOwn(PROFILES[role], key));
      if (unknown !== undefined) {
        const flags = Object.keys(PROFILES[role]).map((key) => `--${kebab(key)}`);
        throw new UsageError(context.texts.cli.usage.notOneOf('--', kebab(unknown), flags.join(', ')));
      }
      await printObject(context, selfView(role), await api.call('POST user/my_profile', change));
    },
  }),
];
