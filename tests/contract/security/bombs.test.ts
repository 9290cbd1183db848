import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { FILE_TYPES } from '@shp/shared/domain/assessment/files';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { addStation, COUNTY } from '../../support/people.ts';
import { type Bytes, Tus } from '../../support/tus.ts';

let server: Contract;
let bomb: Bytes;
beforeAll(async () => {
  server = await startContract();
  await server.confirm(server.admin);
  bomb = zipOf('[Content_Types].xml', 512 * 2 ** 20);
});
afterAll(() => server.stop());

/**
 * A workbook's archive with one file of spaces, packed to a thousandth of its size. `claimed`: the size stated in the
 * directory.
 */
function zipOf(name: string, size: number, claimed = size): Bytes {
  const packed = deflateRawSync(Buffer.alloc(size, ' '), { level: 1 });
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(claimed, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(20, 6);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(claimed, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  return Buffer.concat([local, Buffer.from(name), packed, central, Buffer.from(name), end]);
}

/** The server's peak memory, in MB. */
function peak(): number {
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

test('half a gigabyte compressed to a small archive is stored as it is, refused as an import, and never decompressed', async () => {
  const station = await addStation(server, COUNTY);
  const { id } = await station.api.call('POST assessment/add_assessment', { level: 3 });
  const before = peak();
  const metadata = { target: 'file', assessmentId: id, category: 'selfReport', filename: 'report.xlsx' };
  const type = { 'Content-Type': 'application/offset+octet-stream' };
  const upload = await Tus.of(server, station).create(metadata, bomb.length, type, bomb);
  expect(upload.status).toBe(201);
  const [kept] = await station.api.call('GET file/list', { id });
  expect([kept?.extension, kept?.size]).toEqual(['zip', bomb.length]);
  const sheet = { Token: server.admin.token, 'Content-Type': FILE_TYPES.xlsx.type };
  const imported = await server.request('POST', '/api/standard/import', { headers: sheet, body: bomb });
  expect(imported.status).toBe(400);
  expect(peak() - before).toBeLessThan(256);
  expect(await server.guest.call('GET health', {})).toMatchObject({ status: 'ok' });
});

/** The processor seconds that the server has used. */
function cpu(): number {
  const fields = readFileSync(`/proc/${server.process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

test.each([
  ['that says so is refused by its size, naming the limit', undefined, /50 MB/],
  ['that lies about its size is unpacked no further than it says', 20_000, /damaged/],
])('a workbook of 300 MB %s, immediately', async (_name, claimed, message) => {
  const workbook = zipOf('xl/worksheets/sheet1.xml', 300 * 2 ** 20, claimed);
  const headers = { Token: server.admin.token, 'Content-Type': FILE_TYPES.xlsx.type, 'Accept-Language': 'en' };
  const [before, began] = [cpu(), Date.now()];
  const answer = await server.request('POST', '/api/standard/import', { headers, body: workbook });
  expect([answer.status, Date.now() - began < 5000, cpu() - before < 1]).toEqual([400, true, true]);
  expect((await answer.json()).fields.sheet).toMatch(message);
});
