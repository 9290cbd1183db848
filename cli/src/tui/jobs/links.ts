import type { Output } from '@shp/shared/api/index';
import type { User } from '@shp/shared/api/objects';
import { commandLine } from '../commands/commandLine.ts';
import { rowsOf } from '../list/actionTarget.ts';
import type { ListModel } from '../list/model.ts';
import type { Selection } from '../list/selection.ts';
import type { Texts } from '../texts.ts';
import type { JobSpec, JobTools } from './jobs.ts';

/** A station, as an aggregate account's list has it. */
export type SupervisedRow = Output<'GET supervise/stations'>['items'][number];
export type LinkMode = 'add' | 'remove';
const BACK = { add: 'remove', remove: 'add' } as const satisfies Record<LinkMode, LinkMode>;

function linkCommand(mode: LinkMode, { account }: User, rows: readonly SupervisedRow[]): string {
  return commandLine('supervise', mode === 'add' ? 'link' : 'unlink', account, ...rows.map((row) => row.account));
}

/** Links or unlinks stations of an aggregate account in one call; the server takes all or none. */
export function linkJob(
  mode: LinkMode,
  supervisor: User,
  model: ListModel<SupervisedRow>,
  target: Selection<SupervisedRow>,
  texts: Texts,
): JobSpec {
  return {
    title: ({ acts }) => acts.links[mode],
    command: target.kind === 'picked' ? linkCommand(mode, supervisor, [...target.rows.values()]) : null,
    async run(tools) {
      const rows = await rowsOf(model, target, tools.signal, tools.at);
      await link(
        mode,
        supervisor,
        rows.filter(({ linked }) => linked !== (mode === 'add')),
        tools,
        texts,
      );
    },
  };
}

async function link(mode: LinkMode, supervisor: User, rows: readonly SupervisedRow[], tools: JobTools, texts: Texts) {
  if (rows.length > 0) {
    const stationsId = rows.map(({ id }) => id);
    const { count } = await tools.api.call('POST supervise/stations', { userId: supervisor.id, stationsId, mode });
    tools.undo({
      title: ({ acts }) => acts.links[BACK[mode]],
      command: linkCommand(BACK[mode], supervisor, rows),
      question: ({ acts }) => acts.links.ask[BACK[mode]](rows.length, supervisor.profile.name),
      run: (undoing) => link(BACK[mode], supervisor, rows, undoing, texts),
    });
    tools.note(texts.acts.links.count(count));
  }
  for (const { profile, account } of rows) {
    tools.outcome({ label: `${profile.name} (${account})`, result: 'done', text: texts.acts.links[mode] });
  }
}
