import { Box, Text } from 'ink';
import { type ReactNode, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { errorText, figure } from '../format.ts';
import type { Unmet } from '../keys/keyboard.ts';
import type { KeyId, Place } from '../keys/keys.ts';
import { useAwaited, useKeys } from '../keys/useKeys.ts';
import { useSession } from '../session.ts';
import { useUi } from '../ui.ts';
import { Menu } from '../widgets/Menu.tsx';
import { Above, PANEL_ROWS } from '../widgets/Panel.tsx';
import type { ListDef, Query } from './definition.ts';
import { FilterForm, filterRows } from './FilterForm.tsx';
import { filterText } from './filterValues.ts';
import { layOut } from './layout.ts';
import type { ListModel } from './model.ts';
import { Rows } from './Rows.tsx';
import { headText, rowTexts } from './rowText.ts';
import { countOf, isSelected, NOTHING } from './selection.ts';

export type Dialog = { readonly node: ReactNode; readonly rows: number | 'all' };

type Props<R extends { id: string }> = {
  model: ListModel<R>;
  height: number;
  onOpen(row: R): void;
  /** The list's own actions. */
  actions?: Partial<Record<KeyId, () => void>>;
  unmet?: Unmet;
  /** Whether rows can be selected. */
  selectable?: boolean;
  dialog?: Dialog | null;
  tone?(row: R): string | undefined;
};

/** Width of the marks before a row. */
const MARKS = 2;
/** Rows above the list: title and headings. */
const HEAD = 2;

/** Subscribes the component to a list of the session. */
export function useModel<R extends { id: string }>(make: () => ListDef<R>, name: string, first?: Query): ListModel<R> {
  const { models } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name identifies the list
  const model = useMemo(() => models.of(make(), first), [models, name]);
  useSyncExternalStore(model.subscribe, model.snapshot);
  return model;
}

/** A list with its title, headings, rows and common actions. */
export function ListScreen<R extends { id: string }>(props: Props<R>) {
  const { model, height, onOpen, actions = {}, unmet = {}, selectable = true, dialog = null, tone } = props;
  const { texts, columns: room, color, keepColumns } = useUi();
  const { me, fail, say } = useSession();
  const [open, setOpen] = useState<'filter' | 'sort' | 'columns' | null>(null);
  const { def, state } = model;
  const { tui } = texts;
  const all = useMemo(() => def.columns(me.role, texts), [def, me.role, texts]);
  const { shown, left } = state;
  const laid = useMemo(() => {
    const visible = all.filter(({ key }) => shown.includes(key));
    return layOut(visible, room - MARKS, Math.min(left, Math.max(0, visible.length - 2)));
  }, [all, shown, left, room]);
  const text = useMemo(() => rowTexts(laid, texts.lang, texts.common.marks.list), [laid, texts]);

  const close = () => setOpen(null);
  const own = ownDialog();
  const above = dialog ?? own;
  const rows = above === null ? height - HEAD : above.rows === 'all' ? 0 : Math.max(1, height - HEAD - above.rows);
  useLayoutEffect(() => {
    if (rows > 0) model.dispatch({ do: 'height', height: rows });
    model.look();
  }, [model, rows]);
  useLayoutEffect(() => model.visit(), [model]);
  const { failure } = model;
  useLayoutEffect(() => {
    // A failure from an earlier visit is already being retried.
    if (failure !== null && failure === model.failure) fail(failure);
  }, [model, failure, fail]);

  const openRow = useAwaited<null>(
    () => model.isComing,
    () => {
      if (model.current) onOpen(model.current);
    },
  );

  useKeys({
    places: ['list', def.place] satisfies Place[],
    handlers: {
      up: () => model.dispatch({ do: 'move', by: -1 }),
      down: () => model.dispatch({ do: 'move', by: 1 }),
      pageUp: () => model.dispatch({ do: 'page', by: -1 }),
      pageDown: () => model.dispatch({ do: 'page', by: 1 }),
      first: () => model.dispatch({ do: 'edge', at: 'first' }),
      last: () => model.dispatch({ do: 'edge', at: 'last' }),
      left: () => model.dispatch({ do: 'scroll', by: -1, columns: shown.length - 1 }),
      right: () => model.dispatch({ do: 'scroll', by: 1, columns: shown.length - 1 }),
      open: () => openRow(null),
      filter: () => setOpen('filter'),
      sort: () => setOpen('sort'),
      columns: () => setOpen('columns'),
      refresh: () => model.refresh(),
      ...(selectable
        ? {
            select: () => {
              if (model.current) toggle([model.current]);
              model.dispatch({ do: 'move', by: 1 });
            },
            selectPage: () => toggle(model.rows()),
            selectAll: () => model.dispatch({ do: 'selectAll' }),
            unselect: () => model.dispatch({ do: 'unselect' }),
          }
        : {}),
      ...actions,
    },
    notes: state.total === null ? {} : { selectAll: figure(state.total) },
    unmet: {
      rows: state.total === 0 ? tui.why.noRows : null,
      filterable: def.filters.length === 0 ? tui.why.noFilter : null,
      sortable: def.sortKey === undefined ? tui.why.noSort : null,
      ...unmet,
    },
  });
  const toggle = (picked: readonly R[]) => {
    const { selection, query } = model.state;
    if (picked.some(({ id }) => isSelected(selection, id, query) === 'maybe')) return say(tui.list.otherFilter, 'bad');
    model.dispatch({ do: 'toggle', rows: picked });
  };

  function ownDialog(): Dialog | null {
    switch (open) {
      case 'filter':
        return { rows: filterRows(def.filters) + PANEL_ROWS, node: <FilterForm model={model} onClose={close} /> };
      case 'sort':
        return { rows: 'all', node: sortMenu() };
      case 'columns':
        return { rows: 'all', node: columnMenu() };
      default:
        return null;
    }
  }

  function sortMenu() {
    const sortable = all.filter(({ sortBy }) => sortBy !== undefined);
    return (
      <Menu
        title={tui.list.sortTitle}
        height={height - 1}
        items={sortable.map((column) => ({
          value: column.sortBy ?? '',
          label: column.heading[texts.lang],
          note: state.sort?.by === column.sortBy ? (state.sort?.desc ? tui.list.descending : tui.list.ascending) : '',
        }))}
        onChoose={({ value }) => {
          const desc = state.sort?.by === value ? !state.sort.desc : false;
          model.dispatch({ do: 'sort', sort: { by: value, desc } });
          close();
        }}
        onCancel={close}
      />
    );
  }

  function columnMenu() {
    return (
      <Menu
        title={tui.list.columnsTitle}
        height={height - 1}
        items={all.map((column, place) => ({
          value: column.key,
          label: column.heading[texts.lang],
          lead: shown.includes(column.key) ? '[x] ' : '[ ] ',
          off: place === 0 ? tui.list.firstColumn : null,
        }))}
        onMark={({ value }) => {
          const now = model.state.shown;
          const next = now.includes(value) ? now.filter((key) => key !== value) : [...now, value];
          model.dispatch({ do: 'show', shown: next });
          keepColumns(def.name, next);
        }}
        onChoose={close}
        onCancel={close}
      />
    );
  }

  const { total, selection, query } = state;
  const filtered = filterText(def.filters, query, texts);
  const selected = selection === NOTHING ? 0 : countOf(selection);
  return (
    <Box flexDirection="column" height={height}>
      <Box height={1} flexShrink={0}>
        <Text wrap="truncate-end">
          <Text bold>{def.title(texts)}</Text>
          {'  '}
          {total === null ? (failure === null ? texts.login.loading : '') : tui.list.count(figure(total))}
          {filtered === '' ? '' : `  ${tui.list.filtered(filtered)}`}
          {selected === 0 ? '' : '  '}
          {selected > 0 && (
            <Text bold {...(color ? { color: 'yellow' } : {})}>
              {tui.list.selected(selected)}
            </Text>
          )}
          {selection.kind === 'matching'
            ? ` ${tui.list.allMatching(filterText(def.filters, selection.query, texts))}`
            : ''}
        </Text>
      </Box>
      {rows > 0 && (
        <Box height={1} flexShrink={0}>
          <Text dimColor wrap="truncate-end">
            {'  '}
            {headText(laid, texts.lang, state.sort)}
          </Text>
        </Box>
      )}
      {rows > 0 && failure !== null && total === null && (
        <Box flexDirection="column" paddingX={2}>
          <Text wrap="wrap">{errorText(failure, texts)}</Text>
          <Text dimColor>{tui.list.again}</Text>
        </Box>
      )}
      {rows > 0 && total === 0 && (
        <Box height={rows} flexShrink={0}>
          <Text dimColor> {tui.list.empty}</Text>
        </Box>
      )}
      {rows > 0 && (total ?? 0) > 0 && (
        <Rows
          top={state.top}
          height={rows}
          total={total ?? 0}
          cursor={state.cursor}
          row={(index) => model.row(index)}
          text={text}
          selected={({ id }) => isSelected(selection, id, query)}
          {...(tone ? { tone } : {})}
        />
      )}
      {above !== null && <Above>{above.node}</Above>}
    </Box>
  );
}
