import { z } from 'zod';
import { type Role, USER_ROLES } from '../domain/accounts/roles.ts';
import { UPLOADERS, type UploadKind } from '../domain/accounts/uploaders.ts';
import { FILE_CATEGORIES } from '../domain/assessment/files.ts';
import { id, refuse } from './schemas.ts';

const filename = z.string().min(1).max(255);

/** Roles in upload metadata: separated by commas; '' means every logged-in role. */
const roleList = z.string().transform((text, context) => {
  const roles = text === '' ? [] : text.split(',');
  const allowed: readonly string[] = USER_ROLES;
  if (roles.some((one) => !allowed.includes(one))) refuse(context, { code: 'oneOf', values: allowed });
  return [...new Set(roles)] as Exclude<Role, 'guest'>[];
});

/** The metadata of an upload, by target (docs/spec/wire.md#files-evidence-documents). */
export const UPLOAD_METADATA = {
  file: z.strictObject({
    target: z.literal('file'),
    assessmentId: id,
    category: z.enum(FILE_CATEGORIES),
    filename,
  }),
  evidence: z.strictObject({
    target: z.literal('evidence'),
    assessmentId: id,
    serial: z.string().min(1).max(20),
    filename,
  }),
  finding: z.strictObject({ target: z.literal('finding'), findingId: id, filename }),
  document: z.strictObject({ target: z.literal('document'), roles: roleList.default([]), filename }),
} as const satisfies Record<UploadKind, z.ZodObject>;
export type UploadTarget = z.output<(typeof UPLOAD_METADATA)[UploadKind]>;

/** The `target` in the metadata; it selects the schema in {@link UPLOAD_METADATA}. */
export const uploadKind = z.enum(Object.keys(UPLOADERS) as UploadKind[]);
