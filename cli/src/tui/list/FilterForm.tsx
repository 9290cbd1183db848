import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { Box, Text } from 'ink';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { displayWidth } from '../../lib/width.ts';
import { useKeys } from '../keys/useKeys.ts';
import { styled } from '../look/look.ts';
import type { Press } from '../terminal/input.ts';
import type { Texts } from '../texts.ts';
import { useUi } from '../ui.ts';
import { Choices, choiceAfter, choiceLines } from '../widgets/Choices.tsx';
import { edit, type Line, lineOf } from '../widgets/editing.ts';
import { wrapNames } from '../widgets/keyValueLines.ts';
import { Lines } from '../widgets/Line.tsx';
import { LineInput } from '../widgets/LineInput.tsx';
import { Muted } from '../widgets/Muted.tsx';
import { Panel } from '../widgets/Panel.tsx';
import type { FilterDef } from './definition.ts';
import {
  divisionMeant,
  divisionsLike,
  type FilterValue,
  queryOf,
  valueIn,
  withDivision,
  withoutInput,
} from './filterValues.ts';
import type { ListModel } from './model.ts';
import { sameQuery } from './selection.ts';

/** A list follows the typing after this pause. */
const PAUSE_MS = 150;

const LABEL_MOST = 28;
/** An input whose hint stands beside it. */
const SHORT_INPUT = 18;

/** Whether the filter can open as a line for its text. */
export function hasTextLine([first]: readonly FilterDef[]): boolean {
  return first?.kind === 'text';
}

/** The other filters of a text line, by name. */
export function otherFilters([, ...others]: readonly FilterDef[], texts: Texts, columns: number): string[] {
  if (others.length === 0) return [];
  const names = others.map((def) => def.label(texts)).join(texts.common.marks.list);
  return wrapNames(texts.tui.list.otherFilters(names), columns - 2);
}

/** Rows for the filter's inputs and their errors. */
export function filterRows(filters: readonly FilterDef[], texts: Texts, columns: number): number {
  const width = inputWidth(filters, texts, columns);
  return filters.reduce((sum, def) => sum + rowsOf(def, texts, width), 1);
}

const labelWidth = (filters: readonly FilterDef[], texts: Texts) =>
  Math.min(LABEL_MOST, Math.max(...filters.map((def) => displayWidth(def.label(texts)))));
const inputWidth = (filters: readonly FilterDef[], texts: Texts, columns: number) =>
  columns - labelWidth(filters, texts) - 7;
const rowsOf = (def: FilterDef, texts: Texts, width: number) =>
  def.kind === 'choices' ? choiceLines(def.options(texts), width).length : 1;

type Entry = { line: Line; flag: boolean; chosen: readonly (string | number)[]; at: number };

type Props<R extends { id: string }> = {
  model: ListModel<R>;
  /** Only a line for the text, until another filter is gone to. */
  line: boolean;
  onWhole(): void;
  onClose(): void;
};

/**
 * The filter's inputs, or a line for its text. The list follows a text while it is typed; Enter applies all, Esc takes
 * all back.
 */
