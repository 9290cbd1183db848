import type { CallKey } from '@shp/shared/api/index';
import type { Handlers } from '../http/router.ts';
import { assessmentRoutes } from './assessments.ts';
import { conclusionRoutes } from './conclusions.ts';
import { documentRoutes } from './documents.ts';
import { fileRoutes } from './files.ts';
import { scoreRoutes } from './scores.ts';
import { sessionRoutes } from './session.ts';
import { standardRoutes } from './standards.ts';
import { statisticsRoutes } from './statistics.ts';
import { supervisionRoutes } from './supervision.ts';
import { systemRoutes } from './system.ts';
import { userRoutes } from './users.ts';

export const handlers: Handlers<CallKey> = {
  ...sessionRoutes,
  ...userRoutes,
  ...supervisionRoutes,
  ...assessmentRoutes,
  ...scoreRoutes,
  ...conclusionRoutes,
  ...fileRoutes,
  ...documentRoutes,
  ...standardRoutes,
  ...statisticsRoutes,
  ...systemRoutes,
};
