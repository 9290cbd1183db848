import { cli } from '@shp/shared/text/en/cli';
import { common } from '@shp/shared/text/en/common';
import { login } from '@shp/shared/text/en/login';
import { rules } from '@shp/shared/text/en/rules';
import { tui } from '@shp/shared/text/en/tui';
import { tuiActs as acts } from '@shp/shared/text/en/tui/acts';
import { tuiViews as views } from '@shp/shared/text/en/tui/views';
import { common as commonZh } from '@shp/shared/text/zh/common';
import { tui as tuiZh } from '@shp/shared/text/zh/tui';
import { tuiActs as actsZh } from '@shp/shared/text/zh/tui/acts';
import { tuiViews as viewsZh } from '@shp/shared/text/zh/tui/views';
import { render } from 'ink-testing-library';
import type { ReactNode } from 'react';
import { KeyTurns } from '../../src/tui/keys/KeyTurns.ts';
import { Keyboard } from '../../src/tui/keys/keyboard.ts';
import { KeyboardContext } from '../../src/tui/keys/useKeys.ts';
import { lookOf } from '../../src/tui/look/look.ts';
import { InputParser } from '../../src/tui/terminal/input.ts';
import type { Texts } from '../../src/tui/texts.ts';
import { type Ui, UiContext } from '../../src/tui/ui.ts';

export const TEXTS: Texts = { lang: 'en', tui, acts, views, common, cli, login, rules };
export const TEXTS_ZH: Texts = { ...TEXTS, lang: 'zh', tui: tuiZh, acts: actsZh, views: viewsZh, common: commonZh };

/** Marks and weight only. */
export const PLAIN = lookOf('dark', 'none');

export type Stage = {
  lines(): string[];
  /** The reasons that keys have given for doing nothing. */
  refused: readonly string[];
  /** Sends input as a terminal would, and waits until the result is drawn. */
  send(...sent: string[]): Promise<void>;
  show(node: ReactNode): Promise<void>;
  resize(columns: number, rows: number): Promise<void>;
  readonly cursor: { x: number; y: number } | null;
};

/** Renders a component as in the terminal UI, without a terminal, and returns its lines. */
export function stage(first: ReactNode, size = { columns: 80, rows: 24 }, texts: Texts = TEXTS): Stage {
  const keyboard = new Keyboard();
  const refused: string[] = [];
  keyboard.onRefused = (reason) => refused.push(reason);
  const parser = new InputParser(keyboard.take);
  let cursor: Stage['cursor'] = null;
  let shown = first;
  let room = size;
  const whole = () => {
    const ui: Ui = {
      texts,
      ...room,
      color: false,
      look: PLAIN,
      choices: {},
      choose: async () => {},
      ready: true,
      copy: () => {},
      edit: async (_name, text) => text,
      setCursor: (cell) => {
        cursor = cell;
      },
      addFloats: () => () => {},
      shownColumns: () => undefined,
      keepColumns: () => {},
    };
    return (
      <UiContext.Provider value={ui}>
        <KeyboardContext.Provider value={{ keyboard, depth: 0 }}>
          {shown}
          <KeyTurns />
        </KeyboardContext.Provider>
      </UiContext.Provider>
    );
  };
  const { rerender, lastFrame } = render(whole());
  /** Waits until the frame has not changed for 20 turns of the event loop. */
  const drawn = async () => {
    let seen = lastFrame();
    for (let still = 0; still < 20; still++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (lastFrame() === seen) continue;
      seen = lastFrame();
      still = 0;
    }
  };
  return {
    lines: () => (lastFrame() ?? '').split('\n'),
    refused,
    async send(...sent) {
      for (const one of sent) {
        parser.push(one);
        await drawn();
      }
    },
    async show(node) {
      shown = node;
      rerender(whole());
      await drawn();
    },
    async resize(columns, rows) {
      room = { columns, rows };
      rerender(whole());
      await drawn();
    },
    get cursor() {
      return cursor;
    },
  };
}
