import { guard, LOGIN, ROUTES } from '@shp/shared/domain/routes';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { useUser } from '../core/session.ts';
import { SCREENS } from './routes.ts';

/** Asks the guard about the address and draws the route's screen, or goes where the guard says. */
export function AppRoutes() {
  const { role } = useUser();
  const verdict = guard(role, useLocation().pathname);
  if (verdict.go === 'redirect' || verdict.route === LOGIN) return <Navigate to="/" replace />;
  return (
    <Routes>
      {ROUTES.map(({ path }) => {
        const { Part } = SCREENS[path];
        return <Route key={path} path={path} element={<Part key={path} />} />;
      })}
    </Routes>
  );
}
