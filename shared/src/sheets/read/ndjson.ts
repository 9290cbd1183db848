import { type FileFault, MAX_ROWS } from './faults.ts';
import type { Table } from './rows.ts';
import { decodeText } from './text.ts';

/** Reads one JSON object per line; skips blank lines. */
export function readNdjson(bytes: Uint8Array<ArrayBuffer>): Table | FileFault {
  const text = decodeText(bytes);
  if (typeof text !== 'string') return text;
  const rows = text
    .split('\n')
    .map((line, index) => ({ number: index + 1, line: line.trim() }))
    .filter(({ line }) => line !== '');
  if (rows.length === 0) return { code: 'empty' };
  if (rows.length > MAX_ROWS) return { code: 'tooManyRows', rows: MAX_ROWS };
  return { headings: null, rows: rows.map(({ number, line }) => ({ number, object: objectOf(line) })) };
}

function objectOf(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
