import { ApiError, ForeignAnswer, NetworkError } from '@shp/shared/api/errors';
import { createUpload, sendUpload, type TusRequest, type TusTransport } from '@shp/shared/api/tus';
import { expect, test } from 'vitest';

type Answer = Record<string, string> | Error;

/** A transport that keeps its requests and answers them in order; the last answer repeats. */
function answering(...answers: [Answer, ...Answer[]]) {
  const asked: TusRequest<string>[] = [];
  const transport: TusTransport<string> = async (request) => {
    const answer = answers[Math.min(asked.push(request), answers.length) - 1] as Answer;
    if (answer instanceof Error) throw answer;
    return { get: (name) => answer[name] ?? null };
  };
  return { asked, transport, lines: () => asked.map(lineOf) };
}

const lineOf = ({ method, headers, piece }: TusRequest<string>) =>
  [method, headers['Upload-Offset'], piece].filter((one) => one !== undefined).join(' ');

const offset = (bytes: number) => ({ 'Upload-Offset': String(bytes) });
const made = (bytes: number) => ({ ...offset(bytes), 'File-Id': 'made' });
const lost = () => new NetworkError('reset');
const refused = (status: number, code: 'conflict' | 'unauthenticated', fields = {}) =>
  new ApiError(status, { code, message: code, fields });

const TEXT = 'abcdefgh';
const told: number[] = [];

/** The upload of TEXT in pieces of three; `tries` counts how often a step may run. */
function upload({ begun = false, tries = 1 } = {}) {
  told.length = 0;
  const retry = async <T>(step: () => Promise<T>): Promise<T> => {
    for (let next = 1; ; next++) {
      try {
        return await step();
      } catch (error) {
        if (next >= tries || !(error instanceof NetworkError)) throw error;
      }
    }
  };
  return {
    path: '/api/upload/one',
    size: TEXT.length,
    begun,
    pieceSize: () => 3,
    read: async (from: number, length: number) => TEXT.slice(from, from + length),
    retry,
    onSent: (bytes: number) => told.push(bytes),
  };
}

test('creates with the length and the metadata in base64 of UTF-8', async () => {
  const { transport, asked } = answering({ Location: 'http://inside:8080/api/upload/one' });
  expect(await createUpload(transport, 8, { target: 'file', filename: '制度.pdf' })).toBe('/api/upload/one');
  expect(asked).toEqual([
    {
      method: 'POST',
      path: '/api/upload',
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Length': '8',
        'Upload-Metadata': `target ZmlsZQ==,filename ${Buffer.from('制度.pdf').toString('base64')}`,
      },
    },
  ]);
});

test.each([{}, { Location: 'https://elsewhere.example/files/one' }])(
  'an answer to the creation with %o is not ours',
  async (headers) => {
    await expect(createUpload(answering(headers as Answer).transport, 8, {})).rejects.toThrow(ForeignAnswer);
  },
);

test('sends a new upload piece by piece and asks nothing', async () => {
  const { transport, lines } = answering(offset(3), offset(6), made(8));
  expect(await sendUpload(transport, upload())).toBe('made');
  expect(lines()).toEqual(['PATCH 0 abc', 'PATCH 3 def', 'PATCH 6 gh']);
  expect(told).toEqual([3, 6, 8]);
});

test('resumes at the offset of the server, or ends there', async () => {
  const resumed = answering(offset(5), made(8));
  expect(await sendUpload(resumed.transport, upload({ begun: true }))).toBe('made');
  expect(resumed.lines()).toEqual(['HEAD', 'PATCH 5 fgh']);
  const finished = answering({ 'File-Id': 'made' });
  expect(await sendUpload(finished.transport, upload({ begun: true }))).toBe('made');
  expect(finished.lines()).toEqual(['HEAD']);
});

test('tells the bytes of a piece on the way', async () => {
  const transport: TusTransport<string> = async ({ onSent, piece }) => {
    onSent?.(1);
    return {
      get: (name) => (piece === 'gh' ? made(8) : offset(piece === 'abc' ? 3 : 6))[name as 'Upload-Offset'] ?? null,
    };
  };
  await sendUpload(transport, upload());
  expect(told).toEqual([1, 3, 4, 6, 7, 8]);
});

test('after a lost piece it asks for the offset', async () => {
  const { transport, lines } = answering(offset(3), lost(), offset(4), offset(7), made(8));
  expect(await sendUpload(transport, upload({ tries: 2 }))).toBe('made');
  expect(lines()).toEqual(['PATCH 0 abc', 'PATCH 3 def', 'HEAD', 'PATCH 4 efg', 'PATCH 7 h']);
});

test('a piece at a wrong offset counts as lost', async () => {
  const { transport, lines } = answering(refused(409, 'conflict', { 'Upload-Offset': 'wrong' }), offset(6), made(8));
  expect(await sendUpload(transport, upload({ tries: 2 }))).toBe('made');
  expect(lines()).toEqual(['PATCH 0 abc', 'HEAD', 'PATCH 6 gh']);
});

test('a last piece without an answer is asked for once more, without a retry', async () => {
  const { transport, lines } = answering(offset(6), lost(), made(8));
  expect(await sendUpload(transport, upload({ begun: true }))).toBe('made');
  expect(lines()).toEqual(['HEAD', 'PATCH 6 gh', 'HEAD']);
});

test('a last piece that did not arrive counts as lost', async () => {
  const error = lost();
  const { transport, lines } = answering(offset(6), error, offset(6));
  await expect(sendUpload(transport, upload({ begun: true }))).rejects.toBe(error);
  expect(lines()).toEqual(['HEAD', 'PATCH 6 gh', 'HEAD']);
});

test('all sent and no file of it yet: temporary', async () => {
  const { transport, lines } = answering(offset(8), offset(8), made(8));
  expect(await sendUpload(transport, upload({ begun: true, tries: 3 }))).toBe('made');
  expect(lines()).toEqual(['HEAD', 'HEAD', 'HEAD']);
});

test('a refusal ends it: the session has ended, or the upload is not possible', async () => {
  for (const error of [refused(401, 'unauthenticated'), refused(409, 'conflict')]) {
    const { transport, lines } = answering(error);
    await expect(sendUpload(transport, upload({ tries: 3 }))).rejects.toBe(error);
    expect(lines()).toEqual(['PATCH 0 abc']);
  }
});

test('a page of something else is not our answer', async () => {
  await expect(sendUpload(answering({}).transport, upload())).rejects.toThrow(ForeignAnswer);
});
