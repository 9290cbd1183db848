import { NetworkError } from '@shp/shared/api/errors';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { Box, Text } from 'ink';
import { type ReactNode, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { pad } from '../../lib/width.ts';
import { wrap } from '../../lib/wrap.ts';
import { commandOfList } from '../commands/commandLine.ts';
import { errorText, formatCount, minuteText } from '../format.ts';
import type { Unmet } from '../keys/keyboard.ts';
import { KEYS, type KeyId, type Place, ROW_KEYS } from '../keys/keys.ts';
import { never } from '../keys/reasons.ts';
import { useKeptKeys, useKeys, useWhenLoaded } from '../keys/useKeys.ts';
import { unstyled } from '../look/look.ts';
import { usePath } from '../path.ts';
import { useSession } from '../session.ts';
import { useUi } from '../ui.ts';
import { useCopied } from '../useCopied.ts';
import { useLive } from '../useLive.ts';
import { Floating, floatRows, QUESTION_COLUMNS } from '../widgets/Floats.tsx';
import { Line, Lines } from '../widgets/Line.tsx';
import { Muted } from '../widgets/Muted.tsx';
import { FRAME_COLUMNS, FRAME_ROWS, Pane } from '../widgets/Pane.tsx';
import { Overlay, PANEL_ROWS } from '../widgets/Panel.tsx';
import type { ListDef, Query } from './definition.ts';
import { DETAIL_FROM, detailColumns, HEAD, rowsBelow } from './detailRoom.ts';
import { FilterForm, filterRows, hasTextLine, otherFilters } from './FilterForm.tsx';
import { divisionMeant, filterNames, filterText } from './filterValues.ts';
import { cityQuery, moveHandlers, sortHandlers } from './handlers.ts';
import { ColumnMenu, SortMenu } from './ListMenus.tsx';
import { fallsIn, type ListColumn, layOut } from './layout.ts';
import type { ListModel } from './model.ts';
import { MARK_COLUMNS, Rows } from './Rows.tsx';
import { headText, rowTexts, sortMark } from './rowText.ts';
import { SeenWidths } from './seenWidths.ts';
import { countOf, EMPTY_SELECTION, isSelected } from './selection.ts';
import { presentSort } from './sort.ts';
import { unseenRows } from './unseen.ts';
import { ChooseView, SaveView } from './Views.tsx';

/** A dialog in a box over the list, of `width` at most. */
export type Dialog = { readonly node: ReactNode; readonly width?: number };

type Props<R extends { id: string }> = {
  model: ListModel<R>;
  height: number;
  onOpen(row: R): void;
  /** All columns, where more than the role decides on them. */
  columns?: readonly ListColumn<R>[];
  /** The list's own actions. */
  actions?: Partial<Record<KeyId, () => void>>;
  unmet?: Unmet;
  /** What keys are called here, if not by their usual names. */
  names?: Partial<Record<KeyId, string>>;
  /** Whether rows can be selected. */
  selectable?: boolean;
  /** Above a tab too, Esc clears the filter before it goes back up: the list is not what lies below a row. */
  clearsFirst?: boolean;
  dialog?: Dialog | null;
  /** The pane of the current row: beside the list on wide terminals, or under it on high ones: `below` is the rows that it has use for. */
  detail?: { head(row: R): string; node(row: R): ReactNode; below?: number };
  /** The whole text of the row under the cursor, below the rows while no pane shows it. */
  whole?: (row: R) => string;
  /** Its rows, if not the usual. */
  wholeRows?: number;
};

/** The keys that wait for the first rows: those that move and those that act on rows. */
const keptKeys = (place: Place) => [
  ...ROW_KEYS,
  ...KEYS.filter((row) => (row.place === 'list' || row.place === place) && row.needs?.includes('rows')).flatMap(
    ({ keys }) => keys,
  ),
];

/** Rows for the whole text of a row. */
const WHOLE = 2;
/** Columns of the box of a menu. */
const MENU = 60;
/** A blank before the right side of the frame. */
const MARGIN = 1;

/** Subscribes the component to a list of the session. */
export function useModel<R extends { id: string }>(
  make: () => ListDef<R>,
  name: string,
  first?: Query,
  key?: string,
): ListModel<R> {
  const { models } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: name and key identify the list
  const model = useMemo(() => models.of(make(), first, key), [models, name, key]);
  useSyncExternalStore(model.subscribe, model.snapshot);
  return model;
}

/** A list with its title, headings, rows and common actions. */
export function ListScreen<R extends { id: string }>(props: Props<R>) {
  const {
    model,
    height,
    onOpen,
    actions = {},
    unmet = {},
    names = {},
    selectable = true,
    clearsFirst = false,
    dialog = null,
    detail,
    whole,
    wholeRows = WHOLE,
  } = props;
  const { texts, columns, look, choices, choose } = useUi();
  const copied = useCopied();
  const [open, setOpen] = useState<'filter' | 'filterLine' | 'sort' | 'columns' | 'views' | 'saveView' | null>(null);
  const filtering = open === 'filter' || open === 'filterLine';
  const wide = detail !== undefined && columns >= DETAIL_FROM;
  const folds = wide || rowsBelow(columns, height, detail?.below ?? 0) > 0;
  // Nothing found has no row to show; while it is filtered, the columns keep their places.
  const isShown = choices.detail !== false && (model.state.total !== 0 || filtering);
  const beside = wide && isShown ? detailColumns(columns, texts.lang) : 0;
  const width = columns - beside;
  const marks = selectable ? MARK_COLUMNS + 1 : MARK_COLUMNS;
  const { me, fail, say, back, atTab, connection } = useSession();
  const lostSince = useSyncExternalStore(connection.subscribe, connection.snapshot);
  const { def, state } = model;
  const { tui } = texts;
  const usual = useMemo(() => def.columns(me.role, texts), [def, me.role, texts]);
  const all = props.columns ?? usual;
  const { shown, left } = state;
  const visible = useMemo(() => {
    const alike = def.alike?.(state.query) ?? [];
    return all.filter(({ key }) => shown.includes(key) && !alike.includes(key));
  }, [all, shown, def, state.query]);
  const hasCity = def.filters.some(({ kind }) => kind === 'division');
  const city = cityQuery(model);
  const command = commandOfList(model);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter has other rows
  const seen = useMemo(
    () => new SeenWidths(visible, texts.lang, texts.common.marks.list),
    [visible, state.query, texts],
  );
  const widths = seen.see(model.loaded());
  // biome-ignore lint/correctness/useExhaustiveDependencies: `widths` tells when `seen` needs more
  const laid = useMemo(() => {
    const room = width - FRAME_COLUMNS - marks - MARGIN;
    return layOut(visible, room, Math.min(left, Math.max(0, visible.length - 2)), texts.lang, seen.needs);
  }, [visible, left, width, marks, texts.lang, seen, widths]);
  const text = useMemo(() => {
    const columnsOf = rowTexts(laid, texts.lang, texts.common.marks.list, look);
    return (row: R) => `${' '.repeat(marks - MARK_COLUMNS)}${columnsOf(row)}`;
  }, [laid, marks, texts, look]);
  const order = presentSort(model);
  const heading = useMemo(() => {
    const text = headText(laid, texts.lang, order);
    const before = laid.length > 1 && laid[1]?.column !== visible[1] ? '‹' : ' ';
    const after = laid.at(-1)?.column === visible.at(-1) ? '' : '›';
    return `${before}${' '.repeat(marks - 1)}${pad(text, width - FRAME_COLUMNS - marks - MARGIN, false)}${after}`;
  }, [laid, visible, width, marks, texts.lang, order]);

  const close = () => setOpen(null);
  const own = ownDialog();
  const above = dialog ?? own;
  const room = filtering ? height - rowsOfFilter() : height;
  const below = folds && !wide && isShown ? rowsBelow(columns, room, detail?.below ?? 0) : 0;
  const under = whole !== undefined && beside === 0 && below === 0 && room === height ? wholeRows : 0;
  const rows = Math.max(1, room - FRAME_ROWS - HEAD - under - below);
  useLayoutEffect(() => {
    model.dispatch({ do: 'height', height: rows });
    model.look();
  }, [model, rows]);
  useLayoutEffect(() => model.visit(), [model]);
  useLive((signal) => model.renew(signal));
  const { failure } = model;
  useLayoutEffect(() => {
    // A failure from an earlier visit is already being retried.
    if (failure !== null && failure === model.failure) fail(failure);
  }, [model, failure, fail]);

  // Below a row, Esc goes back up and the filter stays.
  const clears = () => (atTab || clearsFirst) && model.isFiltered;
  const openRow = useWhenLoaded<null>(
    () => model.isComing,
    () => {
      if (model.current) onOpen(model.current);
    },
  );

  const cleared =
    countOf(state.selection) > 0 ? tui.list.clearSelection : !model.canReturn && clears() ? tui.list.clearFilter : null;
  useKeys({
    places: ['list', def.place] satisfies Place[],
    handlers: {
      ...moveHandlers(model),
      ...sortHandlers(
        model,
        laid.map(({ column }) => column),
        all,
      ),
      open: () => openRow(null),
      filter: () => setOpen(hasTextLine(def.filters) ? 'filterLine' : 'filter'),
      filterForm: () => setOpen('filter'),
      city: () => {
        if (city) model.jump(city);
      },
      copy: () => model.current && copied(def.codeOf?.(model.current) ?? all[0]?.text(model.current, texts.lang) ?? ''),
      copyCommand: () => (command === null ? say(texts.acts.commands.noCommand, 'bad') : copied(command)),
      copyId: () => model.current && copied(model.current.id),
      sort: () => setOpen('sort'),
      columns: () => setOpen('columns'),
      views: () => setOpen('views'),
      saveView: () => setOpen('saveView'),
      refresh: () => model.refresh(),
      detail: () => void choose({ detail: choices.detail === false }),
      ...(selectable
        ? {
            select: () => {
              if (model.current) toggle([model.current]);
              model.dispatch({ do: 'move', by: 1 });
            },
            selectPage: () => toggle(model.rows()),
            selectAll: () => model.dispatch({ do: 'selectAll' }),
          }
        : {}),
      unselect: () => {
        if (countOf(model.state.selection) > 0) model.dispatch({ do: 'unselect' });
        else if (model.canReturn) model.back();
        else if (clears()) model.clearFilter();
        else back();
      },
      ...actions,
    },
    names: {
      ...names,
      ...(cleared === null ? {} : { unselect: cleared }),
    },
    notes: state.total === null ? {} : { selectAll: formatCount(state.total) },
    unmet: {
      rows: state.total === 0 ? (def.empty?.(state.query, texts) ?? tui.why.noRows) : null,
      filterable: def.filters.length === 0 ? never(tui.why.noFilter) : null,
      sortable: def.sortKey === undefined ? never(tui.why.noSort) : null,
      city: hasCity ? (model.current && city === null ? tui.why.noCity : null) : never(tui.why.noCity),
      pane: folds ? null : never(detail === undefined ? tui.why.noPane : tui.why.noRoom),
      ...unmet,
    },
  });
  const kept = useMemo(() => keptKeys(def.place), [def.place]);
  useKeptKeys(kept, state.total !== null ? 'arrived' : model.failure === null ? 'coming' : 'failed');
  const toggle = (picked: readonly R[]) => {
    const { selection, query } = model.state;
    if (picked.some(({ id }) => isSelected(selection, id, query) === 'maybe')) return say(tui.list.otherFilter, 'bad');
    model.dispatch({ do: 'toggle', rows: picked });
  };

  /** Rows for the filter below the list, whose rows follow what is typed. */
  function rowsOfFilter(): number {
    return open === 'filterLine'
      ? 1 + otherFilters(def.filters, texts, columns).length
      : filterRows(def.filters, texts, columns) + PANEL_ROWS;
  }

  /** The column by which the rows are sorted, unless it is on the screen. */
  function sortElsewhere(): string {
    if (laid.some(({ column }) => fallsIn(column, order) !== null)) return '';
    const column = all.find((one) => fallsIn(one, order) !== null);
    return column === undefined ? '' : look.mute(`${column.heading[texts.lang]}${sortMark(column, order)}`);
  }

  function ownDialog(): Dialog | null {
    switch (open) {
      case 'sort':
        return {
          node: <SortMenu {...{ model, all }} height={floatRows(height)} onClose={close} />,
          width: MENU,
        };
      case 'columns':
        return {
          node: <ColumnMenu {...{ model, all }} height={floatRows(height)} onClose={close} />,
          width: MENU,
        };
      case 'views':
        return { node: <ChooseView model={model} height={floatRows(height)} onClose={close} /> };
      case 'saveView':
        return { node: <SaveView model={model} onClose={close} />, width: QUESTION_COLUMNS };
      default:
        return null;
    }
  }

  const { total, selection, query } = state;
  const filtered = filterText(def.filters, query, texts);
  const selected = selection === EMPTY_SELECTION ? 0 : countOf(selection);
  const path = usePath(def.title(texts), ...filterNames(def.filters, query, texts));
  // Since a call without an answer the server has answered: the list is being asked for again.
  const isPast = failure instanceof NetworkError && lostSince === null;
  const count =
    total === null ? (failure === null || isPast ? texts.login.loading : '') : tui.list.count(formatCount(total));
  const unseen = unseenRows(model, selection).length;
  const chosen =
    selection.kind === 'matching'
      ? ` ${tui.list.allMatching(filterText(def.filters, selection.query, texts))}`
      : unseen > 0
        ? `${texts.common.marks.semicolon}${tui.list.unseen(formatCount(unseen))}`
        : '';
  const frame = {
    head: path,
    position:
      total === null || total === 0
        ? ''
        : [sortElsewhere(), `${formatCount(state.cursor + 1)}/${formatCount(total)}`].filter(Boolean).join('  '),
    // While the form is open, the path alone says what the list follows.
    foot: filtered === '' || filtering ? count : `${count}  ${tui.list.filtered(filtered)}`,
    footRight: [
      ...(selected === 0 ? [] : [look.paint('amber', `${tui.list.selected(selected)}${chosen}`)]),
      ...(model.stalled ? [look.paint('red', texts.views.live.stalled(minuteText(model.arrivedAt)))] : []),
    ].join('  '),
  };
  const isHeld = model.held.length > 0;
  const isEmpty = total === 0 || (total === null && failure !== null && !isPast);
  // Only a list without rows asks for it: a key must not search the divisions.
  const meant = isEmpty && failure === null && open === null ? divisionMeant(def.filters, query) : null;
  return (
    <Box flexDirection="column" height={height}>
      <Box height={room} flexShrink={0} flexDirection={below > 0 ? 'column' : 'row'}>
        <Pane
          {...frame}
          width={width}
          height={rows + HEAD + under + FRAME_ROWS}
          padding={0}
          skip={HEAD}
          bar={{ top: state.top, height: rows, total: total ?? 0 }}
        >
          <Box height={1} flexShrink={0}>
            <Line text={look.mute(heading)} />
          </Box>
          {isEmpty && (
            <Box flexDirection="column" paddingX={MARK_COLUMNS}>
              <Text wrap="wrap">
                {failure === null ? (def.empty?.(query, texts) ?? tui.list.empty) : errorText(failure, texts)}
              </Text>
              {meant !== null && <Muted>{tui.list.isDivision(divisionPath(meant))}</Muted>}
              {failure !== null && <Muted>{tui.list.again}</Muted>}
            </Box>
          )}
          {total === null && !isEmpty && !isHeld && lostSince !== null && (
            <Box paddingX={MARK_COLUMNS}>
              <Muted>{texts.views.live.waiting}</Muted>
            </Box>
          )}
          {isHeld && (
            <Lines lines={model.held.map((row) => look.mute(`${' '.repeat(MARK_COLUMNS)}${unstyled(text(row))}`))} />
          )}
          {!isEmpty && !isHeld && (
            <Rows
              top={state.top}
              height={rows}
              total={total ?? 0}
              cursor={state.cursor}
              row={(index) => model.row(index)}
              text={text}
              selected={({ id }) => isSelected(selection, id, query)}
              onPick={(index) =>
                index === model.state.cursor
                  ? openRow(null)
                  : model.dispatch({ do: 'move', by: index - model.state.cursor })
              }
              flash={({ id }) => model.flashing.has(id)}
            />
          )}
          {under > 0 && !isEmpty && model.current && (
            <Box flexDirection="column" paddingX={MARK_COLUMNS} height={under} flexShrink={0} overflow="hidden">
              <Lines
                lines={wrap(whole?.(model.current) ?? '', width - FRAME_COLUMNS - 2 * MARK_COLUMNS).slice(0, under)}
              />
            </Box>
          )}
        </Pane>
        {beside + below > 0 && (
          <Pane
            head={model.current && detail ? detail.head(model.current) : ''}
            width={below > 0 ? columns : beside}
            height={below > 0 ? below : rows + HEAD + under + FRAME_ROWS}
          >
            {model.current && detail?.node(model.current)}
          </Pane>
        )}
      </Box>
      {filtering && (
        <Overlay>
          <FilterForm model={model} line={open === 'filterLine'} onWhole={() => setOpen('filter')} onClose={close} />
        </Overlay>
      )}
      {above !== null && (
        <Overlay>
          <Floating width={above.width} head={def.title(texts)}>
            {above.node}
          </Floating>
        </Overlay>
      )}
    </Box>
  );
}
