import type { statistics } from '@shp/shared/api/statistics';
import type { Handlers } from '../http/router.ts';
import { exportStatistics } from '../statistics/export.ts';
import { experts, findings, progress, ratings, scores } from '../statistics/figures.ts';

export const statisticsRoutes: Handlers<keyof typeof statistics> = {
  'GET statistics/progress': progress,
  'GET statistics/ratings': ratings,
  'GET statistics/scores': scores,
  'GET statistics/experts': experts,
  'GET statistics/findings': findings,

  async 'GET statistics/export'(input, context) {
    const { what, list, format, headings: _, ...filter } = input;
    const file = await exportStatistics(input, context);
    const about = { what, ...(list === undefined ? {} : { list }), format, ...filter };
    await context.write(({ audit }) =>
      audit({
        object: { kind: 'export', id: '', name: file.name },
        changes: { rows: [null, file.rows], filter: [null, about] },
      }),
    );
    return file;
  },
};
