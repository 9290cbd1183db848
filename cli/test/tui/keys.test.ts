import { spawnSync } from 'node:child_process';
import { tui as en } from '@shp/shared/text/en/tui';
import { tui as zh } from '@shp/shared/text/zh/tui';
import { describe, expect, test } from 'vitest';
import { Keyboard, type Layer } from '../../src/tui/keys/keyboard.ts';
import { KEYS, type KeyId, PLACES, type Place } from '../../src/tui/keys/keys.ts';
import type { Press } from '../../src/tui/terminal/input.ts';

const key = (name: string, text = name.length === 1 ? name : ''): Press => ({ kind: 'key', name, text });

describe('key table', () => {
  test('has every key once, with a text in both languages', () => {
    const ids = KEYS.map(({ id }) => id).sort();
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(en.keys).sort()).toEqual(ids);
    expect(Object.keys(zh.keys).sort()).toEqual(ids);
    expect(Object.keys(en.places).sort()).toEqual([...PLACES].sort());
  });

  test('matches docs/keys.md (npm run docs)', () => {
    const root = new URL('../../..', import.meta.url);
    const check = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/keys-docs.ts', '--check'], { cwd: root });
    expect([check.status, check.stderr.toString()]).toEqual([0, '']);
  });

  test('has the keys of docs/spec/commands.md', () => {
    const named: Record<string, KeyId> = {
      '/': 'filter',
      s: 'sort',
      space: 'select',
      a: 'selectPage',
      A: 'selectAll',
      enter: 'open',
      e: 'export',
      x: 'assign',
      d: 'delete',
      r: 'recoverOrReset',
      i: 'import',
      o: 'columns',
      '?': 'help',
      ':': 'palette',
      q: 'back',
      tab: 'nextTab',
      'shift-tab': 'previousTab',
      '1': 'tab',
      '9': 'tab',
    };
    const lists: readonly Place[] = ['list', 'users', 'assessments', 'app'];
    for (const [name, id] of Object.entries(named)) {
      const found = KEYS.filter(({ keys, place }) => lists.includes(place) && keys.includes(name));
      expect(found.map((row) => row.id)).toEqual([id]);
    }
  });

  test('no key has two meanings in one place', () => {
    const together: readonly (readonly Place[])[] = [
      ['list', 'users', 'app'],
      ['list', 'assessments', 'app'],
      ['list', 'documents', 'app'],
      ['view', 'assessment', 'app'],
      ['view', 'menu'],
      ['jobs', 'app'],
      ['form', 'app'],
      ['secret', 'view'],
      ['confirm'],
      ['login'],
    ];
    for (const places of together) {
      // Ignore `close`: its key also means `back` or `cancel`, and no dialog has both.
      const keys = KEYS.filter(({ id, place }) => id !== 'close' && places.includes(place)).flatMap((row) => row.keys);
      // Jobs and the app both use `u` for undo; the nearer handler wins and means the same.
      const twice = keys.filter((name, at) => keys.indexOf(name) !== at && name !== 'u');
      expect([places, twice]).toEqual([places, []]);
    }
  });
});

describe('keyboard', () => {
  function layer(places: readonly Place[], ids: readonly KeyId[], more: Partial<Layer> = {}) {
    const pressed: string[] = [];
    const handlers = Object.fromEntries(ids.map((id) => [id, () => pressed.push(id)]));
    const made: Layer = { places, handlers, unmet: {}, notes: {}, names: {}, modal: false, typing: undefined, ...more };
    return { pressed, made };
  }
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  };

  test('gives a key to the topmost screen that handles it; a dialog hides keys below', async () => {
    const keyboard = new Keyboard();
    const app = layer(['app'], ['help', 'back', 'interrupt']);
    const list = layer(['list'], ['sort', 'open']);
    const dialog = layer(['menu'], ['choose'], { modal: true });
    keyboard.add(0, () => app.made);
    keyboard.add(1, () => list.made);
    for (const name of ['s', '?', 'enter']) keyboard.take(key(name));
    await settled();
    expect(list.pressed).toEqual(['sort', 'open']);
    expect(app.pressed).toEqual(['help']);
    const close = keyboard.add(2, () => dialog.made);
    for (const name of ['enter', 's', '?', 'ctrl-c']) keyboard.take(key(name, ''));
    await settled();
    expect(dialog.pressed).toEqual(['choose']);
    expect(list.pressed).toEqual(['sort', 'open']);
    expect(app.pressed).toEqual(['help', 'interrupt']);
    close();
    keyboard.take(key('s'));
    await settled();
    expect(list.pressed).toEqual(['sort', 'open', 'sort']);
  });

  test('a disabled key shows the reason', async () => {
    const keyboard = new Keyboard();
    const reasons: string[] = [];
    keyboard.onRefused = (reason) => reasons.push(reason);
    const list = layer(['list'], ['open', 'sort'], { unmet: { rows: 'There are no rows' } });
    keyboard.add(1, () => list.made);
    keyboard.take(key('enter', ''));
    keyboard.take(key('s'));
    await settled();
    expect(reasons).toEqual(['There are no rows']);
    expect(list.pressed).toEqual(['sort']);
    expect(keyboard.offers().map(({ row, reason }) => [row.id, reason?.text ?? null])).toEqual([
      ['open', 'There are no rows'],
      ['sort', null],
    ]);
  });

  test('a key that no screen takes says so; a character without a meaning does too, Esc and keys that move do not', async () => {
    const keyboard = new Keyboard();
    const idle: string[] = [];
    keyboard.onIdle = (name) => idle.push(name);
    const list = layer(['list'], ['sort']);
    keyboard.add(1, () => list.made);
    for (const name of ['t', 's', 'z', 'j', 'down', 'escape', 'f5', 'ctrl-f', 'ctrl-q']) {
      keyboard.take(key(name));
      await settled();
    }
    expect(idle).toEqual(['t', 'z', 'f5']);
  });

  test('a text field receives characters, keys and pasted text; Enter is not inserted', async () => {
    const keyboard = new Keyboard();
    let typed = '';
    const form = layer(['menu'], ['choose'], {
      modal: true,
      typing: (press) => {
        if (press.text === '') return false;
        typed += press.text;
        return true;
      },
    });
    const app = layer(['app'], ['back', 'help']);
    keyboard.add(0, () => app.made);
    keyboard.add(1, () => form.made);
    for (const press of [key('q'), key('?'), { kind: 'paste', text: '桂林' } as const, key('enter', '')]) {
      keyboard.take(press);
    }
    await settled();
    expect(typed).toBe('q?桂林');
    expect(form.pressed).toEqual(['choose']);
    expect(app.pressed).toEqual([]);
  });

  test('keys typed ahead wait for their screen, Ctrl-C does not', async () => {
    const keyboard = new Keyboard();
    const app = layer(['app'], ['tab', 'interrupt']);
    keyboard.add(0, () => app.made);
    const release = keyboard.hold();
    keyboard.take(key('4'));
    keyboard.take(key('ctrl-c', ''));
    await settled();
    expect(app.pressed).toEqual(['interrupt']);
    release();
    await settled();
    expect(app.pressed).toEqual(['interrupt', 'tab']);
  });

  test('Esc cancels the wait if possible and drops keys typed before it', async () => {
    const keyboard = new Keyboard();
    const app = layer(['app'], ['tab', 'help']);
    keyboard.add(0, () => app.made);
    const release = keyboard.hold(() => release());
    for (const press of [key('4'), key('escape', ''), key('?')]) keyboard.take(press);
    await settled();
    expect(app.pressed).toEqual(['help']);
  });
});
