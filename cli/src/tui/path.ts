import { createContext, useContext } from 'react';
import { PATH_MARK } from './look/frame.ts';

/** The names of the levels below the open screen: its tab, and the screens that led to it. */
export const PathContext = createContext<readonly string[]>([]);

/** The path of a screen for the head of its frame. */
export function usePath(...own: readonly string[]): string {
  return [...useContext(PathContext), ...own].filter((level) => level !== '').join(PATH_MARK);
}
