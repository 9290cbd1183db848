import type { standards } from '@shp/shared/api/standards';
import { canonicalJson } from '@shp/shared/domain/lib/canonicalJson';
import type { Handlers } from '../http/router.ts';
import { HttpError, notFound } from '../httpError.ts';
import { standardFile } from '../standards/export.ts';
import { importedStandard } from '../standards/import.ts';
import {
  currentStandard,
  findStandard,
  insertStandard,
  listStandards,
  useStandard,
} from '../store/repositories/standards.ts';
import type { Db } from '../store/schema/schema.ts';

async function versions(db: Db) {
  return (await listStandards(db)).map(({ version, title, is_current, imported_at, used }) => ({
    version,
    title,
    current: is_current === 1,
    importedAt: imported_at,
    used,
  }));
}

async function versionOf(db: Db, version: string) {
  const row = (await versions(db)).find((one) => one.version === version);
  if (!row) throw notFound();
  return row;
}

export const standardRoutes: Handlers<keyof typeof standards> = {
  async 'GET standard/versions'(_input, context) {
    return versions(context.read);
  },

  async 'POST standard/import'(input, context) {
    const standard = await importedStandard(input, context.lang);
    const { version, title } = standard;
    return context.write(async ({ db, now, audit }) => {
      const known = await findStandard(db, version);
      if (known && canonicalJson(known) !== canonicalJson(standard)) {
        throw new HttpError('conflict', {
          message: (text) => text.refused.standardKept(version),
          current: await versionOf(db, version),
        });
      }
      if (!known) await insertStandard(db, standard, { at: now, by: context.caller.id });
      await audit({ object: { kind: 'standard', id: version, name: title } });
      return versionOf(db, version);
    });
  },

  async 'POST standard/use'({ version }, context) {
    return context.write(async ({ db, audit }) => {
      const { title } = await versionOf(db, version);
      const before = await currentStandard(db);
      await useStandard(db, version);
      await audit({
        object: { kind: 'standard', id: version, name: title },
        changes: before === version ? {} : { current: [before, version] },
      });
      return versionOf(db, version);
    });
  },

  async 'GET standard/export'({ version, format, headings }, context) {
    const standard = await findStandard(context.read, version ?? (await currentStandard(context.read)));
    if (!standard) throw notFound();
    const file = await standardFile(standard, format, headings ?? context.lang);
    await context.write(({ audit }) =>
      audit({ object: { kind: 'standard', id: standard.version, name: standard.title } }),
    );
    return file;
  },
};