export function FilterForm<R extends { id: string }>({ model, line: isLine, onWhole, onClose }: Props<R>) {
  const { texts, columns, look } = useUi();
  const { filters } = model.def;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [refused, setRefused] = useState(false);
  const focus = useRef(0);
  const [before] = useState(() => model.here);
  const timer = useRef<NodeJS.Timeout | null>(null);
  const stopTimer = useCallback(() => {
    if (timer.current) clearTimeout(timer.current);
  }, []);
  useEffect(() => stopTimer, [stopTimer]);
  const entries = useRef(new Map<FilterDef, Entry>());
  const entryOf = (def: FilterDef) =>
    entries.current.get(def) ?? entryFrom(def, valueIn(def, model.state.query), isLine);
  const put = (def: FilterDef, change: Partial<Entry>) => {
    entries.current.set(def, { ...entryOf(def), ...change });
    setRefused(false);
    redraw();
  };
  const step = (by: number) => {
    focus.current = (focus.current + by + filters.length) % filters.length;
    if (isLine && filters.length > 1) onWhole();
    redraw();
  };
  const entered = () => {
    const result = queryOf(filters, (def) => heldBy(def, entryOf(def)), texts);
    return 'query' in result ? { query: { ...withoutInput(filters, model.state.query), ...result.query } } : result;
  };
  const apply = () => {
    const division = meant();
    // Where no row has the text, it can only be the division.
    if (division !== null && model.state.total === 0) return take(division);
    const result = entered();
    if ('problem' in result) {
      focus.current = filters.indexOf(result.at);
      onWhole();
      return setRefused(true);
    }
    stopTimer();
    if (!sameQuery(result.query, model.state.query)) model.dispatch({ do: 'query', query: result.query });
    onClose();
  };
  /** The division that the typed text names, in the line for the text. */
  const meant = () => {
    const result = isLine ? entered() : null;
    return result !== null && 'query' in result ? divisionMeant(filters, result.query) : null;
  };
  const take = (division: string) => {
    const result = entered();
    stopTimer();
    if ('query' in result) model.dispatch({ do: 'query', query: withDivision(filters, result.query, division) });
    onClose();
  };
  const cancel = () => {
    stopTimer();
    if (!sameQuery(before.query, model.state.query)) model.dispatch({ do: 'restore', to: before });
    onClose();
  };
  const follow = () => {
    const result = entered();
    if ('query' in result && !sameQuery(result.query, model.state.query)) {
      model.dispatch({ do: 'query', query: result.query });
    }
  };
  const typing = (press: Press): boolean => {
    const def = filters[focus.current];
    if (!def || (press.kind === 'key' && ['up', 'down', 'tab', 'shift-tab'].includes(press.name))) return false;
    const entry = entryOf(def);
    const division = press.kind === 'key' && press.name === 'right' ? meant() : null;
    if (division !== null && entry.line.at === [...entry.line.text].length) {
      take(division);
      return true;
    }
    if (def.kind === 'flag' || def.kind === 'choices') return press.kind === 'key' && pick(def, entry, press.name);
    const line = edit(entry.line, press);
    if (line === null) return false;
    put(def, { line });
    stopTimer();
    if (def.kind === 'text') timer.current = setTimeout(follow, PAUSE_MS);
    return true;
  };
  const pick = (def: Extract<FilterDef, { kind: 'flag' | 'choices' }>, entry: Entry, key: string): boolean => {
    if (def.kind === 'flag') {
      if (key !== 'space' && key !== 'left' && key !== 'right') return false;
      put(def, { flag: !entry.flag });
      return true;
    }
    const next = choiceAfter(key, def.options(texts), entry, def.one === true);
    if (next === null) return false;
    put(def, next);
    return true;
  };
  useKeys({
    places: ['menu', 'login'],
    handlers: { choose: apply, cancel, nextField: () => step(1), previousField: () => step(-1) },
    names: isLine && filters.length > 1 ? { nextField: texts.tui.list.moreFilters } : {},
    typing,
    modal: true,
  });
  const [text] = filters;
  if (isLine && text) {
    const label = `/ ${text.label(texts)}  `;
    const division = meant();
    const offered = division === null ? '' : texts.tui.list.takeDivision(divisionPath(division));
    const others = otherFilters(filters, texts, columns);
    return (
      <Box flexDirection="column" paddingX={1} flexShrink={0}>
        <Box height={1}>
          <Text bold>{label}</Text>
          <LineInput
            line={entryOf(text).line}
            width={columns - 2 - displayWidth(label) - displayWidth(offered)}
            focus
          />
          <Text {...look.text('amber')}>{offered}</Text>
        </Box>
        <Lines lines={others.map((line) => styled('dim', line))} />
      </Box>
    );
  }
  const result = refused ? entered() : null;
  const problem = result !== null && 'problem' in result ? result : null;
  const label = labelWidth(filters, texts);
  const width = inputWidth(filters, texts, columns);
  return (
    <Panel title={texts.tui.list.filterTitle}>
      {filters.map((def, index) => (
        <Box key={def.key} height={rowsOf(def, texts, width)} flexShrink={0}>
          <Box width={label + 2} flexShrink={0}>
            <Text bold={index === focus.current} wrap="truncate-end">
              {def.label(texts)}
            </Text>
          </Box>
          <Input
            def={def}
            entry={entryOf(def)}
            focus={index === focus.current}
            width={width}
            problem={problem?.at === def ? problem.problem : null}
          />
        </Box>
      ))}
      <Muted on={problem === null} wrap="truncate-end" {...(problem === null ? {} : look.text('red'))}>
        {problem === null ? texts.tui.list.filterHint : `! ${problem.problem}`}
      </Muted>
    </Panel>
  );
}

type InputProps = { def: FilterDef; entry: Entry; focus: boolean; width: number; problem: string | null };

function Input({ def, entry, focus, width, problem }: InputProps) {
  const { texts, look } = useUi();
  if (def.kind === 'flag') return <Text inverse={focus}>{entry.flag ? '[x]' : '[ ]'}</Text>;
  if (def.kind === 'choices') {
    const { chosen, at } = entry;
    return (
      <Choices
        options={def.options(texts)}
        chosen={chosen}
        at={at}
        focus={focus}
        width={width}
        one={def.one === true}
      />
    );
  }
  if (def.kind === 'text') return <LineInput line={entry.line} width={width} focus={focus} />;
  const meant = def.kind === 'division' ? divisionsLike(entry.line.text)[0] : undefined;
  const hint =
    def.kind === 'date'
      ? 'YYYY-MM-DD'
      : def.kind === 'number'
        ? def.hint(def.max, texts)
        : meant === undefined
          ? texts.tui.list.divisionHint
          : divisionPath(meant);
  // An empty input shows its hint in its place, beside the cursor.
  const input = entry.line.text !== '' ? Math.min(width, SHORT_INPUT) : focus ? 1 : 0;
  return (
    <>
      {input > 0 && <LineInput line={entry.line} width={input} focus={focus} />}
      <Muted on={problem === null} wrap="truncate-end" {...(problem === null ? {} : look.text('red'))}>
        {input > 1 ? '  ' : ''}
        {problem === null ? hint : `! ${problem}`}
      </Muted>
    </>
  );
}

/** `selected`: the first character typed takes the place of a text. */
function entryFrom(def: FilterDef, value: FilterValue, selected: boolean): Entry {
  const line = lineOf(typeof value === 'string' ? value : '');
  return {
    line: selected && line.text !== '' ? { ...line, selected } : line,
    flag: value === true,
    chosen: def.kind === 'choices' ? (value as readonly (string | number)[]) : [],
    at: 0,
  };
}

function heldBy(def: FilterDef, { line, flag, chosen }: Entry): FilterValue {
  if (def.kind === 'flag') return flag;
  return def.kind === 'choices' ? chosen : line.text;
}
