import { printOnRequest } from '../../bulk/forEachId.ts';
import { command } from '../../command/command.ts';
import { dataDir } from '../../config/dirs.ts';
import { Failure } from '../../lib/errors.ts';
import { sanitized } from '../../lib/streams.ts';
import { resultView } from '../../lists/resultViews.ts';
import { DATA, withDataDirErrors } from '../flags/maintenanceFlags.ts';
import { DATABASE_URL, databaseUrl, withStorageErrors } from '../flags/storageFlags.ts';

export const commands = [
  command({
    name: 'unlock',
    summary: ({ cli }) => cli.unlock.summary,
    args: [{ name: 'ACCOUNT' }],
    options: { factors: { kind: 'flag', help: ({ cli }) => cli.unlock.factors }, ...DATA, ...DATABASE_URL },
    examples: [
      'shp unlock admin --data /srv/shp',
      'shp unlock admin --factors',
      'shp unlock admin --database-url postgres://shp@db.example/shp',
    ],
    prints: 'on request',
    async run({ args: [account], options }, context) {
      const { cli } = context.texts;
      const [{ NoSuchAccount, unlockAccount }, { OtherVersion }] = await Promise.all([
        import('@shp/server/unlock'),
        import('@shp/server/installation'),
      ]);
      const data = dataDir(options.data);
      const place = { data, databaseUrl: databaseUrl(context, options.databaseUrl) };
      const unlock = () =>
        withStorageErrors(context, '--files', () =>
          withDataDirErrors(context, data, () => unlockAccount(place, account, options.factors)),
        );
      const unlocked = await unlock().catch((error: unknown) => {
        if (error instanceof NoSuchAccount) throw new Failure(cli.unlock.noAccount(sanitized(account)));
        if (error instanceof OtherVersion) throw new Failure(error.newer ? cli.serve.newer : cli.unlock.older);
        throw error;
      });
      context.note(cli.unlock.done(unlocked.account, unlocked.failures));
      if (unlocked.factors > 0) context.note(cli.unlock.factorsRemoved(unlocked.factors));
      if (unlocked.prolonged) context.note(cli.unlock.prolonged(unlocked.account));
      await printOnRequest(context, resultView(unlocked), unlocked);
    },
  }),
];
