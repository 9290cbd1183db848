import type { CallKey } from '@shp/shared/api/index';
import type { TuiActs } from '@shp/shared/text/en/tui/acts';
import { whyNoCall } from '../permissions.ts';
import type { Me } from '../session.ts';
import type { Texts } from '../texts.ts';
import { commandLine } from './commandLine.ts';
import { SYNONYMS } from './synonyms.ts';

/** What has a command and no screen, and the call that tells who may use it. */
const COMMANDS: readonly { of: keyof TuiActs['commands']['of']; call: CallKey; words: readonly string[] }[] = [
  { of: 'settings', call: 'POST system/update_settings', words: ['settings', 'show'] },
  { of: 'audit', call: 'GET audit', words: ['audit', 'list'] },
  { of: 'statistics', call: 'GET statistics/progress', words: ['stats', 'progress'] },
  { of: 'standard', call: 'GET standard/versions', words: ['standard', 'show'] },
  { of: 'token', call: 'GET session/tokens', words: ['token', 'list'] },
  { of: 'sessions', call: 'GET session/sessions', words: ['sessions', 'list'] },
  { of: 'backup', call: 'POST system/update_settings', words: ['backup', 'FILE'] },
  { of: 'factors', call: 'GET session/factors', words: ['factor', 'add', 'totp'] },
];

type OfferedCommand = { label: string; command: string; alias: string; reason: string | null };

/** The commands that the palette names, each with what it is for, other words for it, and why it is not allowed. */
export function offeredCommands(me: Me, texts: Texts): OfferedCommand[] {
  return COMMANDS.map(({ of, call, words }) => ({
    label: texts.acts.commands.of[of],
    command: commandLine(...words),
    alias: `${of} ${SYNONYMS[of]}`,
    reason: whyNoCall(me, call, texts)?.text ?? null,
  }));
}
