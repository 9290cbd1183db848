import type { CallKey } from '@shp/shared/api/index';
import type { Handlers } from '../http/router.ts';
import { assessmentRoutes } from './assessments.ts';
import { conclusionRoutes } from './conclusions.ts';
import { documentRoutes } from './documents.ts';
import { factorRoutes } from './factors.ts';
import { fileRoutes } from './files.ts';
import { findingRoutes } from './findings.ts';
import { historyRoutes } from './history.ts';
import { noticeRoutes } from './notices.ts';
import { oidcRoutes } from './oidc.ts';
import { passkeyRoutes } from './passkeys.ts';
import { publicRoutes } from './public.ts';
import { scoreRoutes } from './scores.ts';
import { sessionRoutes } from './session.ts';
import { standardRoutes } from './standards.ts';
import { statisticsRoutes } from './statistics.ts';
import { supervisionRoutes } from './supervision.ts';
import { systemRoutes } from './system.ts';
import { userListRoutes } from './userLists.ts';
import { userRoutes } from './users.ts';

export const handlers: Handlers<CallKey> = {
  ...sessionRoutes,
  ...oidcRoutes,
  ...factorRoutes,
  ...passkeyRoutes,
  ...userRoutes,
  ...userListRoutes,
  ...supervisionRoutes,
  ...assessmentRoutes,
  ...scoreRoutes,
  ...conclusionRoutes,
  ...fileRoutes,
  ...findingRoutes,
  ...documentRoutes,
  ...standardRoutes,
  ...statisticsRoutes,
  ...noticeRoutes,
  ...historyRoutes,
  ...publicRoutes,
  ...systemRoutes,
};
