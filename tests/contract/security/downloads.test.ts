import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { addExpert, addStation, COUNTY } from '../../support/people.ts';
import { addCast, assign, bring } from '../../support/review.ts';
import { pdfOf, Tus } from '../../support/tus.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

/** Requests a byte range of a download. */
async function part(call: string, token: string): Promise<number> {
  const answer = await server.request('GET', `/api/${call}/x?token=${token}`, { headers: { Range: 'bytes=0-9' } });
  await answer.arrayBuffer();
  return answer.status;
}

test('an expert taken off an assessment cannot continue a download', async () => {
  const cast = await addCast(server);
  const review = await bring(server, cast, 'reviewing');
  const spare = await addExpert(server);
  await assign(review, [...cast.experts, spare]);
  const { id } = review;
  const [file] = await spare.api.call('GET file/list', { id });
  const tokens = [
    (await spare.api.call('GET file/archive', { id })).token,
    (await spare.api.call('GET file/token', { fileId: file?.id ?? '' })).token,
  ];
  for (const token of tokens) expect(await part('file/download', token)).toBe(206);
  await assign(review);
  for (const token of tokens) expect(await part('file/download', token)).toBe(404);
});

test('a document hidden from a role cannot be downloaded further by it', async () => {
  const station = await addStation(server, COUNTY);
  const bytes = pdfOf(5000);
  const type = { 'Content-Type': 'application/offset+octet-stream' };
  const metadata = { target: 'document', roles: '', filename: 'a.pdf' };
  const sent = await Tus.of(server, server.admin).create(metadata, bytes.length, type, bytes);
  const fileId = sent.headers.get('File-Id') ?? '';
  const { token } = await station.api.call('GET document/token', { fileId });
  expect(await part('document/download', token)).toBe(206);
  await server.admin.api.call('POST document/update_roles', { fileId, roles: ['expert'] });
  expect(await part('document/download', token)).toBe(404);
});
