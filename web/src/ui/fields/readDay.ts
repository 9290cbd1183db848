import { isDate } from '@shp/shared/domain/lib/days';

const WRITTEN = /^(\d{4})\s*[-/.年]?\s*(\d{1,2})\s*[-/.月]?\s*(\d{1,2})\s*日?$/;

/** The day, `YYYY-MM-DD`, of what people type: 2026-1-5, 2026/01/05, 2026年1月5日, 20260105; null if it is none. */
export function readDay(text: string): string | null {
  const [, year = '', month = '', day = ''] = WRITTEN.exec(text.normalize('NFKC').trim()) ?? [];
  const found = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(found) ? found : null;
}
