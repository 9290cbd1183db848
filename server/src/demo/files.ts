import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_RULES, fileNeeded } from '@shp/shared/domain/assessment/files';
import type { Form } from '@shp/shared/domain/assessment/form';
import { allItems } from '@shp/shared/domain/standard/standard';
import { rules } from '@shp/shared/text/zh/rules';
import type { Blob, BlobStore } from '../files/blobs/blobs.ts';
import { type Digest, digestFile } from '../files/blobs/digest.ts';
import type { Db, FilesTable } from '../store/schema/schema.ts';
import { insertMany } from './bulkInsert.ts';
import type { History } from './history.ts';
import { EXAMPLE } from './names.ts';
import { damPicture } from './picture.ts';
import type { Random } from './random.ts';
import { STANDARD } from './scores.ts';
import { iso } from './times.ts';

/** One item in three has evidence. */
const PROVEN_OF = 3;
const PICTURES = 12;
const EVIDENCE_PAGES = 6;

const picture = (number: number) => `picture-${number}.png`;
const evidencePage = (number: number) => `evidence-${number}.pdf`;
export const DOCUMENT = 'document.pdf';

/** All file contents of the demo. There are few, so that the disk stores each once, with hard links. */
function contents(): Map<string, Buffer> {
  const all = new Map<string, Buffer>([[DOCUMENT, page('Document')]]);
  for (const { id } of FILE_RULES) all.set(`${id}.pdf`, page(id));
  for (let number = 0; number < EVIDENCE_PAGES; number += 1)
    all.set(evidencePage(number), page(`Evidence, form ${number + 1}`));
  for (let number = 0; number < PICTURES; number += 1) all.set(picture(number), damPicture(number));
  return all;
}

/** A one-page PDF that states what it is. */
function page(title: string): Buffer {
  const note = 'Generated for demonstration. Not a real document.';
  return Buffer.from(
    pdfPage(`BT /F1 24 Tf 72 720 Td (EXAMPLE: ${title}) Tj 0 -32 Td /F1 12 Tf (${note}) Tj ET`),
    'latin1',
  );
}

type Content = { readonly path: string; readonly digest: Digest };

/** The contents of the demo's files, each a local file while the demo is created. */
export class Contents {
  private constructor(
    private readonly folder: string,
    private readonly blobs: BlobStore,
    private readonly known: ReadonlyMap<string, Content>,
  ) {}

  static async open(data: string, blobs: BlobStore): Promise<Contents> {
    const folder = join(data, 'demo-files');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const known = new Map<string, Content>();
    for (const [name, bytes] of contents()) {
      const path = join(folder, name);
      await writeFile(path, bytes, { mode: 0o600 });
      known.set(name, { path, digest: await digestFile(path) });
    }
    return new Contents(folder, blobs, known);
  }

  /** A row of a file with this content. */
  row(file: Omit<FilesTable, keyof Digest | 'extension' | 'is_deleted'>, name: string): FilesTable {
    return { ...file, extension: name.replace(/^.*\./, ''), ...this.of(name).digest, is_deleted: 0 };
  }

  /** Inserts rows and puts their bytes into the file store. */
  async keep(db: Db, files: readonly { row: FilesTable; content: string }[]): Promise<void> {
    await insertMany(
      db,
      'files',
      files.map(({ row }) => row),
    );
    await this.blobs.putAll(
      files.map(({ row, content }): Blob => {
        const { path, digest } = this.of(content);
        return { key: row.id, file: path, digest };
      }),
    );
  }

  /** Removes the local files; the stored ones stay. */
  async close(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }

  private of(name: string): Content {
    const content = this.known.get(name);
    if (!content) throw new Error(`the demo has no content ${name}`);
    return content;
  }
}

export type DemoFile = { readonly row: FilesTable; readonly content: string };

const SERIALS = allItems(STANDARD).map(({ serial }) => serial);

/**
 * Files of an application that was ever submitted, in upload order: the required ones, a photograph, and evidence for a
 * third of the items.
 */
export function filesOf(random: Random, contents: Contents, { row }: History): DemoFile[] {
  const { first_submitted_at: sent } = row;
  if (sent === null) return [];
  const { reservoirCapacity } = (JSON.parse(row.form) as Form).plant;
  const needed = FILE_RULES.filter(({ required }) => fileNeeded(required, reservoirCapacity));
  const from = random.int(0, PROVEN_OF - 1);
  const targets = [
    ...needed.map(({ id }) => inCategory(id, `${id}.pdf`)),
    inCategory('photographs', picture(random.int(0, PICTURES - 1))),
    ...SERIALS.filter((_, index) => index % PROVEN_OF === from).map((serial, index) => ({
      kind: 'evidence' as const,
      category: null,
      serial,
      title: `${serial}佐证材料`,
      content: index % 2 === 0 ? picture(random.int(0, PICTURES - 1)) : evidencePage(random.int(0, EVIDENCE_PAGES - 1)),
    })),
  ];
  const times = targets.map(() => random.int(Date.parse(row.created_at), Date.parse(sent))).sort((a, b) => a - b);
  return targets.map(({ title, content, ...target }, index): DemoFile => {
    const at = times[index] ?? Date.parse(sent);
    const file = {
      id: random.id(at),
      assessment_id: row.id,
      finding_id: null,
      ...target,
      title: `${title}${EXAMPLE}`,
      roles: '',
      uploaded_at: iso(at),
      by_id: row.station_id,
      by_name: row.station_name,
    };
    return { row: contents.row(file, content), content };
  });
}

function inCategory(category: (typeof FILE_RULES)[number]['id'], content: string) {
  return { kind: 'file' as const, category, serial: null, title: rules.fileCategories[category], content };
}

/** A one-page PDF. `drawing` holds PDF operators; /F1 is Helvetica. */
export function pdfPage(drawing: string): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  return `${body}xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
}
