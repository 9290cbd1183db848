import type { Level } from './statuses.ts';

export type Threshold = { score: number; chapter: number };
export type Thresholds = Record<`${Level}`, Threshold>;
export type FooterLink = { name: string; url: string };

/** DOMAIN.md section 9. Times in hours, sizes in MB of 2^20 bytes, thresholds in percent. */
export type Settings = {
  openLevels: Level[];
  acceptApplications: boolean;
  minExperts: number;
  validYears: number;
  remindDays: number;
  thresholds: Thresholds;
  maxFileMB: number;
  maxAssessmentMB: number;
  footer: { sponsor: FooterLink; organiser: FooterLink; support: FooterLink };
  sessionHours: { idle: number; max: number };
  /** Failed logins in 15 minutes after which an account or an address has to wait. */
  loginAttempts: { account: number; address: number };
};

export const DEFAULT_SETTINGS: Settings = {
  openLevels: [2, 3],
  acceptApplications: true,
  minExperts: 1,
  validYears: 3,
  remindDays: 90,
  thresholds: {
    '1': { score: 90, chapter: 70 },
    '2': { score: 80, chapter: 70 },
    '3': { score: 70, chapter: 60 },
  },
  maxFileMB: 200,
  maxAssessmentMB: 2048,
  footer: { sponsor: { name: '', url: '' }, organiser: { name: '', url: '' }, support: { name: '', url: '' } },
  sessionHours: { idle: 12, max: 168 },
  loginAttempts: { account: 10, address: 60 },
};

/** Settings that only an administrator reads. */
export const PRIVATE_SETTINGS = ['sessionHours', 'loginAttempts'] as const satisfies readonly (keyof Settings)[];
