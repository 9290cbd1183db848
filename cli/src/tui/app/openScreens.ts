import { useCallback, useMemo, useState } from 'react';
import type { Screen } from '../session.ts';
import type { Ui } from '../ui.ts';
import type { tabsOf } from './Screens.tsx';

/** The chosen tab and the screens open above each tab; `levels`: the path to the uppermost screen. */
export function useOpenScreens(tabs: ReturnType<typeof tabsOf>, texts: Ui['texts']) {
  const [path, setPath] = useState('/');
  const [stacks, setStacks] = useState<Readonly<Record<string, readonly Screen[]>>>({});
  const stack = stacks[path] ?? [];
  const levels = useMemo(() => {
    const tab = tabs.find((one) => one.path === path);
    const below = stacks[path] ?? [];
    if (tab === undefined || below.length === 0) return [];
    const start = below.findLastIndex(isOfNoTab);
    const from = Math.max(0, start);
    const names = below.slice(from).flatMap((screen, index) => {
      const owner = ownerOf(screen, below[from + index - 1]);
      const own = from + index === below.length - 1 ? [] : [levelOf(screen, texts)];
      return [...(owner === null ? [] : [owner]), ...own];
    });
    return start < 0 ? [texts.common.menu[tab.key], ...names] : names;
  }, [tabs, path, stacks, texts]);
  const open = useCallback(
    (screen: Screen) => setStacks((all) => ({ ...all, [path]: [...(all[path] ?? []), screen] })),
    [path],
  );
  const back = useCallback(() => setStacks((all) => ({ ...all, [path]: (all[path] ?? []).slice(0, -1) })), [path]);
  /** Shows a tab without the screens above it that belong to no tab; the tab that is shown, or with `bare`, without any. */
  const goTo = (to: string, bare = false) => {
    setPath(to);
    setStacks((all) => {
      const before = all[to] ?? [];
      const start = before.findIndex(isOfNoTab);
      if (start >= 0 && !bare) return { ...all, [to]: before.slice(0, start) };
      return bare || to === path ? { ...all, [to]: [] } : all;
    });
  };
  const go = (by: number) => {
    const index = tabs.findIndex((tab) => tab.path === path);
    goTo(tabs[(index + by + tabs.length) % tabs.length]?.path ?? '/');
  };
  return { path, stack, levels, open, back, goTo, go };
}

/** Whether a screen opens above any tab and belongs to none. */
export function isOfNoTab({ kind }: Screen): boolean {
  return kind === 'findings' || kind === 'notices' || kind === 'jobs' || kind === 'profile' || kind === 'commands';
}

/** Whose rows a list has, unless the screen below it says so. */
function ownerOf(screen: Screen, below: Screen | undefined): string | null {
  return (screen.kind === 'stations' || screen.kind === 'assessments') && below?.kind !== 'user' ? screen.name : null;
}

/** The name of an open screen in the path of the screens above it. */
function levelOf(screen: Screen, { common, tui, acts }: Ui['texts']): string {
  switch (screen.kind) {
    case 'assessment':
      return screen.name;
    case 'stations':
      return common.menu.stations;
    case 'assessments':
      return common.menu.assessments;
    case 'user':
    case 'supervised':
      return screen.user.profile.name;
    case 'findings':
      return tui.places.findings;
    case 'notices':
      return tui.places.notices;
    case 'finding':
      return screen.no;
    case 'jobs':
      return tui.jobs.title;
    case 'commands':
      return acts.commands.title;
    case 'profile':
      return common.menu.profile;
  }
}
