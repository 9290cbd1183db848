import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_RULES, fileNeeded } from '@shp/shared/domain/files';
import type { Form } from '@shp/shared/domain/form';
import { OPEN } from '@shp/shared/domain/statuses';
import { rules } from '@shp/shared/text/zh/rules';
import type { BlobStore } from '../files/blobs.ts';
import { type Digest, digestFile } from '../files/digest.ts';
import type { FilesTable } from '../store/schema.ts';
import type { History } from './history.ts';
import { EXAMPLE } from './names.ts';
import { pdfPage } from './pdf.ts';
import { DEMO_COUNTY } from './places.ts';
import type { Random } from './random.ts';
import { iso } from './times.ts';

/** Items of which there is evidence. */
const PROVEN = ['1.1.1', '2.1.1', '4.1.1', '4.2.1', '5.1.1'];

/** Every file of the demo is the same page, kept once on a disk under as many names. */
export class Pages {
  private constructor(
    private readonly path: string,
    private readonly blobs: BlobStore,
    readonly digest: Digest,
  ) {}

  static async open(data: string, blobs: BlobStore): Promise<Pages> {
    const path = join(data, 'demo-page.pdf');
    await writeFile(path, examplePage());
    return new Pages(path, blobs, await digestFile(path));
  }

  async keep(files: readonly FilesTable[]): Promise<void> {
    await Promise.all(files.map(({ id }) => this.blobs.put(id, this.path, this.digest)));
  }

  /** Takes the first name away; the kept ones stay. */
  async close(): Promise<void> {
    await rm(this.path);
  }
}

/**
 * What a submission needs of files, and some evidence, in the order of their upload. Only open applications of the
 * printed accounts' county have them, because each costs the disk a write.
 */
export function filesOf(random: Random, digest: Digest, { row }: History): FilesTable[] {
  const { first_submitted_at: sent, status, division } = row;
  if (sent === null || division !== DEMO_COUNTY || !OPEN.includes(status)) return [];
  const { reservoirCapacity } = (JSON.parse(row.form) as Form).plant;
  const needed = FILE_RULES.filter(({ required }) => fileNeeded(required, reservoirCapacity));
  const titles = [
    ...needed.map(({ id }) => ({ kind: 'file' as const, category: id, serial: null, title: rules.fileCategories[id] })),
    ...PROVEN.map((serial) => ({ kind: 'evidence' as const, category: null, serial, title: `${serial}佐证材料` })),
  ];
  const times = titles.map(() => random.int(Date.parse(row.created_at), Date.parse(sent))).sort((a, b) => a - b);
  return titles.map(({ title, ...target }, place): FilesTable => {
    const at = times[place] ?? Date.parse(sent);
    return {
      id: random.id(at),
      assessment_id: row.id,
      ...target,
      title: `${title}${EXAMPLE}`,
      extension: 'pdf',
      ...digest,
      roles: '',
      uploaded_at: iso(at),
      by_id: row.station_id,
      by_name: row.station_name,
      is_deleted: 0,
    };
  });
}

/** A PDF of one page that says what it is. */
function examplePage(): string {
  return pdfPage(
    'BT /F1 24 Tf 72 720 Td (EXAMPLE) Tj 0 -32 Td /F1 12 Tf (Generated for demonstration. Not a real document.) Tj ET',
  );
}
