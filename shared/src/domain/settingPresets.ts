import { DEFAULT_SETTINGS, type Settings } from './settings.ts';

/**
 * Sets of security settings (docs/security.md). `ordinary`: the defaults. `level3`: what GB/T 22239-2019 asks of a
 * system of level 3, as far as settings can give it.
 */
export const PRESETS = ['ordinary', 'level3'] as const;
export type Preset = (typeof PRESETS)[number];

type Chosen = Pick<Settings, 'passwordDays' | 'secondFactor' | 'oneSession' | 'separateDuties'> & {
  readonly idle: number;
};
const { passwordDays, secondFactor, oneSession, separateDuties, sessionHours } = DEFAULT_SETTINGS;
const CHOSEN: Record<Preset, Chosen> = {
  ordinary: { passwordDays, secondFactor, oneSession, separateDuties, idle: sessionHours.idle },
  level3: { passwordDays: 90, secondFactor: 'managing', oneSession: true, separateDuties: true, idle: 0.5 },
};

export type PresetSettings = Omit<Chosen, 'idle'> & Pick<Settings, 'sessionHours'>;

/** The settings of a preset; the longest time of a session stays as it is. */
export function settingsOfPreset(preset: Preset, present: Pick<Settings, 'sessionHours'>): PresetSettings {
  const { idle, ...chosen } = CHOSEN[preset];
  return { ...chosen, sessionHours: { ...present.sessionHours, idle } };
}
