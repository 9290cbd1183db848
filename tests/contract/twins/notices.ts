import { DAY, dayOf, plusDays } from '@shp/shared/domain/lib/days';
import { NOTICE_KINDS, type NoticeKind } from '@shp/shared/domain/notices/kinds';
import { expect, vi } from 'vitest';
import type { Contract, Person } from '../../support/contract.ts';
import { assign, bring, type Cast, finish, type Review, step } from '../../support/review.ts';

/** Nothing listens here: whatever is sent fails. */
const NOWHERE = 'http://127.0.0.1:9/';

const WITHIN = { timeout: 60_000, interval: 100 };

type Told = { cast: Cast; station: Person; spare: Person; toAssign: Review; rated: Review };

/** Causes every kind of notice: by steps, by a receiver that never answers, and by days that the next start finds over. */
export async function causeNotices(server: Contract, told: Told): Promise<void> {
  const { cast, station, spare, toAssign } = told;
  const { sql } = server.rawDatabase;
  const settings = (change: object) => server.admin.api.call('POST system/update_settings', change);
  await assign(toAssign, [spare]);
  await assign(toAssign, []);
  await answerRemark(server, cast);
  await settings({ publicDays: 5, webhookOwnNetwork: true });
  const proposed = await bring(server, cast, 'reviewed');
  await proposed.station.api.call('POST notice/preferences', { webhook: NOWHERE });
  await finish(proposed, 'passed');
  await step(cast.final, proposed, 'reviewed', '收到异议（示例）');
  const failing = () => sql('SELECT user_id FROM delivery_lanes WHERE failing_since IS NOT NULL');
  await vi.waitFor(async () => expect(await failing()).toHaveLength(1), WITHIN);
  const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
  await sql('UPDATE deliveries SET due_at = ?', ago(4));
  await sql('UPDATE delivery_lanes SET failing_since = ?, next_at = ? WHERE failing_since IS NOT NULL', ago(4), ago(1));
  await vi.waitFor(async () => expect(await kindsOf(server)).toContain('undelivered'), WITHIN);
  await proposed.station.api.call('POST notice/preferences', { webhook: null });
  await settings({ publicDays: 0, webhookOwnNetwork: false });

  const finding = { text: '护栏锈蚀（示例）', due: plusDays(dayOf(new Date()), 5) };
  await station.api.call('POST finding/add', finding);
  const late = await station.api.call('POST finding/add', finding);
  await sql('UPDATE findings SET due = ? WHERE id = ?', plusDays(dayOf(new Date()), -1), late.id);
  await sql('UPDATE assessments SET status_since = ? WHERE id = ?', ago(11), toAssign.id);
  await sql('UPDATE assessments SET valid_until = ? WHERE id = ?', dayOf(ago(-29)), told.rated.id);
}

/** Waits until a server that started after {@link causeNotices} has written the notices of every past day. */
export async function waitForEveryKind(server: Contract): Promise<void> {
  await vi.waitFor(async () => expect(await kindsOf(server)).toEqual([...NOTICE_KINDS].sort()), WITHIN);
}

async function answerRemark(server: Contract, cast: Cast): Promise<void> {
  const { id, station } = await bring(server, cast, 'submitted');
  const remarks = [{ part: 'form' as const, field: 'unit.contact', text: '核实（示例）' }];
  await cast.first.api.call('POST assessment/add_event', {
    id,
    status: 'returned',
    description: '补充（示例）',
    remarks,
  });
  const event = (await station.api.call('GET assessment/events', { id })).at(-1);
  await station.api.call('POST assessment/answer_remark', { id, eventId: event?.id ?? '', remark: 0, text: '已核实' });
}

/** The kinds of all notices, each once. */
async function kindsOf(server: Contract): Promise<NoticeKind[]> {
  const rows = await server.rawDatabase.sql('SELECT DISTINCT kind FROM notices ORDER BY kind');
  return rows.map(({ kind }) => kind as NoticeKind);
}
