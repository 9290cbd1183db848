import { LEVELS, type Level } from './statuses.ts';

/** When a file category must hold a file at submission; `reservoir`: if the station has a reservoir. */
export type FileRequired = 'always' | 'reservoir' | 'no';

/** docs/spec/domain.md#file-categories: the file categories of an application, in the order of the screens. */
const categories = {
  applicationForm: 'always',
  selfReport: 'always',
  businessLicence: 'always',
  waterPermit: 'always',
  acceptance: 'always',
  ecologicalFlow: 'always',
  staffCertificates: 'always',
  emergencyPlan: 'always',
  damRegistration: 'reservoir',
  gridOrPowerPermit: 'no',
  twoTickets: 'no',
  photographs: 'no',
  other: 'no',
} as const satisfies Record<string, FileRequired>;

export type FileCategory = keyof typeof categories;
export const FILE_CATEGORIES = Object.keys(categories) as FileCategory[];

/** Whether a text is a file category. */
export function isFileCategory(value: string): value is FileCategory {
  return Object.hasOwn(categories, value);
}

/** The response of `file/category` without the titles, which are texts (`rules.fileCategories`). */
export const FILE_RULES: readonly { id: FileCategory; required: FileRequired; levels: readonly Level[] }[] =
  FILE_CATEGORIES.map((id) => ({ id, required: categories[id], levels: LEVELS }));

/** Whether a category must hold a file. `reservoirCapacity` in 10⁴ m³, absent if there is no reservoir. */
export function fileNeeded(required: FileRequired, reservoirCapacity: number | null | undefined): boolean {
  return required === 'always' || (required === 'reservoir' && hasReservoir(reservoirCapacity));
}

/** Whether a plant has a reservoir; it then needs the files and fields required for reservoirs. */
export function hasReservoir(reservoirCapacity: number | null | undefined): boolean {
  return (reservoirCapacity ?? 0) > 0;
}

/** The allowed file extensions; the server checks the type by content. `inline`: a browser may show it in place. */
export const FILE_TYPES = {
  pdf: { type: 'application/pdf', inline: true },
  doc: { type: 'application/msword', inline: false },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', inline: false },
  xls: { type: 'application/vnd.ms-excel', inline: false },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', inline: false },
  ppt: { type: 'application/vnd.ms-powerpoint', inline: false },
  pptx: { type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', inline: false },
  jpg: { type: 'image/jpeg', inline: true },
  png: { type: 'image/png', inline: true },
  webp: { type: 'image/webp', inline: true },
  zip: { type: 'application/zip', inline: false },
  mp4: { type: 'video/mp4', inline: true },
} as const;
export type FileExtension = keyof typeof FILE_TYPES;

/** Bytes of a megabyte, as used by size limits. */
export const MEGABYTE = 2 ** 20;

/** The normalized extension (lower case, `jpeg` as `jpg`); undefined if not allowed. */
export function fileExtension(extension: string): FileExtension | undefined {
  const plain = extension.toLowerCase().replace(/^\./, '');
  const known = plain === 'jpeg' ? 'jpg' : plain;
  return Object.hasOwn(FILE_TYPES, known) ? (known as FileExtension) : undefined;
}

/** Why a file cannot be uploaded. */
export type FileProblem = { readonly code: 'type' | 'empty' } | { readonly code: 'size'; readonly mb: number };

/** Checks a file by name and size; null if it may be uploaded. The server also checks the content. */
export function fileProblem({ name, size }: { name: string; size: number }, maxFileMB: number): FileProblem | null {
  if (fileExtension(/\.[^.]*$/.exec(name)?.[0] ?? '') === undefined) return { code: 'type' };
  if (size === 0) return { code: 'empty' };
  return size > maxFileMB * MEGABYTE ? { code: 'size', mb: maxFileMB } : null;
}
