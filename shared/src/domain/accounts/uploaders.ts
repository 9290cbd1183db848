import { MANAGERS, type Role } from './roles.ts';

/** The upload targets, with the roles that may upload to each. */
export const UPLOADERS = {
  file: ['station', 'admin'],
  evidence: ['station', 'admin'],
  finding: ['station', 'admin', ...MANAGERS],
  document: ['admin', 'province_manager'],
} as const satisfies Record<string, readonly Role[]>;
export type UploadKind = keyof typeof UPLOADERS;
/** The duty that an administrator needs for uploads. */
export const UPLOAD_DUTY = 'system' as const;
