import type { User } from '@shp/shared/api/objects';
import { column } from '@shp/shared/sheets/column';
import { LOAD_COLUMN } from '@shp/shared/sheets/users';
import { Box, Text } from 'ink';
import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { displayWidth } from '../../../lib/width.ts';
import { formatCount } from '../../format.ts';
import { type AssignMode, type Named, nameOf } from '../../jobs/assignPlan.ts';
import { useKeys, useWhenLoaded } from '../../keys/useKeys.ts';
import { type ListColumn, layOut } from '../../list/layout.ts';
import { ListModel } from '../../list/model.ts';
import { Rows } from '../../list/Rows.tsx';
import { headText, rowTexts } from '../../list/rowText.ts';
import { SeenWidths } from '../../list/seenWidths.ts';
import { countOf, isSelected } from '../../list/selection.ts';
import { useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { useFrameHead } from '../../widgets/Framed.tsx';
import { LineInput } from '../../widgets/LineInput.tsx';
import { Muted } from '../../widgets/Muted.tsx';
import { useFields } from '../../widgets/useFields.ts';
import { expertiseOf } from '../accounts/expertise.ts';
import { userList } from '../UsersTab.tsx';
import { type Ties, tiesOf } from './ties.ts';
import type { Reading } from './useReading.ts';

/** Search delay after the last key. */
const PAUSE_MS = 150;
const SHOWN = ['name', 'load', 'specialties', 'unit'];
/** Wider rows are hard to read across. */
const WIDEST = 120;
/** Rows while the experts are read, and at least. */
const LEAST_ROWS = 5;
/** Rows for title, search, headings, the current expert's field and the mode. */
const FRAME = 5;

type Props = {
  /** The list of experts, with its search and its marks. */
  model: ListModel<User>;
  mode: AssignMode;
  count: number;
  reading: Reading;
  height: number;
  onMode(mode: AssignMode): void;
  onChoose(experts: readonly Named[]): void;
  onCancel(): void;
};

/** The experts, least busy first; search and marks stay while the dialog that has the list is open. */
export function useExperts(): ListModel<User> {
  const { api } = useSession();
  const model = useMemo(() => {
    const made = new ListModel<User>({ ...userList('experts'), name: 'picker' }, () => api, {}, SHOWN);
    made.dispatch({ do: 'sort', sort: { by: LOAD_COLUMN.sortBy ?? 'name', desc: false } });
    return made;
  }, [api]);
  useEffect(() => () => model.end(), [model]);
  return model;
}

/** Chooses experts: typing searches by name and account, space marks. */
export function ExpertPicker({ model, mode, count, reading, height, onMode, onChoose, onCancel }: Props) {
  const { texts, columns, look } = useUi();
  const { tui } = texts;
  const { say, fail } = useSession();
  useFrameHead(tui.assign.title);
  useSyncExternalStore(model.subscribe, model.snapshot);
  // As many as there are, once that is known.
  const total = useRef(0);
  total.current = Math.max(total.current, model.state.total ?? 0);
  const room = Math.min(height - FRAME, Math.max(LEAST_ROWS, total.current));
  // The last row says how many follow.
  const isCut = (model.state.total ?? 0) > room;
  const rows = isCut ? room - 1 : room;
  useLayoutEffect(() => {
    model.dispatch({ do: 'height', height: rows });
    model.look();
  }, [model, rows]);
  const { failure, state } = model;
  useLayoutEffect(() => {
    if (failure !== null) fail(failure);
  }, [failure, fail]);

  const { keyword } = state.query;
  const fields = useFields(['keyword'] as const, { keyword: typeof keyword === 'string' ? keyword : '' });
  const timer = useRef<NodeJS.Timeout | null>(null);
  const search = () => {
    timer.current = null;
    const keyword = fields.text('keyword').trim();
    // The cursor has moved in the text, or a character has come and gone: the rows are those of this search.
    if (keyword === (model.state.query.keyword ?? '')) return;
    model.dispatch({ do: 'query', query: keyword === '' ? {} : { keyword } });
  };
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
    },
    [],
  );
  const { selection } = state;
  const picked = selection.kind === 'picked' ? [...selection.rows.values()] : [];
  const chooseFound = useWhenLoaded<null>(
    () => picked.length === 0 && model.isComing,
    () => {
      const chosen = picked.length > 0 ? picked : model.current ? [model.current] : [];
      if (chosen.length === 0) return say(tui.assign.nobody, 'bad');
      onChoose(chosen.map(({ id, profile }) => ({ id, name: profile.name })));
    },
  );
  const choose = () => {
    if (timer.current) {
      clearTimeout(timer.current);
      search();
    }
    chooseFound(null);
  };
  useKeys({
    places: ['menu', 'list'],
    handlers: {
      up: () => model.dispatch({ do: 'move', by: -1 }),
      down: () => model.dispatch({ do: 'move', by: 1 }),
      pageUp: () => model.dispatch({ do: 'page', by: -1 }),
      pageDown: () => model.dispatch({ do: 'page', by: 1 }),
      mark: () => {
        if (model.current) model.dispatch({ do: 'toggle', rows: [model.current] });
        model.dispatch({ do: 'move', by: 1 });
      },
      mode: () => onMode(mode === 'add' ? 'replace' : 'add'),
      choose,
      cancel: onCancel,
    },
    typing: (press) => {
      if (press.kind === 'key' && press.name === 'space') return false;
      if (!fields.typing(press)) return false;
      if (timer.current) clearTimeout(timer.current);
      timer.current = setTimeout(search, PAUSE_MS);
      return true;
    },
    modal: true,
  });

  const shown = useMemo(() => {
    const all = model.def.columns('admin', texts);
    const [name, ...others] = SHOWN.flatMap((key) => all.find((one) => one.key === key) ?? []);
    const ties = tieColumns((expert) => tiesOf(expert, reading), count, texts);
    const short = others.map((one) => (one.key === LOAD_COLUMN.key ? { ...one, short: texts.acts.plan.open } : one));
    if (!name) return short;
    const text = ({ id, profile }: User) => nameOf({ id, name: profile.name }, reading.read?.experts);
    return [{ ...name, text }, ...ties, ...short];
  }, [model, texts, reading, count]);
  const seen = useMemo(() => new SeenWidths(shown, texts.lang, texts.common.marks.list), [shown, texts]);
  const widths = seen.see(model.loaded());
  // biome-ignore lint/correctness/useExhaustiveDependencies: `widths` tells when `seen` needs more
  const laid = useMemo(
    () => layOut(shown, Math.min(WIDEST, columns - 2), 0, texts.lang, seen.needs),
    [shown, texts, columns, seen, widths],
  );
  const text = useMemo(() => rowTexts(laid, texts.lang, texts.common.marks.list, look), [laid, texts, look]);
  const marked = countOf(selection);
  const below = (state.total ?? 0) - state.top - rows;
  return (
    <Box flexDirection="column">
      <Text bold wrap="truncate-end">
        {tui.assign.pick(formatCount(count))}
        {marked > 0 ? `  ${tui.list.selected(marked)}` : ''}
      </Text>
      <Box height={1}>
        <Text>{tui.assign.search} </Text>
        <LineInput line={fields.line('keyword')} width={columns - displayWidth(tui.assign.search) - 2} focus />
      </Box>
      <Muted wrap="truncate-end">
        {'  '}
        {headText(laid, texts.lang, state.sort)}
      </Muted>
      {state.total === 0 && <Text>{`  ${tui.list.empty}`}</Text>}
      <Rows
        top={state.top}
        height={state.total === 0 ? rows - 1 : rows}
        total={state.total ?? 0}
        cursor={state.cursor}
        row={(index) => model.row(index)}
        text={text}
        selected={({ id }) => isSelected(selection, id, state.query)}
        onPick={(index) => {
          if (index !== model.state.cursor) model.dispatch({ do: 'move', by: index - model.state.cursor });
          else if (model.current) model.dispatch({ do: 'toggle', rows: [model.current] });
        }}
      />
      {isCut && <Muted wrap="truncate-end">{below > 0 ? tui.list.below(below) : ' '}</Muted>}
      <Muted wrap="truncate-end">{model.current ? `  ${expertiseOf(model.current, texts)}` : ' '}</Muted>
      <Text wrap="truncate-end">{tui.assign.modes[mode]}</Text>
    </Box>
  );
}

const OWN_WIDTH = 11;
const CITY_WIDTH = 9;

/** For how many of the assessments an expert has a conflict, and for how many the station is of the expert's city. */
function tieColumns(of: (expert: User) => Ties, count: number, { acts }: Texts): [ListColumn<User>, ListColumn<User>] {
  const { conflict, own, city, yes } = acts.plan;
  const conflicts = column<User>({
    key: 'conflict',
    heading: { zh: conflict, en: conflict },
    type: 'text',
    width: OWN_WIDTH,
    value: (expert) => {
      const { own: found } = of(expert);
      return found === 0 ? '' : own(found);
    },
  });
  const ofCity = column<User>({
    key: 'ofCity',
    heading: { zh: city, en: city },
    type: 'text',
    width: CITY_WIDTH,
    value: (expert) => {
      const { city: found } = of(expert);
      return found === 0 ? '' : count === 1 ? yes : `${found}/${count}`;
    },
  });
  return [{ ...conflicts, colour: () => 'red' }, ofCity];
}
