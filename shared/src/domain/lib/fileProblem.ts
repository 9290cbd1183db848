import { FILE_TYPES, type FileExtension, MEGABYTE } from '../assessment/files.ts';

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
