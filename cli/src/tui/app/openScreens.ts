import type { Screen } from '../session.ts';
import type { Ui } from '../ui.ts';

/** Whether a screen opens above any tab and belongs to none. */
export function isOfNoTab({ kind }: Screen): boolean {
  return kind === 'findings' || kind === 'notices' || kind === 'jobs' || kind === 'profile' || kind === 'commands';
}

/** The name of an open screen in the path of the screens above it. */
export function levelOf(screen: Screen, { common, tui, acts }: Ui['texts']): string {
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
