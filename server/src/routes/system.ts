import type { Print } from '@shp/shared/api/objects';
import { openApi } from '@shp/shared/api/openapi';
import type { system } from '@shp/shared/api/system';
import type { PRIVATE_SETTINGS, Settings } from '@shp/shared/domain/settings';
import { changesBetween } from '../audit/append.ts';
import { listAudit, verifyAudit } from '../audit/read.ts';
import type { Caller } from '../context.ts';
import type { Handlers } from '../dispatch.ts';
import { Refusal } from '../refusal.ts';
import { findPrinted } from '../store/prints.ts';
import { readSettings, writeSettings } from '../store/settings.ts';

/** What a caller sees of the settings: the private ones are the administrator's. */
function settingsFor(caller: Caller, settings: Settings): Omit<Settings, (typeof PRIVATE_SETTINGS)[number]> {
  if (caller.role === 'admin') return settings;
  const { sessionHours: _sessionHours, loginAttempts: _loginAttempts, ...visible } = settings;
  return visible;
}

export const systemRoutes: Handlers<keyof typeof system> = {
  async 'GET system/settings'(_input, context) {
    return settingsFor(context.caller, await readSettings(context.read));
  },

  async 'POST system/update_settings'(input, context) {
    return context.write(async ({ db, audit }) => {
      const before = await readSettings(db);
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      const after: Settings = { ...before, ...given };
      await writeSettings(db, after);
      await audit({ object: { kind: 'settings', id: 'settings', name: '' }, changes: changesBetween(before, after) });
      return settingsFor(context.caller, after);
    });
  },

  async 'GET audit'(input, context) {
    return listAudit(context.read, input);
  },

  async 'GET audit/verify'(_input, context) {
    return verifyAudit(context.read);
  },

  async 'GET health'(_input, context) {
    try {
      await context.services.db.probe.selectFrom('settings').select('id').limit(1).execute();
    } catch {
      throw new Refusal('overloaded', { retryAfter: 5 });
    }
    return { status: 'ok', version: context.services.version, database: 'ok' };
  },

  async 'GET openapi.json'() {
    return openApi();
  },

  /** Forgiving as to case and spaces, for a number and a digest are also typed off paper. */
  async 'GET verify'({ number, digest }, context) {
    const found = await findPrinted(context.read, number.trim().toUpperCase(), digest.trim().toLowerCase());
    if (!found) return { genuine: false };
    const { print, level, status, valid_until } = found;
    // The name that stands on the paper: by it somebody sees whether the paper is the one that was issued.
    const { unit } = JSON.parse(print) as Print;
    const station = String(unit.name);
    return { genuine: true, number: found.number, station, level, status, validUntil: valid_until };
  },
};
