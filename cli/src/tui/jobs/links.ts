import type { Output } from '@shp/shared/api/index';
import type { User } from '@shp/shared/api/objects';
import { rowsOf } from '../list/actionTarget.ts';
import type { ListModel } from '../list/model.ts';
import type { Selection } from '../list/selection.ts';
import type { Texts } from '../texts.ts';
import type { JobSpec, JobTools } from './jobs.ts';

/** A station, as an aggregate account's list has it. */
export type SupervisedRow = Output<'GET supervise/stations'>['items'][number];
type Mode = 'add' | 'remove';
const BACK = { add: 'remove', remove: 'add' } as const satisfies Record<Mode, Mode>;

/** Links or unlinks stations of an aggregate account in one call; the server takes all or none. */
export function linkJob(
  mode: Mode,
  supervisor: User,
  model: ListModel<SupervisedRow>,
  target: Selection<SupervisedRow>,
  texts: Texts,
): JobSpec {
  return {
    title: ({ acts }) => acts.links[mode],
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

async function link(mode: Mode, supervisor: User, rows: readonly SupervisedRow[], tools: JobTools, texts: Texts) {
  if (rows.length > 0) {
    const stationsId = rows.map(({ id }) => id);
    const { count } = await tools.api.call('POST supervise/stations', { userId: supervisor.id, stationsId, mode });
    tools.undo({
      title: ({ acts }) => acts.links[BACK[mode]],
      question: ({ acts }) => acts.links.ask[BACK[mode]](rows.length, supervisor.profile.name),
      run: (undoing) => link(BACK[mode], supervisor, rows, undoing, texts),
    });
    tools.note(texts.acts.links.count(count));
  }
  for (const { profile, account } of rows) {
    tools.outcome({ label: `${profile.name} (${account})`, result: 'done', text: texts.acts.links[mode] });
  }
}
