import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settingsShape } from '../src/api/objects.ts';
import {
  DEFAULT_SETTINGS,
  SETTING_LEAVES,
  SETTINGS,
  type SettingKey,
  settingAt,
  settingChanges,
  settingsFrom,
} from '../src/domain/settings.ts';
import { administration as en } from '../src/text/en/administration.ts';
import { administration as zh } from '../src/text/zh/administration.ts';

const KEYS = Object.keys(SETTINGS) as SettingKey[];

/** Saved settings of any version: some values are absent, some are arbitrary. */
const saved = fc
  .array(
    fc.record({ leaf: fc.constantFrom(...SETTING_LEAVES), value: fc.oneof(fc.jsonValue(), fc.double(), fc.integer()) }),
  )
  .map((parts) => {
    const whole: Record<string, unknown> = Object.create(null);
    for (const { leaf, value } of parts) {
      const keys = leaf.path.split('.');
      let here = whole;
      for (const key of keys.slice(0, -1)) {
        here[key] ??= Object.create(null);
        here = here[key] as Record<string, unknown>;
      }
      here[keys.at(-1) ?? ''] = value;
    }
    return whole;
  });

test('any saved value reads as settings that the schema accepts', () => {
  fc.assert(
    fc.property(fc.oneof(saved, fc.jsonValue()), (value) => {
      const settings = settingsFrom(value);
      expect(Object.keys(settings)).toEqual(KEYS);
      for (const key of KEYS) expect(settingsShape[key].safeParse(settings[key]).error).toBeUndefined();
      expect(settingsFrom(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
    }),
  );
});

test('an unsaved value has its default at any depth; a valid one is kept', () => {
  fc.assert(
    fc.property(fc.subarray([...SETTING_LEAVES]), (missing) => {
      const rest = JSON.parse(JSON.stringify(DEFAULT_SETTINGS));
      for (const { path } of missing) {
        const keys = path.split('.');
        const group = keys.slice(0, -1).reduce((here, key) => here[key], rest);
        delete group[keys.at(-1) ?? ''];
      }
      expect(settingsFrom(rest)).toEqual(DEFAULT_SETTINGS);
    }),
  );
  const kept = settingsFrom({ sessionHours: { idle: 0.5 }, footer: { support: { url: 'https://example.org' } } });
  expect(kept.sessionHours).toEqual({ idle: 0.5, max: 168 });
  expect(kept.footer.support).toEqual({ name: '', url: 'https://example.org' });
});

test('differences between two settings are exactly the changed values', () => {
  fc.assert(
    fc.property(saved, saved, (one, other) => {
      const [before, after] = [settingsFrom(one), settingsFrom(other)];
      const differing = SETTING_LEAVES.map(({ path }) => path).filter(
        (path) => JSON.stringify(settingAt(before, path)) !== JSON.stringify(settingAt(after, path)),
      );
      expect(settingChanges(before, after).map(({ path }) => path)).toEqual(differing);
    }),
  );
});

test('every value has a label of its own in both languages', () => {
  for (const { labels } of [en.settings, zh.settings])
    expect(new Set(SETTING_LEAVES.map(({ path }) => labels[path])).size).toBe(SETTING_LEAVES.length);
});
