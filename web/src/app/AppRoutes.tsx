import { guard, LOGIN, ROUTES } from '@shp/shared/domain/routes';
import { useEffect } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { useText } from '../core/i18n/texts.ts';
import { useUser } from '../core/session.ts';
import { useToast } from '../core/useToast.ts';
import { SCREENS } from './routes.ts';

/** Asks the guard about the address and draws the route's screen, or goes where the guard says. */
export function AppRoutes() {
  const { role } = useUser();
  const verdict = guard(role, useLocation().pathname);
  if (verdict.go === 'redirect' || verdict.route === LOGIN) return <NoPage />;
  return (
    <Routes>
      {ROUTES.map(({ path }) => {
        const { Part } = SCREENS[path];
        return <Route key={path} path={path} element={<Part key={path} />} />;
      })}
    </Routes>
  );
}

/** Goes home from an address that does not exist or is not for this role, and says so. */
function NoPage() {
  const { web } = useText();
  const { failed } = useToast();
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname !== LOGIN) failed(web.noPage);
  }, [pathname, failed, web]);
  return <Navigate to="/" replace />;
}
