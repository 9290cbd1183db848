import { ApiError } from '@shp/shared/api/errors';
import type { User } from '@shp/shared/api/objects';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { PROFILES } from '@shp/shared/domain/accounts/profiles';
import { checkField, type FieldDef, isAbsent } from '@shp/shared/domain/assessment/fields';
import { fieldHeading, hasNames, namesText } from '@shp/shared/sheets/sheetTexts';
import { reasonText } from '@shp/shared/text/reasons';
import { Box } from 'ink';
import { useState } from 'react';
import { sanitized } from '../../lib/streams.ts';
import { displayWidth, pad } from '../../lib/width.ts';
import { commandLine, flags } from '../commands/commandLine.ts';
import { errorText } from '../format.ts';
import { usePath } from '../path.ts';
import { whyNoCall } from '../permissions.ts';
import { useSession } from '../session.ts';
import type { Texts } from '../texts.ts';
import { useTexts, useUi } from '../ui.ts';
import { CursorLines } from '../widgets/CursorLines.tsx';
import { Floating, QUESTION_COLUMNS } from '../widgets/Floats.tsx';
import { Muted } from '../widgets/Muted.tsx';
import { FRAME_ROWS, Pane } from '../widgets/Pane.tsx';
import { Overlay } from '../widgets/Panel.tsx';
import { Prompt } from '../widgets/Prompt.tsx';

/** The caller's own data; edits one field at a time. */
export function Profile({ height }: { height: number }) {
  const path = usePath(useTexts().common.menu.profile);
  return (
    <Pane head={path} height={height} padding={0}>
      <ProfileFields height={height - FRAME_ROWS} />
    </Pane>
  );
}

function ProfileFields({ height }: { height: number }) {
  const { texts, columns } = useUi();
  const { common, tui } = texts;
  const { api, me, setMe, commands, back, say } = useSession();
  const [editing, setEditing] = useState<string | null>(null);
  const defs: Readonly<Record<string, FieldDef>> = PROFILES[me.role];
  const keys = Object.keys(defs);
  const fixed = [
    [common.fields.account, me.account],
    [common.fields.role, common.roles[me.role]],
    ...(me.division === null ? [] : [[common.fields.division, divisionPath(me.division)] as const]),
  ] as const;
  const width = Math.max(...[...fixed.map(([name]) => name), ...keys.map(label)].map(displayWidth));
  const def = editing === null ? undefined : defs[editing];
  const save = async (text: string): Promise<string | null> => {
    if (editing === null || def === undefined) return null;
    const value = read(def, editing, text.trim(), texts);
    if (isAbsent(value) && def.required) return common.reasons.required;
    const reason = isAbsent(value) ? null : checkField(def, value);
    if (reason !== null) return reasonText(reason, common);
    try {
      setMe(await api.call('POST user/my_profile', { [editing]: isAbsent(value) ? null : value, version: me.version }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict' && error.body.current)
        setMe(error.body.current as User);
      const fields = error instanceof ApiError ? Object.values(error.fields) : [];
      return fields[0] ?? errorText(error, texts);
    }
    commands.add(commandLine('profile', 'update', ...flags({ [editing]: isAbsent(value) ? '' : value })));
    say(tui.profile.saved, 'good');
    setEditing(null);
    return null;
  };
  return (
    <Box flexDirection="column" height={height}>
      {fixed.map(([name, value]) => (
        <Muted key={name} wrap="truncate-end">
          {`  ${pad(name, width, false)}  ${value}`}
        </Muted>
      ))}
      <CursorLines
        lines={keys.map((key) =>
          pad(`${pad(label(key), width, false)}  ${sanitized(shown(key, me, texts))}`, columns - 2, false),
        )}
        height={height - fixed.length}
        places={['form']}
        handlers={{ unselect: back, edit: (at) => setEditing(keys[at] ?? null) }}
        unmet={() => ({ profileRight: whyNoCall(me, 'POST user/my_profile', texts) })}
      />
      {editing !== null && def && (
        <Overlay>
          <Floating width={QUESTION_COLUMNS}>
            <Prompt
              title={tui.profile.edit}
              label={label(editing)}
              initial={shown(editing, me, texts)}
              note={hint(def, editing, texts)}
              onAnswer={save}
              onCancel={() => setEditing(null)}
            />
          </Floating>
        </Overlay>
      )}
    </Box>
  );

  function label(key: string): string {
    return fieldHeading(key, defs[key])[texts.lang];
  }
}

function shown(key: string, { profile }: User, { lang, common }: Texts): string {
  const value = profile[key];
  if (value === undefined) return '';
  return hasNames(key) && typeof value !== 'boolean' ? namesText(key, value, lang, common.marks.list) : String(value);
}

function hint(def: FieldDef, key: string, texts: Texts): string {
  if (def.kind !== 'enums' && def.kind !== 'enum') return def.required ? texts.common.reasons.required : '';
  return hasNames(key)
    ? def.values.map((value) => namesText(key, value, texts.lang)).join(texts.common.marks.list)
    : '';
}

/** Parses the text for a field; accepts keys and names of choices. */
function read(def: FieldDef, key: string, text: string, { lang }: Texts): unknown {
  if (text === '') return null;
  if (def.kind === 'number') return Number(text);
  if (def.kind !== 'enums' && def.kind !== 'enum') return text;
  const keyOf = (word: string) =>
    def.values.find((value) => value === word || (hasNames(key) && namesText(key, value, lang) === word)) ?? word;
  return def.kind === 'enum' ? keyOf(text) : text.split(/\s*[,，、]\s*/).map(keyOf);
}
