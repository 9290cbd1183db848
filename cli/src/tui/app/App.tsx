import { LANGS } from '@shp/shared/domain/lib/lang';
import { Box } from 'ink';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CommandContext } from '../../command/context.ts';
import { changeConfig, type TuiChoices } from '../../config/config.ts';
import { editText } from '../../lib/editor.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { KeyTurns } from '../keys/KeyTurns.ts';
import type { Keyboard } from '../keys/keyboard.ts';
import { KeyboardContext } from '../keys/useKeys.ts';
import { depthOf, lookOf } from '../look/look.ts';
import { groundFrom, skinFrom } from '../look/skins.ts';
import { loadPermissions } from '../permissions.ts';
import type { RemarkDrafts } from '../remarkDrafts.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { loadTexts, type Texts } from '../texts.ts';
import { type Ui, UiContext } from '../ui.ts';
import { PreRenderedLinesContext } from '../widgets/Line.tsx';
import { Overlay } from '../widgets/Panel.tsx';
import type { Connect } from './connecting.ts';
import type { Connection } from './connection.ts';
import { type Preferences, writePreferences } from './preferences.ts';
import { Root } from './Root.tsx';
import { TooSmall } from './TooSmall.tsx';

/** Above all screens and the sign-in. */
const ABOVE_ALL = 100;
const LEAST = { columns: 80, rows: 24 };

type Props = {
  context: CommandContext;
  terminal: Terminal;
  keyboard: Keyboard;
  preferences: Preferences;
  texts: Texts;
  connect: Connect;
  connection: Connection;
  onOpened(jobs: Jobs, remarks: RemarkDrafts | null): void;
  onQuit(): void;
  onInterrupt(): void;
};

/** The root: terminal size, language and keyboard. */
export function App({ context, terminal, keyboard, preferences, texts: first, connect, connection, ...on }: Props) {
  const [size, setSize] = useState(terminal.size);
  const [texts, setTexts] = useState(first);
  const [ready, setReady] = useState(false);
  useEffect(() => terminal.onResize(() => setSize(terminal.size)), [terminal]);
  useEffect(() => {
    void loadPermissions().then(() => setReady(true));
  }, []);

  const saved = useRef(preferences);
  const prefer = useCallback(
    (change: Partial<Preferences>) => {
      saved.current = { ...saved.current, ...change };
      writePreferences(context.configDir, saved.current);
    },
    [context],
  );
  const [choices, setChoices] = useState<TuiChoices>(() => context.config.tui ?? {});
  const choose = useCallback(
    (change: TuiChoices): Promise<void> => {
      setChoices((now) => ({ ...now, ...change }));
      if (change.mouse !== undefined) terminal.setMouse(change.mouse);
      // Like preferences, a choice that cannot be written holds until the UI ends.
      return changeConfig(context.configDir, (config) => {
        config.tui = { ...config.tui, ...change };
      }).catch(() => {});
    },
    [context, terminal],
  );
  const { lang } = texts;
  const onLanguage = useCallback(() => {
    const other = LANGS[(LANGS.indexOf(lang) + 1) % LANGS.length] ?? lang;
    prefer({ lang: other });
    void loadTexts(other).then(setTexts);
  }, [lang, prefer]);
  const connected = useCallback(
    (token: string | null, confirm?: () => Promise<boolean>) => connect(token, lang, confirm),
    [connect, lang],
  );

  const { columns, rows } = size;
  const small = columns < LEAST.columns || rows < LEAST.rows;
  const { color } = context.streams;
  const [ground, setGround] = useState(groundFrom);
  useEffect(() => {
    if (color && ground === null) terminal.askGround(setGround);
  }, [color, ground, terminal]);
  const look = useMemo(
    () => lookOf(skinFrom(choices.skin, ground ?? 'dark'), depthOf(color), ground ?? 'dark'),
    [choices.skin, ground, color],
  );
  const ui = useMemo<Ui>(
    () => ({
      texts,
      // On a terminal that is too small, a message is shown; the layout behind it keeps the minimum size.
      columns: Math.max(columns, LEAST.columns),
      rows: Math.max(rows, LEAST.rows),
      color,
      look,
      choices,
      choose,
      ready,
      copy: terminal.copy,
      edit: (name, text) => terminal.lend(() => editText(name, text, texts)),
      setCursor: (cell) => terminal.painter.setCursor(cell),
      addFloats: (floats) => terminal.painter.addFloats(floats),
      shownColumns: (name) => saved.current.columns[name],
      keepColumns: (name, keys) => prefer({ columns: { ...saved.current.columns, [name]: keys } }),
    }),
    [texts, columns, rows, color, look, choices, choose, ready, terminal, prefer],
  );
  return (
    <UiContext.Provider value={ui}>
      <PreRenderedLinesContext.Provider value={terminal.verbatim}>
        <KeyboardContext.Provider value={{ keyboard, depth: 0 }}>
          {small && (
            <Overlay levels={ABOVE_ALL}>
              <TooSmall size={size} least={LEAST} texts={texts} />
            </Overlay>
          )}
          <Box display={small ? 'none' : 'flex'} flexDirection="column">
            <Root
              {...on}
              context={context}
              connect={connected}
              connection={connection}
              onLanguage={onLanguage}
              onSuspend={terminal.suspend}
              onRedraw={terminal.redraw}
            />
          </Box>
          <KeyTurns />
        </KeyboardContext.Provider>
      </PreRenderedLinesContext.Provider>
    </UiContext.Provider>
  );
}
