import type { Finding } from '@shp/server/doctor';
import type { Doctor } from '@shp/shared/text/en/doctor';
import { command } from '../../command/command.ts';
import { dataDir } from '../../config/dirs.ts';
import { Failure } from '../../lib/errors.ts';
import { loadDoctor } from '../../lib/texts.ts';
import { screenColumn, type View, worded } from '../../output/columns.ts';
import { printRows } from '../../output/print.ts';
import { type Progress, progress } from '../../output/progress.ts';
import { DATA, FILES, withDataDirErrors } from '../flags/maintenanceFlags.ts';
import { DATABASE_URL, databaseUrl, withStorageErrors } from '../flags/storageFlags.ts';

type Row = { check: Finding['check']; object: string; problem: string; advice: string };

/** Print at most this many ids per broken rule. */
const IDS = 5;

export const commands = [
  command({
    name: 'doctor',
    summary: ({ cli }) => cli.backup.doctor,
    options: { ...DATA, ...DATABASE_URL, ...FILES },
    examples: [
      'shp doctor --data /srv/shp',
      'shp doctor --database-url postgres://shp@db.example/shp --files s3://shp-files',
      'shp doctor --format json',
    ],
    prints: true,
    web: null,
    async run({ options }, context) {
      const [{ examine }, { isBucket }] = await Promise.all([
        import('@shp/server/doctor'),
        import('@shp/server/files/blobs/fileStore'),
      ]);
      const data = dataDir(options.data);
      const place = { data, databaseUrl: databaseUrl(context, options.databaseUrl), files: options.files };
      const texts = await loadDoctor(context.texts.lang);
      const database = place.databaseUrl === null ? 'sqlite' : 'postgres';
      const advice = database === 'sqlite' && !isBucket(place.files ?? data) ? 'inBackup' : 'inCopy';
      const rows: Row[] = [];
      let bar: Progress | null = null;
      // Rows come first; the rate is that of the files.
      const watch = (done: number, total: number) => {
        bar ??= progress(context, context.command, 'bytes');
        bar.at(done, total);
      };
      const look = async () => {
        for await (const finding of examine(place, { signal: context.signal, watch }))
          rows.push(rowOf(finding, { database, advice }, texts));
      };
      await withStorageErrors(context, '--files', () => withDataDirErrors(context, data, look)).finally(() =>
        bar?.end(),
      );
      await printRows(context, viewOf(await loadDoctor(context.dataTexts.lang)), [rows]);
      if (rows.length > 0) throw new Failure(context.texts.cli.validation.found(rows.length));
      context.note(context.texts.cli.validation.none);
    },
  }),
];

function viewOf({ columns, checks }: Doctor): View<Row> {
  return {
    columns: [
      worded('check', columns.check, ({ check }) => checks[check]),
      screenColumn('object', columns.object, ({ object }) => object),
      screenColumn('problem', columns.problem, ({ problem }) => problem),
      screenColumn('advice', columns.advice, ({ advice }) => advice),
    ],
    sentences: true,
    paths: ['check', 'object', 'problem', 'advice'],
  };
}

/** The database, and where copies of the files are. */
type Kind = { readonly database: keyof Doctor['database']; readonly advice: keyof Doctor['fileAdvice'] };

function rowOf(finding: Finding, { database, advice }: Kind, texts: Doctor): Row {
  const { check } = finding;
  switch (finding.check) {
    case 'database':
      return { check, object: '', problem: finding.detail, advice: texts.database[database] };
    case 'schema':
      return finding.newer
        ? { check, object: finding.schema, problem: texts.schemaNewer, advice: texts.schemaNewerAdvice }
        : { check, object: finding.schema, problem: texts.schemaOlder, advice: texts.schemaOlderAdvice };
    case 'file':
      return {
        check,
        object: finding.id,
        problem: texts[finding.wrong],
        advice: texts.fileAdvice[advice](finding.path),
      };
    case 'audit':
      return { check, object: finding.id, problem: texts.audit, advice: texts.auditAdvice };
    case 'history': {
      const { id, fault } = finding;
      const advice = fault.startsWith('key') ? texts.keyAdvice : texts.historyAdvice;
      return { check, object: id, problem: texts.history[fault], advice };
    }
    case 'secret': {
      const { place, accounts } = finding;
      const object = accounts.length === 0 ? place : someOf(accounts, texts);
      return { check, object, problem: texts.secretProblem(place, accounts.length), advice: texts.secretAdvice };
    }
    case 'rule': {
      const object = someOf(finding.ids, texts);
      const problem = (texts.rules as Record<string, string>)[finding.rule] ?? finding.rule;
      return { check, object, problem, advice: texts.ruleAdvice };
    }
  }
}

function someOf(all: readonly string[], { more }: Doctor): string {
  const ids = all.slice(0, IDS).join(', ');
  return all.length > IDS ? more(ids, all.length - IDS) : ids;
}
