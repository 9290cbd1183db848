import { calls } from '@shp/shared/api/index';
import { assessment, assessmentRow, user } from '@shp/shared/api/objects';
import { PROFILES } from '@shp/shared/domain/accounts/profiles';
import { KIND_ROLES, USER_KINDS } from '@shp/shared/domain/accounts/roles';
import { ASSESSMENT_SORTS, USER_LIST_SORTS } from '@shp/shared/domain/lib/lists';
import { cli as en } from '@shp/shared/text/en/cli';
import { common } from '@shp/shared/text/en/common';
import { cli as zh } from '@shp/shared/text/zh/cli';
import { common as zhCommon } from '@shp/shared/text/zh/common';
import { beforeAll, describe, expect, test } from 'vitest';
import { KINDS, SEARCH } from '../src/api/userKinds.ts';
import { splitWords } from '../src/command/aliases.ts';
import { type AnyCommand, kebab } from '../src/command/command.ts';
import { optionsOf, shownOptions } from '../src/command/globalFlags.ts';
import { parse } from '../src/command/parse.ts';
import { allCommands } from '../src/command/registry.ts';
import { findCommand } from '../src/command/router.ts';
import { sourceOfArg } from '../src/command/valueSources.ts';
import { ASSESSMENT_FILTER } from '../src/commands/assessments/filter.ts';
import { NOUNS } from '../src/commands/index.ts';
import { filterOptions } from '../src/commands/users/filters.ts';
import type { Texts } from '../src/lib/texts.ts';
import { DETAIL_PATHS, ROW_PATHS } from '../src/lists/assessmentView.ts';
import { USER_PATHS, userView } from '../src/lists/userView.ts';

const texts: Texts = { lang: 'en', cli: en, common };
const chinese: Texts = { lang: 'zh', cli: zh, common: zhCommon };
const OWN = ['page', 'size', 'format', 'headings', 'kind', 'userId', 'linked'];
const keysOf = (schema: { shape: object }) => Object.keys(schema.shape).filter((key) => !OWN.includes(key));

let commands: AnyCommand[];
beforeAll(async () => {
  commands = await allCommands(NOUNS);
});

describe('commands and call table agree', () => {
  test.each(USER_KINDS)('on the filters of %s', (kind) => {
    const wire: Record<string, string> = { deleted: 'isDeleted', search: SEARCH[kind] };
    const flags = Object.keys(shownOptions(filterOptions(kind))).map((key) => wire[key] ?? key);
    expect(flags.sort()).toEqual(keysOf(calls[KINDS[kind].list].input).sort());
    expect(filterOptions(kind).sortBy).toMatchObject({ choices: USER_LIST_SORTS[kind] });
  });

  test('on the filters of assessments, also for the export and the supervised list', () => {
    const wire: Record<string, string> = { sortBy: 'sortby' };
    const flags = Object.keys(shownOptions(ASSESSMENT_FILTER)).map((key) => wire[key] ?? key);
    for (const key of [
      'GET assessment/query',
      'GET assessment/export',
      'GET supervise/assessments',
      'GET supervise/assessments_export',
    ] as const) {
      // `search` finds all that `station` does.
      const keys = keysOf(calls[key].input).filter((one) => one !== 'station');
      expect(flags.toSorted()).toEqual(keys.sort());
    }
    expect(ASSESSMENT_FILTER.sortBy.choices).toEqual(ASSESSMENT_SORTS);
  });

  test('on the fields of --fields', () => {
    expect(USER_PATHS).toEqual(Object.keys(user.shape));
    expect(ROW_PATHS).toEqual(Object.keys(assessmentRow.shape));
    expect([...ROW_PATHS, ...DETAIL_PATHS].sort()).toEqual(Object.keys(assessment.shape).sort());
  });

  test.each(USER_KINDS)('on the fields of %s: one flag each, to add and to update', (kind) => {
    const fields = [...new Set(KIND_ROLES[kind].flatMap((role) => Object.keys(PROFILES[role])))];
    for (const verb of ['add', 'update']) {
      const command = commands.find(({ name }) => name === `${kind} ${verb}`);
      expect(Object.keys(command?.options ?? {})).toEqual(expect.arrayContaining([...fields, 'input']));
    }
    for (const field of fields) expect(userView(kind).paths).toContain(`profile.${field}`);
  });
});

describe('every command', () => {
  test('has a registered noun, and every noun has a text', () => {
    expect([...new Set(commands.map(({ name }) => name.split(' ')[0]))].sort()).toEqual(Object.keys(NOUNS).sort());
    expect(Object.keys(en.nouns).sort()).toEqual(Object.keys(NOUNS).sort());
  });

  test('has examples that it parses', async () => {
    for (const command of commands) {
      expect(command.examples.length, command.name).toBeGreaterThan(0);
      for (const example of command.examples) await understands(command, example);
    }
  });

  test.each([
    ['English', texts, /^[^\p{Script=Han}]+$/u],
    ['Chinese', chinese, /\p{Script=Han}/u],
  ])('describes itself and every flag, in %s', (_name, language, written) => {
    for (const command of commands) {
      expect(command.summary(language), command.name).toMatch(written);
      for (const [key, option] of Object.entries(optionsOf(command))) {
        // The example division has a Chinese name in English texts too.
        const said = option.help(language).replaceAll('桂林市/秀峰区', language.lang === 'en' ? '' : '$&');
        expect(said, `${command.name} --${kebab(key)}`).toMatch(written);
      }
    }
  });

  test('completes its arguments, or is listed as not completable', () => {
    const free = commands.flatMap((command) =>
      command.args
        .filter((arg) => arg.choices === undefined && sourceOfArg(command, arg) === null)
        .map(({ name }) => `${command.name} ${name}`),
    );
    expect(free.filter((one) => !/ FILE$/.test(one)).sort()).toEqual([
      'alias set NAME',
      'api METHOD',
      'assessments answer-remark N',
      'backup list DIR',
      'factor remove ID',
      'files delete FILEID',
      'files download FILEID',
      'findings show ID',
      'findings step ID',
      'findings step STATE',
      'notices read ID',
      'server add NAME',
      'server add URL',
      'settings holidays remove YEAR',
      'settings holidays show YEAR',
      'settings set VALUE',
      'unlock ACCOUNT',
    ]);
  });
});

/** Parses the `shp` part of an example as a command line. */
async function understands(command: AnyCommand, example: string) {
  // `shp` without arguments opens the terminal UI.
  if (example === 'shp') return;
  const noun = command.name.split(' ')[0];
  const parts = example.split(/[|<>()]+/).map((part) => part.trim());
  const own = parts.findLast((part) => part.startsWith(`shp ${noun}`)) ?? '';
  const words = splitWords(own, texts).slice(1);
  const found = await findCommand(NOUNS, words, texts);
  expect(found?.command.name, example).toBe(command.name);
  expect(() => parse(command, found?.rest ?? [], texts), example).not.toThrow();
}
