import type { CallKey } from '@shp/shared/api/index';
import type { TuiActs } from '@shp/shared/text/en/tui/acts';
import { mayCall } from '../permissions.ts';
import type { Me } from '../session.ts';
import type { Texts } from '../texts.ts';
import { commandLine } from './commandLine.ts';

/** What has a command and no screen, and the call that tells who may use it. */
const COMMANDS: readonly { of: keyof TuiActs['commands']['of']; call: CallKey; words: readonly string[] }[] = [
  { of: 'settings', call: 'POST system/update_settings', words: ['settings', 'show'] },
  { of: 'audit', call: 'GET audit', words: ['audit', 'list'] },
  { of: 'standard', call: 'GET standard/versions', words: ['standard', 'show'] },
  { of: 'token', call: 'GET session/tokens', words: ['token', 'list'] },
  { of: 'sessions', call: 'GET session/sessions', words: ['sessions', 'list'] },
  { of: 'factors', call: 'GET session/factors', words: ['factor', 'add', 'totp'] },
];

/** The commands that the palette names, each with what it is for and its word in English. */
export function offeredCommands(me: Me, { acts }: Texts): { label: string; command: string; alias: string }[] {
  return COMMANDS.filter(({ call }) => mayCall(me, call)).map(({ of, words }) => ({
    label: acts.commands.of[of],
    command: commandLine(...words),
    alias: of,
  }));
}
