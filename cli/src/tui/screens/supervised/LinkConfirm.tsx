import type { User } from '@shp/shared/api/objects';
import { formatCount } from '../../format.ts';
import { type LinkMode, linkJob, type SupervisedRow } from '../../jobs/links.ts';
import { targetOf } from '../../list/actionTarget.ts';
import type { ListModel } from '../../list/model.ts';
import { countOf, type Selection } from '../../list/selection.ts';
import { unseenText } from '../../list/unseen.ts';
import { useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useTexts } from '../../ui.ts';
import { Confirm } from '../../widgets/Confirm.tsx';

/** At most this many stations are named. */
const NAMED = 3;

type Linking = { mode: LinkMode; supervisor: User; model: ListModel<SupervisedRow> };

/** The stations of a target that are not linked, or not unlinked, already; null if only the server knows them. */
export function changingRows(mode: LinkMode, target: Selection<SupervisedRow>): SupervisedRow[] | null {
  if (target.kind === 'matching') return null;
  return [...target.rows.values()].filter(({ linked }) => linked !== (mode === 'add'));
}

/** Which stations are linked or unlinked, and how many stay as they are. */
function linkLines({ mode, supervisor, model }: Linking, texts: Texts): string[] {
  const { links } = texts.acts;
  const { list } = texts.common.marks;
  const target = targetOf(model);
  if (target === null) return [];
  const { name } = supervisor.profile;
  const changing = changingRows(mode, target);
  const unseen = unseenText(model, target, texts);
  const named = (rows: readonly SupervisedRow[]) => [
    ...rows.slice(0, NAMED).map((row) => model.def.nameOf(row)),
    ...(rows.length > NAMED ? ['…'] : []),
  ];
  const same = changing === null ? 0 : countOf(target) - changing.length;
  return [
    changing === null
      ? links.askMatching[mode](formatCount(countOf(target)), name)
      : links.ask[mode](changing.length, name),
    ...(changing === null ? [] : [named(changing).join(list)]),
    ...(same === 0 ? [] : [links.same[mode](same)]),
    ...(unseen === '' ? [] : [unseen]),
  ];
}

/** Asks before stations are linked or unlinked. */
export function LinkConfirm({ onClose, ...linking }: Linking & { onClose(): void }) {
  const texts = useTexts();
  const { mode, supervisor, model } = linking;
  const { jobs, say } = useSession();
  const start = () => {
    const target = targetOf(model);
    onClose();
    if (target === null) return;
    jobs.start(linkJob(mode, supervisor, model, target, texts));
    model.dispatch({ do: 'unselect' });
    say(texts.tui.jobs.started(texts.acts.links[mode]));
  };
  return <Confirm title={texts.acts.links[mode]} lines={linkLines(linking, texts)} onYes={start} onNo={onClose} />;
}
