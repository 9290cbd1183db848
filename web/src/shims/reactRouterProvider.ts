import type { ReactNode } from 'react';
import {
  Link,
  matchPath,
  Navigate,
  Outlet,
  Route,
  Routes,
  useInRouterContext,
  useLocation,
  useMatch,
  useNavigate,
  useParams,
} from 'react-router';

/**
 * Replaces react-admin's module of this name (vite.config.ts). The original can create another kind of router, 17 kB
 * that the console never runs, as it has its own router.
 */
export const reactRouterProvider = {
  Link,
  matchPath,
  Navigate,
  Outlet,
  Route,
  Routes,
  useInRouterContext,
  useLocation,
  useMatch,
  useNavigate,
  useParams,
  useBlocker: () => ({ state: 'unblocked', reset: undefined, proceed: undefined, location: undefined }),
  useCanBlock: () => false,
  RouterWrapper: ({ children }: { children: ReactNode }) => children,
};
