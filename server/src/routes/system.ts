import type { Print } from '@shp/shared/api/objects';
import type { system } from '@shp/shared/api/system';
import {
  PRIVATE_SETTINGS,
  type PrivateSetting,
  restoreSecrets,
  type Settings,
  settingAt,
  settingChanges,
  withoutSecrets,
} from '@shp/shared/domain/settings';
import { openApi } from '@shp/shared/openapi/openapi';
import { bundleOf } from '../assessments/bundle.ts';
import type { Changes } from '../audit/append.ts';
import { listAudit, verifyAudit } from '../audit/read.ts';
import { treeFaults } from '../audit/signing/examine.ts';
import { sealSettings } from '../auth/factors/sealedSecrets.ts';
import type { Handlers } from '../http/router.ts';
import { HttpError, type LocalizedText } from '../httpError.ts';
import { findPrinted } from '../store/repositories/printedConclusions.ts';
import { readSettings, writeSettings } from '../store/repositories/settings.ts';
import type { Caller } from '../types.ts';
import { checkAllSeparate } from '../users/duties.ts';

/** The settings that a caller may read; only administrators read the private ones. */
function settingsFor(caller: Caller, settings: Settings): Omit<Settings, PrivateSetting> {
  if (caller.role === 'admin') return withoutSecrets(settings);
  const hidden: readonly string[] = PRIVATE_SETTINGS;
  const visible = Object.entries(settings).filter(([key]) => !hidden.includes(key));
  return Object.fromEntries(visible) as Omit<Settings, PrivateSetting>;
}

/** 64 bits of the digest are enough: a second conclusion with the same prefix is not feasible. */
const TYPED_DIGITS = 16;

const HEALTH_TEXT = {
  full: { message: (text) => text.troubles.full },
  'read-only': { message: (text) => text.troubles.readOnly },
  away: {},
} satisfies Record<string, { message?: LocalizedText }>;

export const systemRoutes: Handlers<keyof typeof system> = {
  async 'GET system/settings'(_input, context) {
    return settingsFor(context.caller, await readSettings(context.read));
  },

  async 'GET system/footer'(_input, context) {
    const { footer, oidc } = await readSettings(context.read);
    return context.services.signOn.isOn(oidc) ? { ...footer, singleSignOn: oidc.name } : footer;
  },

  async 'POST system/update_settings'(input, context) {
    return context.write(async ({ db, audit }) => {
      const before = await readSettings(db);
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      const after = sealSettings(context.services.seal, restoreSecrets({ ...before, ...given }, before), before);
      if (after.separateDuties && !before.separateDuties) await checkAllSeparate(db);
      await writeSettings(db, after);
      const changes: Changes = Object.fromEntries(
        settingChanges(before, after).map(({ path }) => {
          const shown = [before, after].map((settings) => settingAt(withoutSecrets(settings), path));
          return [path, [shown[0], shown[1]]];
        }),
      );
      await audit({ object: { kind: 'settings', id: 'settings', name: '' }, changes });
      return settingsFor(context.caller, after);
    });
  },

  async 'GET audit'(input, context) {
    return listAudit(context.read, input);
  },

  async 'GET audit/verify'(_input, context) {
    const { notary } = context.services;
    const { ok, ...chain } = await verifyAudit(context.read);
    const [found] = await treeFaults(context.read, notary.lastSigned);
    const history = found?.fault ?? null;
    return { ok: ok && history === null, ...chain, history };
  },

  async 'GET health'(_input, context) {
    const { health, version } = context.services;
    const { database, auditIsWhole } = await health.condition();
    if (database !== 'ok') throw new HttpError('overloaded', { retryAfter: 5, database, ...HEALTH_TEXT[database] });
    return { status: 'ok', version, database, ...(!auditIsWhole && { audit: 'broken' as const }) };
  },

  async 'GET openapi.json'() {
    return openApi();
  },

  /** Ignores case and spaces, because people also type number and digest from paper. */
  async 'GET verify'(input, context) {
    const number = input.number.replace(/\s/g, '').toUpperCase();
    const digest = input.digest.replace(/\s/g, '').toLowerCase();
    const found = number === '' || digest === '' ? null : await findPrinted(context.read, number);
    if (!found) return { genuine: false };
    const same = digest.length >= TYPED_DIGITS && found.digest.startsWith(digest);
    if (!same) return { genuine: false, reason: 'altered' };
    const { print, level, status, valid_until } = found;
    // Show the name as printed, so that the reader can compare it with the paper.
    const { unit } = JSON.parse(print) as Print;
    const station = String(unit.name);
    const facts = { genuine: true as const, number: found.number, station, level, status, validUntil: valid_until };
    return input.bundle ? { ...facts, bundle: await bundleOf(context.services, found.id) } : facts;
  },
};
