import { ApiError, NetworkError } from '@shp/shared/api/errors';
import type { AssessmentRow } from '@shp/shared/api/objects';
import { describe, expect, test } from 'vitest';
import type { Api } from '../../src/api/client.ts';
import { PartlyDone } from '../../src/lib/errors.ts';
import { isChange, planAssignment } from '../../src/tui/jobs/assignPlan.ts';
import { type Job, type JobSpec, Jobs, reportText, type UndoSpec } from '../../src/tui/jobs/jobs.ts';
import { forMany } from '../../src/tui/jobs/many.ts';
import { jobTable } from '../../src/tui/screens/jobLine.ts';
import type { Texts } from '../../src/tui/texts.ts';
import { PLAIN, TEXTS, TEXTS_ZH } from './stage.tsx';

// These jobs never call a server.
const noApi = {} as Api;

async function ended(
  run: JobSpec['run'],
  during?: (jobs: Jobs, id: number) => void,
): Promise<{ job: Job; jobs: Jobs }> {
  let tell: (job: Job) => void = () => {};
  const end = new Promise<Job>((resolve) => {
    tell = resolve;
  });
  const jobs = new Jobs(
    () => noApi,
    (job) => tell(job),
  );
  const { id } = jobs.start({ title: () => 'work', run });
  during?.(jobs, id);
  return { job: await end, jobs };
}

const refused = (status: number, code: 'conflict' | 'forbidden', message: string) =>
  new ApiError(status, { code, message });

describe('bulk work', () => {
  test('records an error of one object and continues', async () => {
    const { job } = await ended((tools) =>
      forMany(tools, [1, 2, 3], String, async (one) => {
        if (one === 2) throw refused(409, 'conflict', 'The last administrator cannot be deleted');
        return { result: 'done', text: 'deleted' };
      }),
    );
    expect(job.state).toBe('partly');
    expect(job.outcomes.toSorted((a, b) => a.label.localeCompare(b.label))).toEqual([
      { label: '1', result: 'done', text: 'deleted' },
      { label: '2', result: 'failed', text: 'The last administrator cannot be deleted' },
      { label: '3', result: 'done', text: 'deleted' },
    ]);
    expect([job.done, job.total]).toEqual([3, 3]);
  });

  test('stops at an error that affects every object', async () => {
    let asked = 0;
    const { job } = await ended((tools) =>
      forMany(
        tools,
        Array.from({ length: 100 }, (_, at) => at),
        String,
        async () => {
          asked += 1;
          throw refused(403, 'forbidden', 'request denied');
        },
      ),
    );
    expect(job.state).toBe('failed');
    expect(job.failure).toMatchObject({ status: 403 });
    expect(asked).toBeLessThan(10);
  });

  test('retries after a temporary connection failure', async () => {
    let tries = 0;
    const { job } = await ended((tools) =>
      forMany(tools, ['one'], String, async () => {
        tries += 1;
        if (tries === 1) throw new NetworkError('reset');
        return { result: 'done', text: '' };
      }),
    );
    expect([job.state, tries]).toEqual(['done', 2]);
  });

  test('when stopped, finishes running requests and starts no new ones', async () => {
    let begun = 0;
    const { job } = await ended(
      (tools) =>
        forMany(
          tools,
          Array.from({ length: 100 }, (_, at) => at),
          String,
          async () => {
            begun += 1;
            await new Promise((resolve) => setImmediate(resolve));
            return { result: 'done', text: '' };
          },
        ),
      (jobs, id) => jobs.stop(id),
    );
    expect(job.state).toBe('stopped');
    expect(job.outcomes).toHaveLength(begun);
    expect(begun).toBeLessThan(10);
  });
});

