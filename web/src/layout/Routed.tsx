import { guard, LOGIN, ROUTES, type RoutePath } from '@shp/shared/domain/guard';
import { type ComponentType, lazy } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { useUser } from '../session.ts';

const Building = lazy(() => import('../screens/Building.tsx'));

/** The screen of each route; a route without one does not compile. */
const SCREENS: Record<RoutePath, ComponentType> = {
  '/': lazy(() => import('../screens/home/Home.tsx')),
  '/profile': lazy(() => import('../screens/profile/Profile.tsx')),
  '/managers': lazy(() => import('../screens/managers/Managers.tsx')),
  '/experts': lazy(() => import('../screens/experts/Experts.tsx')),
  '/stations': lazy(() => import('../screens/stations/Stations.tsx')),
  '/supervisors': lazy(() => import('../screens/supervisors/Supervisors.tsx')),
  '/supervisor/stations': lazy(() => import('../screens/supervisor-stations/SupervisorStations.tsx')),
  '/assessments': lazy(() => import('../screens/assessments/Assessments.tsx')),
  '/assessments/:id/station': Building,
  '/assessments/:id/first_manager': Building,
  '/assessments/:id/final_manager': Building,
  '/assessments/:id/expert': Building,
  '/assessments/:id/admin': Building,
  '/assessments/:id/supervise': Building,
  '/assessments/:id/print-conclusion': Building,
  '/documents': Building,
};

/** Asks the guard about the address and draws the route's screen, or goes where the guard says. */
export function Routed() {
  const { role } = useUser();
  const verdict = guard(role, useLocation().pathname);
  if (verdict.go === 'redirect' || verdict.route === LOGIN) return <Navigate to="/" replace />;
  return (
    <Routes>
      {ROUTES.map(({ path }) => {
        const Screen = SCREENS[path];
        return <Route key={path} path={path} element={<Screen key={path} />} />;
      })}
    </Routes>
  );
}
