import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { Box, Text } from 'ink';
import { useReducer, useRef, useState } from 'react';
import { displayWidth } from '../../lib/width.ts';
import { useKeys } from '../keys/useKeys.ts';
import type { Press } from '../terminal/input.ts';
import { useUi } from '../ui.ts';
import { edit, type Line, lineOf } from '../widgets/editing.ts';
import { LineInput } from '../widgets/LineInput.tsx';
import { Panel } from '../widgets/Panel.tsx';
import type { FilterDef, Option } from './definition.ts';
import { divisionsLike, type FilterValue, queryOf, valueIn } from './filterValues.ts';
import type { ListModel } from './model.ts';

/** Rows for the filter's inputs and their errors. */
export function filterRows(filters: readonly FilterDef[]): number {
  return filters.length + 1;
}

type Entry = { line: Line; flag: boolean; chosen: readonly (string | number)[]; at: number };

/** The filter's inputs. Typing edits the focused one; Enter applies all. */
export function FilterForm<R extends { id: string }>({ model, onClose }: { model: ListModel<R>; onClose(): void }) {
  const { texts, columns, color } = useUi();
  const { filters } = model.def;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [problem, setProblem] = useState<string | null>(null);
  const focus = useRef(0);
  const entries = useRef(new Map<FilterDef, Entry>());
  const entryOf = (def: FilterDef) => entries.current.get(def) ?? entryFrom(def, valueIn(def, model.state.query));
  const put = (def: FilterDef, change: Partial<Entry>) => {
    entries.current.set(def, { ...entryOf(def), ...change });
    setProblem(null);
    redraw();
  };
  const step = (by: number) => {
    focus.current = (focus.current + by + filters.length) % filters.length;
    redraw();
  };
  const apply = () => {
    const result = queryOf(filters, (def) => heldBy(def, entryOf(def)), texts);
    if ('problem' in result) return setProblem(result.problem);
    model.dispatch({ do: 'query', query: result.query });
    onClose();
  };
  const typing = (press: Press): boolean => {
    const def = filters[focus.current];
    if (!def || (press.kind === 'key' && ['up', 'down', 'tab', 'shift-tab'].includes(press.name))) return false;
    const entry = entryOf(def);
    if (def.kind === 'flag' || def.kind === 'choices') return press.kind === 'key' && pick(def, entry, press.name);
    const line = edit(entry.line, press);
    if (line === null) return false;
    put(def, { line });
    return true;
  };
  const pick = (def: Extract<FilterDef, { kind: 'flag' | 'choices' }>, entry: Entry, key: string): boolean => {
    if (def.kind === 'flag') {
      if (key !== 'space' && key !== 'left' && key !== 'right') return false;
      put(def, { flag: !entry.flag });
      return true;
    }
    const options = def.options(texts);
    if (key === 'left' || key === 'right') {
      put(def, { at: (entry.at + (key === 'left' ? -1 : 1) + options.length) % options.length });
      return true;
    }
    const option = options[entry.at];
    if (key !== 'space' || !option) return false;
    const on = entry.chosen.includes(option.value);
    const others = def.one ? [] : entry.chosen.filter((value) => value !== option.value);
    put(def, { chosen: on ? others : [...others, option.value] });
    return true;
  };
  useKeys({
    places: ['menu', 'login'],
    handlers: { choose: apply, cancel: onClose, nextField: () => step(1), previousField: () => step(-1) },
    typing,
    modal: true,
  });
  const label = Math.min(24, Math.max(...filters.map((def) => displayWidth(def.label(texts)))));
  return (
    <Panel title={texts.tui.list.filterTitle}>
      {filters.map((def, place) => (
        <Box key={def.key} height={1}>
          <Box width={label + 2} flexShrink={0}>
            <Text bold={place === focus.current} wrap="truncate-end">
              {def.label(texts)}
            </Text>
          </Box>
          <Input def={def} entry={entryOf(def)} focus={place === focus.current} width={columns - label - 6} />
        </Box>
      ))}
      <Text dimColor={problem === null} wrap="truncate-end" {...(problem !== null && color ? { color: 'red' } : {})}>
        {problem ?? texts.tui.list.filterHint}
      </Text>
    </Panel>
  );
}

function Input({ def, entry, focus, width }: { def: FilterDef; entry: Entry; focus: boolean; width: number }) {
  const { texts } = useUi();
  if (def.kind === 'flag') return <Text inverse={focus}>{entry.flag ? '[x]' : '[ ]'}</Text>;
  if (def.kind === 'choices') {
    const options = def.options(texts);
    const from = firstShown(options, entry.at, width);
    return (
      <Text wrap="truncate-end">
        {from > 0 ? BEFORE : ''}
        {options.slice(from).map((option, place) => (
          <Text key={option.value}>
            <Text inverse={focus && from + place === entry.at}>
              {entry.chosen.includes(option.value) ? '[x]' : '[ ]'}
              {option.label}
            </Text>{' '}
          </Text>
        ))}
      </Text>
    );
  }
  if (def.kind === 'text') return <LineInput line={entry.line} width={width} focus={focus} />;
  const meant = def.kind === 'division' ? divisionsLike(entry.line.text)[0] : undefined;
  return (
    <>
      <LineInput line={entry.line} width={Math.min(width, 24)} focus={focus} />
      <Text dimColor wrap="truncate-end">
        {'  '}
        {def.kind === 'date' && 'YYYY-MM-DD'}
        {def.kind === 'number' && texts.common.filters.daysUpTo(def.max)}
        {def.kind === 'division' && (meant === undefined ? texts.tui.list.divisionHint : divisionPath(meant))}
      </Text>
    </>
  );
}

const BEFORE = '… ';

/** The first visible choice, so that the focused one is visible. */
function firstShown(options: readonly Option[], at: number, width: number): number {
  const widthOf = ({ label }: Option) => displayWidth(label) + 4;
  let from = at;
  let room = width - BEFORE.length - options.slice(at, at + 1).reduce((sum, option) => sum + widthOf(option), 0);
  while (from > 0 && room >= widthOf(options[from - 1] as Option)) {
    from -= 1;
    room -= widthOf(options[from] as Option);
  }
  return from;
}

function entryFrom(def: FilterDef, value: FilterValue): Entry {
  return {
    line: lineOf(typeof value === 'string' ? value : ''),
    flag: value === true,
    chosen: def.kind === 'choices' ? (value as readonly (string | number)[]) : [],
    at: 0,
  };
}

function heldBy(def: FilterDef, { line, flag, chosen }: Entry): FilterValue {
  if (def.kind === 'flag') return flag;
  return def.kind === 'choices' ? chosen : line.text;
}
