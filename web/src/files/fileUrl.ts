import { requestOf } from '@shp/shared/api/client';
import { NetworkError } from '@shp/shared/api/errors';
import type { BinaryKey } from '@shp/shared/api/index';
import type { FileItem } from '@shp/shared/api/objects';
import { FILE_TYPES, type FileExtension } from '@shp/shared/domain/assessment/files';
import { client } from '../core/client.ts';
import { devicePicture } from '../core/device.ts';

/** Whether browsers can show this file in place. */
export function opensInPlace({ extension }: FileItem): boolean {
  return FILE_TYPES[extension as FileExtension]?.inline ?? false;
}

/** A file's name with extension. */
export const nameOf = ({ title, extension }: FileItem) => (extension === '' ? title : `${title}.${extension}`);

const CALLS = {
  file: { token: 'GET file/token', download: 'GET file/download/:name' },
  evidence: { token: 'GET file/evidence_token', download: 'GET file/download_evidence/:name' },
  document: { token: 'GET document/token', download: 'GET document/download/:name' },
} as const;

function kindOf(file: FileItem): keyof typeof CALLS {
  if ('roles' in file) return 'document';
  return file.category === undefined ? 'evidence' : 'file';
}

/** A URL for the file, valid for some minutes, to show or to save it; offline, of its preview on this device. */
export async function fileUrl(file: FileItem, use: 'show' | 'save'): Promise<string> {
  const { id: fileId } = file;
  const calls = CALLS[kindOf(file)];
  try {
    return addressOf(calls.download, await client.call(calls.token, { fileId }), use);
  } catch (error) {
    const preview = error instanceof NetworkError && use === 'show' ? await devicePicture(fileId) : undefined;
    if (!preview) throw error;
    return URL.createObjectURL(preview);
  }
}

type Leave = { readonly token: string; readonly name: string };

function addressOf(download: BinaryKey, { token, name }: Leave, use: 'show' | 'save'): string {
  return requestOf(download, { name, token, ...(use === 'show' ? { inline: true } : {}) }).url;
}

/** A URL for one archive of all files of an assessment. */
export async function archiveUrl(id: string): Promise<string> {
  const { token, name } = await client.call('GET file/archive', { id });
  return requestOf('GET file/download/:name', { name, token }).url;
}

/** Opens a download in a new window, which the browser closes after saving; in this window if popups are blocked. */
export function openDownload(url: string): void {
  if (window.open(url, '_blank') !== null) return;
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
