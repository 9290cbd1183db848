import { printOnRequest } from '../../bulk/forEachId.ts';
import { command } from '../../command/command.ts';
import { dataDir } from '../../config/dirs.ts';
import { Failure } from '../../lib/errors.ts';
import { resultView } from '../../lists/resultViews.ts';
import { createPrivately, DATA, withDataDirErrors } from '../flags/maintenanceFlags.ts';
import { DATABASE_URL, databaseUrl, withStorageErrors } from '../flags/storageFlags.ts';

export const commands = [
  command({
    name: 'keys rotate',
    summary: ({ cli }) => cli.keys.rotate,
    options: { ...DATA, ...DATABASE_URL, lost: { kind: 'flag', help: ({ cli }) => cli.keys.lost } },
    examples: ['shp keys rotate --data /srv/shp', 'shp keys rotate --data /srv/shp --lost'],
    prints: 'on request',
    async run({ options }, context) {
      const { keys, serve, unlock } = context.texts.cli;
      createPrivately();
      const [{ KeyLost, rotateKey }, { OtherVersion }, { UnfitKey }] = await Promise.all([
        import('@shp/server/rotateKey'),
        import('@shp/server/installation'),
        import('@shp/server/audit/signing/keyFile'),
      ]);
      const data = dataDir(options.data);
      const place = { data, databaseUrl: databaseUrl(context, options.databaseUrl) };
      const rotate = () => rotateKey(place, { lost: options.lost });
      const rotated = await withStorageErrors(context, '--files', () => withDataDirErrors(context, data, rotate)).catch(
        (error: unknown) => {
          if (error instanceof KeyLost || error instanceof UnfitKey)
            throw new Failure(keys.isLost(data), keys.isLostHint);
          if (error instanceof OtherVersion) throw new Failure(error.newer ? serve.newer : unlock.older);
          throw error;
        },
      );
      context.note(keys.rotated(rotated.id, data));
      if (!rotated.endorsed && rotated.before !== null) context.note(keys.notEndorsed);
      await printOnRequest(context, resultView(rotated), rotated);
    },
  }),
  command({
    name: 'keys reseal',
    summary: ({ cli }) => cli.keys.reseal,
    options: { ...DATA, ...DATABASE_URL },
    examples: ['shp keys reseal --data /srv/shp'],
    prints: 'on request',
    async run({ options }, context) {
      const { keys, serve, unlock } = context.texts.cli;
      createPrivately();
      const [{ resealSecrets }, { OtherVersion }, { SealBroken }] = await Promise.all([
        import('@shp/server/resealSecrets'),
        import('@shp/server/installation'),
        import('@shp/server/auth/factors/seal'),
      ]);
      const data = dataDir(options.data);
      const place = { data, databaseUrl: databaseUrl(context, options.databaseUrl) };
      const reseal = () => resealSecrets(place);
      const done = await withStorageErrors(context, '--files', () => withDataDirErrors(context, data, reseal)).catch(
        (error: unknown) => {
          if (error instanceof SealBroken) throw new Failure(keys.noSeal(data), keys.noSealHint);
          if (error instanceof OtherVersion) throw new Failure(error.newer ? serve.newer : unlock.older);
          throw error;
        },
      );
      context.note(keys.resealed(done.secrets, data));
      if (done.unreadable > 0) context.note(keys.unreadable(done.unreadable));
      await printOnRequest(context, resultView(done), done);
    },
  }),
];
