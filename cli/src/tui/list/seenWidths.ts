import type { Lang } from '@shp/shared/domain/lib/lang';
import { listText } from '@shp/shared/sheets/column';
import { sanitized } from '../../lib/streams.ts';
import { displayWidth } from '../../lib/width.ts';
import type { ListColumn, WidestValues } from './layout.ts';

/**
 * The widest value of each column among the rows seen under one filter. Widths only grow, so that columns do not move
 * to and fro while the list is scrolled.
 */
export class SeenWidths<R extends object> {
  private readonly measured = new WeakSet<R>();
  private readonly widths = new Map<string, number>();
  private version = 0;

  constructor(
    private readonly columns: readonly ListColumn<R>[],
    private readonly lang: Lang,
    private readonly separator: string,
  ) {}

  /** Measures rows that are new; the answer changes when a column needs more than before. */
  see(rows: Iterable<R>): number {
    for (const row of rows) {
      if (this.measured.has(row)) continue;
      this.measured.add(row);
      for (const column of this.columns) {
        const width = displayWidth(sanitized(listText(column, row, this.lang, this.separator)));
        if (width <= (this.widths.get(column.key) ?? -1)) continue;
        this.widths.set(column.key, width);
        this.version += 1;
      }
    }
    return this.version;
  }

  readonly needs: WidestValues = (key) => this.widths.get(key);
}
