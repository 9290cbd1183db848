import { crc32, deflateSync } from 'node:zlib';
import { pdfPage } from '@shp/server/demo/files';
import { creditCheckCharacter } from '@shp/shared/domain/assessment/fields';
import { CONDITIONS } from '@shp/shared/domain/assessment/form';
import type { FormChange } from '@shp/shared/domain/assessment/formPatch';
import type { ScoreEntry } from '@shp/shared/domain/standard/scoreItems';

const FIRST17 = '91450300MA5EXAMPL';

/** An invented credit code with a valid check character. */
export const CREDIT_CODE = FIRST17 + creditCheckCharacter(FIRST17);

/** A one-page PDF with one line of text. */
export function pdf(line: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(pdfPage(`BT /F1 18 Tf 72 720 Td (${line}) Tj ET`), 'latin1'));
}

/** A small picture of one colour. */
export function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x7f)]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]),
  );
}

/** The fields missing in a form that was started from a complete profile. */
export const COMPLETE_FORM: FormChange = {
  unit: { creditCode: CREDIT_CODE, contactPhone: '13900000000' },
  plant: { units: 2, commissionedOn: '1998-06-01', development: 'diversion' },
  conditions: Object.fromEntries(CONDITIONS.map((condition) => [condition, { holds: true, note: '' }])),
  record: { deaths: 0, seriousInjuries: 0, directLoss: 0, majorAccident: false },
  self: { selfFrom: '2026-10-01', selfTo: '2026-10-20', leader: '示例组长', summary: '自评工作总结（示例）。' },
  pledge: { agreed: true, signer: '示例法人', signedOn: '2026-10-21' },
};

type Item = { serial: string; score: number };

/** Scores for every item: this share of its points, rounded to whole points, with a reason for lost points. */
export function scoresAt(items: readonly Item[], share: number, reason: string): ScoreEntry[] {
  return items.map(({ serial, score }) => {
    const got = Math.round(score * share);
    return { serial, score: got, missing: false, reason: got < score ? reason : '' };
  });
}