describe('jobs', () => {
  test('are distinguished by how they ended', async () => {
    const states = [
      (await ended(async () => {})).job.state,
      (await ended(async () => Promise.reject(new PartlyDone('3 failed')))).job.state,
      (await ended(async () => Promise.reject(new Error('no')))).job.state,
    ];
    expect(states).toEqual(['done', 'partly', 'failed']);
  });

  test('can be undone once by another job, which can be undone in turn', async () => {
    const done: string[] = [];
    const redo: UndoSpec = { title: () => 'redo', question: () => 'redo?', run: async () => void done.push('redone') };
    const undo: UndoSpec = {
      title: () => 'undo',
      question: () => 'undo?',
      run: async (tools) => {
        done.push('undone');
        tools.undo(redo);
      },
    };
    const { jobs, job } = await ended(async (tools) => tools.undo(undo));
    expect(jobs.undoable()?.id).toBe(job.id);
    jobs.undo(job.id);
    await jobs.end();
    expect(done).toEqual(['undone']);
    expect(jobs.undoable()?.title(TEXTS)).toBe('undo');
    jobs.undo(job.id);
    expect(jobs.list()).toHaveLength(2);
  });

  test('with unsaved passwords are known; their report is safe for spreadsheets', async () => {
    const { jobs, job } = await ended(async ({ outcome }) => {
      outcome({ label: '=1+1', result: 'done', text: 'password reset', secret: 'abcd-efgh' });
      outcome({ label: 'other', result: 'failed', text: 'no, "never"' });
    });
    expect(jobs.unsaved().map(({ id }) => id)).toEqual([job.id]);
    expect(reportText(job, TEXTS)).toBe(
      '\uFEFFObject,Result,Detail,Initial password\r\n\'=1+1,done,password reset,abcd-efgh\r\nother,failed,"no, ""never""",\r\n',
    );
    jobs.saved(job.id);
    expect(jobs.unsaved()).toEqual([]);
  });
});

describe('the table of jobs', () => {
  const jobOf = (startedAt: number, done: number): Job => ({
    id: 1,
    title: ({ tui }) => tui.import.job('hydropower stations'),
    command: null,
    file: null,
    resume: null,
    counts: null,
    undoes: null,
    state: 'running',
    done,
    total: 300,
    startedAt,
    endedAt: null,
    outcomes: [],
    notes: [],
    undo: null,
    noUndo: null,
    failure: null,
    saved: false,
  });
  const table = (texts: Texts, passed: number, done: number) =>
    jobTable([{ job: jobOf(Date.now() - passed, done) }], texts, PLAIN, 76);

  test('keeps its columns while the time left goes from minutes to seconds', () => {
    for (const [texts, slow, fast] of [
      [TEXTS, '6 min left', '20 s left'],
      [TEXTS_ZH, '剩余 6 分钟', '剩余 20 秒'],
    ] as const) {
      const [first, ...more] = [table(texts, 500, 8), table(texts, 10_000, 8), table(texts, 10_000, 100)];
      for (const [head] of more) expect(head).toBe(first?.[0]);
      expect(more[0]?.[1]).toMatch(new RegExp(`${slow} *$`));
      expect(more[1]?.[1]).toMatch(new RegExp(`${fast} *$`));
      expect(first?.[1]).toMatch(/▱ +8\/300 /);
    }
  });
});

describe('assignment plan', () => {
  const row = (id: string, status: AssessmentRow['status'], ...experts: string[]): AssessmentRow => ({
    id,
    number: `GXXSD-2026-00000${id}`,
    station: { id: `s${id}`, name: `station ${id}`, division: '450325', divisionName: '兴安县' },
    level: 3,
    status,
    province: '450000',
    city: '450300',
    county: '450325',
    stationScore: null,
    expertScore: null,
    experts: experts.map((name) => ({ id: name, name })),
    createdAt: '2026-11-21T08:00:00.000Z',
    submittedAt: null,
    concludedAt: null,
    validUntil: null,
    statusSince: '2026-11-21T08:00:00.000Z',
    updatedAt: '2026-11-21T08:00:00.000Z',
    version: 1,
  });
  const rows = [
    row('1', 'first_passed'),
    row('2', 'reviewing', 'a', 'b'),
    row('3', 'reviewing', 'c'),
    row('4', 'passed'),
  ];
  const experts = [
    { id: 'a', name: 'a' },
    { id: 'b', name: 'b' },
  ];
  const told = (mode: 'add' | 'replace', caller: Parameters<typeof planAssignment>[3]) =>
    planAssignment(rows, experts, mode, caller).map((one) => [
      one.row.id,
      one.allowed,
      isChange(one),
      one.added.map(({ id }) => `+${id}`).join(''),
      one.removed.map(({ id }) => `-${id}`).join(''),
    ]);
  const city = { id: 'm', role: 'city_manager', division: '450300' } as const;

  test('adding keeps assigned experts, replacing does not; assessments without a change are skipped', () => {
    expect(told('add', city)).toEqual([
      ['1', true, true, '+a+b', ''],
      ['2', true, false, '', ''],
      ['3', true, true, '+a+b', ''],
      ['4', false, false, '+a+b', ''],
    ]);
    expect(told('replace', city)[2]).toEqual(['3', true, true, '+a+b', '-c']);
  });

  test('changes nothing outside the own division', () => {
    const other = { id: 'm', role: 'city_manager', division: '450100' } as const;
    expect(told('add', other).every(([, allowed, change]) => !allowed && !change)).toBe(true);
  });
});
