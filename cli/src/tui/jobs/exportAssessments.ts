import { randomUUID } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BinaryKey, Input } from '@shp/shared/api/index';
import type { AssessmentRow } from '@shp/shared/api/objects';
import { parseDivision } from '@shp/shared/domain/accounts/divisions';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { type AssessmentExportRow, assessmentExportColumns, chaptersIn } from '@shp/shared/sheets/assessments';
import { runExport } from '../../transfer/export.ts';
import type { Query } from '../list/definition.ts';
import type { Selection } from '../list/selection.ts';
import { type Exporting, exportCommand } from './export.ts';

const BATCH = 500;

/**
 * Exports assessments. The export has more columns than the list, so selected rows are filtered from the server's
 * export, which is one consistent snapshot.
 */
export const ASSESSMENT_EXPORT: Exporting<AssessmentRow> = {
  name: 'assessments',
  title: ({ common }) => common.menu.assessments,
  whole,
  command: (role, target, file) => exportCommand([role === 'supervisor' ? 'supervise' : 'assessments'], target, file),
  async part(_model, target, role, context) {
    const file = join(tmpdir(), `shp-${randomUUID()}.ndjson`);
    const { key, input } = whole(role, target.kind === 'matching' ? target.query : queryOfPicked(target.rows));
    await runExport(context, key, input as Input<BinaryKey>, {
      output: file,
      format: 'ndjson',
      headings: 'keys',
      manifest: false,
      failIfEmpty: false,
    }).catch((error: unknown) => {
      rmSync(file, { force: true });
      throw error;
    });
    const chapters = chaptersIn(Object.keys(await firstOf(file)));
    return { columns: assessmentExportColumns(chapters), batches: chosen(file, target) };
  },
};

function whole(role: Role, query: Query): { key: BinaryKey; input: Record<string, unknown> } {
  return {
    key: role === 'supervisor' ? 'GET supervise/assessments_export' : 'GET assessment/export',
    input: { ...query },
  };
}

/** A query that finds all selected rows even if they changed since: their station, if they share one. */
function queryOfPicked(rows: ReadonlyMap<string, AssessmentRow>): Query {
  const stations = new Set([...rows.values()].map(({ station }) => station.id));
  const [only] = stations;
  return stations.size === 1 ? { station: only } : {};
}

async function firstOf(file: string): Promise<object> {
  const input = createReadStream(file);
  for await (const line of createInterface({ input })) {
    input.destroy();
    return JSON.parse(line);
  }
  return {};
}

async function* chosen(file: string, target: Selection<AssessmentRow>): AsyncGenerator<AssessmentExportRow[]> {
  const named = target.kind === 'picked' ? target.rows : target.except;
  const numbers = new Set([...named.values()].map(({ number }) => number));
  try {
    let batch: AssessmentExportRow[] = [];
    for await (const line of createInterface({ input: createReadStream(file) })) {
      const row = rowOf(JSON.parse(line) as Record<string, unknown>);
      if (numbers.has(row.number) !== (target.kind === 'picked')) continue;
      batch.push(row);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  } finally {
    rmSync(file, { force: true });
  }
}

/** Parses a row of the export. */
function rowOf(line: Record<string, unknown>): AssessmentExportRow {
  const division = parseDivision(String(line.division)) ?? String(line.division);
  const rates = chaptersIn(Object.keys(line)).map((serial) => line[`chapterRate${serial}`] as number | null);
  return {
    ...(line as unknown as AssessmentExportRow),
    station: { name: String(line.station), division },
    experts: ((line.experts ?? []) as string[]).map((name) => ({ id: '', name })),
    chapterRates: rates,
  };
}
