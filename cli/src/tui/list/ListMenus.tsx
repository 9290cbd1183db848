import type { Lang } from '@shp/shared/domain/lib/lang';
import { useUi } from '../ui.ts';
import { Menu } from '../widgets/Menu.tsx';
import { fallsIn, type ListColumn, sortable } from './layout.ts';
import type { ListModel } from './model.ts';
import { DEFAULT_SORT, presentSort } from './sort.ts';

type Props<R extends { id: string }> = {
  model: ListModel<R>;
  all: readonly ListColumn<R>[];
  height: number;
  onClose(): void;
};

const headingIn = <R,>(column: ListColumn<R>, lang: Lang) => column.heading[lang];

/** Chooses the sort column; the present one is turned. */
export function SortMenu<R extends { id: string }>({ model, all, height, onClose }: Props<R>) {
  const { texts } = useUi();
  const { tui, lang } = texts;
  const sort = presentSort(model) ?? DEFAULT_SORT;
  const columns = sortable(all);
  const isPresent = ({ sortBy }: ListColumn<R>) => sort.by === sortBy;
  const directionOf = (column: ListColumn<R>) => {
    if (!isPresent(column) && column.only === undefined) return '';
    const falls = column.only === undefined ? fallsIn(column, sort) : column.only === 'falling';
    return falls ? tui.list.descending : tui.list.ascending;
  };
  const descOf = ({ sortBy, only }: ListColumn<R>) =>
    only === undefined ? sort.by === sortBy && !sort.desc : only === 'falling';
  return (
    <Menu
      title={columns.every(({ only }) => only !== undefined) ? tui.keys.sort : tui.list.sortTitle}
      height={height}
      at={Math.max(0, columns.findIndex(isPresent))}
      items={columns.map((column) => ({
        value: column,
        label: headingIn(column, lang),
        lead: isPresent(column) ? '(x) ' : '( ) ',
        note: directionOf(column),
      }))}
      onChoose={({ value }) => {
        model.dispatch({ do: 'sort', sort: { by: value.sortBy ?? '', desc: descOf(value) } });
        onClose();
      }}
      onCancel={onClose}
    />
  );
}

/** Marks the visible columns. */
export function ColumnMenu<R extends { id: string }>({ model, all, height, onClose }: Props<R>) {
  const { texts, keepColumns } = useUi();
  const { tui, lang } = texts;
  const { shown } = model.state;
  return (
    <Menu
      title={tui.list.columnsTitle}
      height={height}
      items={all.map((column, index) => ({
        value: column.key,
        label: headingIn(column, lang),
        lead: shown.includes(column.key) ? '[x] ' : '[ ] ',
        off: index === 0 ? tui.list.firstColumn : null,
      }))}
      onMark={({ value }) => {
        const now = model.state.shown;
        const next = now.includes(value) ? now.filter((key) => key !== value) : [...now, value];
        model.dispatch({ do: 'show', shown: next });
        keepColumns(model.def.name, next);
      }}
      onChoose={onClose}
      onCancel={onClose}
    />
  );
}
