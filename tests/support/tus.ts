import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { Contract, Person } from './contract.ts';
import { checkError } from './strictClient.ts';

export type Bytes = Uint8Array<ArrayBuffer>;
type Metadata = Record<string, string>;

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The tus protocol, one request per method; every error is checked against the API's error form. */
export class Tus {
  constructor(
    private readonly server: Pick<Contract, 'url'>,
    private readonly token: string,
  ) {}

  static of(server: Pick<Contract, 'url'>, person: Pick<Person, 'token'>): Tus {
    return new Tus(server, person.token);
  }

  async send(method: string, path: string, headers: Record<string, string>, body?: Bytes): Promise<Response> {
    const response = await fetch(this.server.url + path, {
      method,
      headers: { Token: this.token, 'Tus-Resumable': '1.0.0', 'Accept-Language': 'en', ...headers },
      ...(body ? { body } : {}),
    });
    if (response.status >= 400 && method !== 'HEAD') await checkError(response.clone(), `${method} ${path}`);
    return response;
  }

  create(
    metadata: Metadata,
    length: number | null,
    headers: Record<string, string> = {},
    body?: Bytes,
  ): Promise<Response> {
    const size = length === null ? {} : { 'Upload-Length': String(length) };
    return this.send('POST', '/api/upload', { ...size, 'Upload-Metadata': encoded(metadata), ...headers }, body);
  }

  /** Creates an upload; returns its URL. */
  async begin(metadata: Metadata, length: number): Promise<string> {
    const response = await this.create(metadata, length);
    const location = response.headers.get('Location');
    if (response.status !== 201 || location === null) throw new Error(`${response.status} ${await response.text()}`);
    return location;
  }

  patch(location: string, offset: number, body: Bytes, headers: Record<string, string> = {}): Promise<Response> {
    const type = { 'Content-Type': 'application/offset+octet-stream' };
    return this.send('PATCH', location, { ...type, 'Upload-Offset': String(offset), ...headers }, body);
  }

  head(location: string): Promise<Response> {
    return this.send('HEAD', location, {});
  }

  end(location: string): Promise<Response> {
    return this.send('DELETE', location, {});
  }

  /** Sends the first bytes of a PATCH; the connection stays open until `cut`. */
  async hold(
    location: string,
    offset: number,
    announced: number,
    body: Bytes,
  ): Promise<{ send: (more: Bytes) => void; ended: Promise<void>; cut: () => Promise<void> }> {
    const sending = request(this.server.url + location, {
      method: 'PATCH',
      headers: {
        Token: this.token,
        'Tus-Resumable': '1.0.0',
        'Content-Type': 'application/offset+octet-stream',
        'Upload-Offset': String(offset),
        'Content-Length': String(announced),
      },
    });
    const closed = new Promise<void>((resolve) => sending.once('close', () => resolve()));
    sending.on('error', () => {});
    await new Promise<void>((resolve, reject) => sending.write(body, (error) => (error ? reject(error) : resolve())));
    return {
      send: (more) => void sending.write(more),
      /** Resolves when the server has answered or closed the connection. */
      ended: new Promise((resolve) => sending.once('response', () => resolve()).once('close', () => resolve())),
      cut() {
        sending.destroy();
        return closed;
      },
    };
  }

  /** Uploads bytes in one request; returns the file id. */
  async upload(metadata: Metadata, bytes: Bytes): Promise<string> {
    const response = await this.create(
      metadata,
      bytes.length,
      { 'Content-Type': 'application/offset+octet-stream' },
      bytes,
    );
    const id = response.headers.get('File-Id');
    if (response.status !== 201 || id === null) throw new Error(`${response.status} ${await response.text()}`);
    return id;
  }
}

export function encoded(metadata: Metadata): string {
  return Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

/** A PDF of exactly `size` bytes; each seed gives different bytes. */
export function pdfOf(size: number, seed = 1): Bytes {
  const bytes = new Uint8Array(size);
  let state = seed;
  for (let at = 0; at < size; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  bytes.set(Buffer.from('%PDF-1.4\n'));
  return bytes;
}
