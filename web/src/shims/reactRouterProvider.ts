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
 * Stands for react-admin's own module of this name (vite.config.ts), which makes a router of another kind where there is
 * none and so brings 17 kB that the console, which has its router, never runs.
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
