import { Box, Text } from 'ink';
import { useContext, useReducer, useRef, useState } from 'react';
import { displayWidth } from '../../lib/width.ts';
import { wrap } from '../../lib/wrap.ts';
import { errorText } from '../format.ts';
import { useKeys } from '../keys/useKeys.ts';
import type { Press } from '../terminal/input.ts';
import { useUi } from '../ui.ts';
import { useReconnected } from '../useReconnected.ts';
import { type Choice, Choices, choiceAfter, choiceLines } from './Choices.tsx';
import { FramedContext, useFrameHead } from './Framed.tsx';
import { LineInput } from './LineInput.tsx';
import { Muted } from './Muted.tsx';
import { useFields } from './useFields.ts';

/** One field of a form; its value is a text, of choices their keys with commas. */
export type EntryField = {
  readonly key: string;
  readonly label: string;
  readonly required: boolean;
  readonly hint: string;
  /** Absent if it is typed. */
  readonly options?: readonly Choice[];
  readonly one: boolean;
  /** May be written in the user's editor, of several lines then. */
  readonly long?: true;
  /** Files that are chosen in a dialog of their own, not typed. */
  readonly files?: { readonly shown: string; choose(): void };
  /** What a typed text means, in place of the hint. */
  meant?(text: string): string;
  /** What a typed text may become; Right at its end takes the first. */
  suggestions?(text: string): readonly string[];
};
export type Entered = Readonly<Record<string, string>>;

/** Rows for the title and the line of hints. */
const OTHER_ROWS = 2;
const INPUT_MAX = 44;
/** Rows of a problem at most. */
const FOOT_MOST = 3;
/** Suggestions that are named. */
const SUGGESTED = 5;

type Props = {
  title: string;
  /** What Enter does, if not save. */
  enter?: string;
  /** The fields, by what is entered. */
  fields(entered: Entered): readonly EntryField[];
  first: Entered;
  /** The field whose first value is selected: typing replaces it. */
  selected?: string | undefined;
  height: number;
  /** Returns the problems by field; that of the whole form under ''. */
  onSave(entered: Entered): Promise<Readonly<Record<string, string>>>;
  /** Whether Esc would discard something; absent: whatever was typed. */
  isUnsaved?(entered: Entered): boolean;
  onCancel(): void;
};

/** A form with a problem beside each field; Esc asks once more when something was typed. */
export function EntryForm({
  title,
  enter,
  fields: fieldsOf,
  first,
  selected,
  height,
  onSave,
  isUnsaved,
  onCancel,
}: Props) {
  const { texts, columns, look, edit } = useUi();
  const { acts, common } = texts;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [leaving, setLeaving] = useState(false);
  // A save that failed for want of an answer: the server's return takes the message away.
  const wasAway = useRef(false);
  const isAway = useReconnected(() => {
    if (wasAway.current) setProblems(({ '': _, ...others }) => others);
  });
  const busy = useRef(false);
  const touched = useRef(new Set<string>());
  const marks = useRef(new Map<string, number>());
  const top = useRef(0);
  // The fields depend on what is entered, and what is entered lives in the fields.
  const names = useRef<string[]>([]);
  const typed = useFields(names.current, first, fieldsOf(first)[0]?.key ?? '', selected);
  const entered = (): Entered => ({
    ...first,
    ...Object.fromEntries([...touched.current].map((key) => [key, typed.text(key)])),
  });
  const shown = fieldsOf(entered());
  names.current.splice(0, names.current.length, ...shown.map(({ key }) => key));
  const focused = shown.find(({ key }) => key === typed.focused) ?? shown[0];
  if (focused && focused.key !== typed.focused) typed.focus(focused.key);

  const files = shown.find((field) => field.files)?.files;

  const save = async () => {
    if (busy.current) return;
    busy.current = true;
    setLeaving(false);
    try {
      const found = await onSave(entered());
      wasAway.current = found[''] !== undefined && isAway();
      setProblems(found);
      // An Esc while it was being saved has asked about what is saved now.
      setLeaving(false);
      const wrong = names.current.find((key) => found[key] !== undefined);
      if (wrong !== undefined) typed.focus(wrong);
    } finally {
      busy.current = false;
    }
  };
  const cancel = () => {
    const unsaved = touched.current.size > 0 && (isUnsaved?.(entered()) ?? true);
    if (!unsaved || leaving) onCancel();
    else setLeaving(true);
  };
  const changed = (key: string) => {
    touched.current.add(key);
    setLeaving(false);
    setProblems(({ [key]: _, '': __, ...others }) => others);
    redraw();
  };
  /** What is typed becomes the only thing that it may become. */
  const leave = (then: () => void) => {
    const text = typed.text(typed.focused);
    const field = fieldsOf(entered()).find(({ key }) => key === typed.focused);
    const [only, ...others] = field?.meant?.(text) ? [] : (field?.suggestions?.(text) ?? []);
    if (text.trim() !== '' && only !== undefined && others.length === 0) {
      typed.set(typed.focused, only);
      changed(typed.focused);
    }
    then();
  };
  const write = (key: string) =>
    edit(`${key}.txt`, typed.text(key)).then(
      (text) => {
        typed.set(key, text);
        changed(key);
      },
      (error: unknown) => setProblems({ [key]: errorText(error, texts) }),
    );
  const pick = (field: EntryField, press: Press): boolean => {
    if (press.kind !== 'key') return true;
    const chosen = typed.text(field.key).split(',').filter(Boolean);
    const next = choiceAfter(
      press.name,
      field.options ?? [],
      { chosen, at: marks.current.get(field.key) ?? 0 },
      field.one,
    );
    // No letter of a choice's field is a key of the form.
    if (next === null) return press.text !== '';
    marks.current.set(field.key, next.at);
    if (press.name !== 'space') redraw();
    else {
      typed.set(field.key, next.chosen.join(','));
      changed(field.key);
    }
    return true;
  };
  const typing = (press: Press): boolean => {
    const field = fieldsOf(entered()).find(({ key }) => key === typed.focused);
    if (field?.options) return pick(field, press);
    if (field?.files) {
      if (press.kind === 'key' && press.name === 'space') field.files.choose();
      return press.kind === 'paste' || press.text !== '';
    }
    const line = typed.line(typed.focused);
    const first = line.at === [...line.text].length ? field?.suggestions?.(line.text)[0] : undefined;
    if (first !== undefined && press.kind === 'key' && press.name === 'right') typed.set(typed.focused, first);
    else if (!typed.typing(press)) return false;
    changed(typed.focused);
    return true;
  };
  useKeys({
    places: ['entry', 'menu', 'login'],
    handlers: {
      save: () => leave(() => void save()),
      ...(files ? { chooseFiles: files.choose } : {}),
      ...(focused?.long ? { editor: () => void write(focused.key) } : {}),
      cancel,
      nextField: () => leave(() => typed.step(1)),
      previousField: () => leave(() => typed.step(-1)),
    },
    names: enter === undefined ? {} : { save: enter },
    typing,
    modal: true,
  });

  const label = Math.min(Math.floor(columns * 0.4), Math.max(...shown.map((field) => displayWidth(field.label)))) + 3;
  const wide = columns - label;
  const input = Math.min(INPUT_MAX, Math.floor(wide / 2));
  // A problem with choices stands below them.
  const rowsOf = ({ key, options }: EntryField) =>
    options ? choiceLines(options, wide).length + (problems[key] === undefined ? 0 : 1) : 1;
  /** The columns of what is typed: the problem beside it has what the text leaves. */
  const typedColumns = (key: string) => {
    const found = problems[key];
    if (found === undefined) return wide;
    const text = Math.min(input, displayWidth(typed.text(key)) + 1);
    return Math.max(text, Math.min(input, wide - displayWidth(problemText(found))));
  };
  // A frame has the title, and is as high as the form.
  const isFramed = useContext(FramedContext) !== null;
  const needed = shown.reduce((sum, field) => sum + rowsOf(field), 0);
  const beside = problems[focused?.key ?? ''];
  // What stands whole beside its field is not said again.
  const isWhole =
    beside !== undefined &&
    focused !== undefined &&
    displayWidth(problemText(beside)) <= wide - (focused.options ? 0 : typedColumns(focused.key));
  const problem = isWhole ? problems[''] : (beside ?? problems['']);
  const meant = focused?.meant?.(typed.text(focused.key)) ?? '';
  const offered = (meant === '' ? focused?.suggestions?.(typed.text(focused.key)) : undefined) ?? [];
  const suggested =
    offered.length === 0 ? '' : acts.accounts.suggested(offered.slice(0, SUGGESTED).join(common.marks.list));
  const hint = meant || suggested || focused?.hint || (focused?.options ? acts.accounts.choiceHint : '');
  const isUsual = problem === undefined && !leaving;
  const said = leaving ? acts.accounts.discard : `! ${problem}`;
  const foot = isUsual ? [hint || acts.accounts.fieldsHint] : wrap(said, columns).slice(0, FOOT_MOST);
  const rows = isFramed ? Math.min(height - foot.length, needed) : height - OTHER_ROWS + 1 - foot.length;
  const isLong = needed > rows;
  const list = isLong ? rows - 1 : rows;
  const window = windowOf(
    shown.map(rowsOf),
    shown.findIndex(({ key }) => key === focused?.key),
    list,
    top.current,
  );
  top.current = window.from;
  const below = shown.length - window.until;
  const count =
    shown.length > window.until - window.from ? `${names.current.indexOf(typed.focused) + 1}/${shown.length}` : '';
  useFrameHead(count === '' ? title : `${title}  ${count}`);
  return (
    <Box flexDirection="column" height={isFramed ? rows + foot.length : height}>
      {!isFramed && (
        <Box justifyContent="space-between" height={1} flexShrink={0}>
          <Text bold wrap="truncate-end">
            {title}
          </Text>
          <Muted>{count}</Muted>
        </Box>
      )}
      <Box flexDirection="column" height={list} flexShrink={0} overflow="hidden">
        {shown.slice(window.from, window.until).map((field) => {
          const focus = field.key === focused?.key;
          return (
            <Box key={field.key} height={rowsOf(field)} flexShrink={0}>
              <Box width={label} flexShrink={0}>
                <Text bold={focus} wrap="truncate-end">
                  {field.label}
                  {field.required ? ' *' : ''}
                </Text>
              </Box>
              {field.files && (
                <>
                  <Text inverse={focus && field.files.shown === ''} wrap="truncate-end">
                    {field.files.shown || '-'}
                  </Text>
                  <Text wrap="truncate-end" {...look.text('red')}>
                    {problems[field.key] === undefined ? '' : ` ! ${problems[field.key]}`}
                  </Text>
                </>
              )}
              {field.files ? null : field.options ? (
                <Box flexDirection="column">
                  <Choices
                    options={field.options}
                    chosen={typed.text(field.key).split(',').filter(Boolean)}
                    at={marks.current.get(field.key) ?? 0}
                    focus={focus}
                    width={wide}
                    one={field.one && field.options.length > 1}
                  />
                  {problems[field.key] !== undefined && (
                    <Text wrap="truncate-end" {...look.text('red')}>
                      {problemText(problems[field.key] ?? '').trimStart()}
                    </Text>
                  )}
                </Box>
              ) : (
                <>
                  <LineInput line={typed.line(field.key)} width={typedColumns(field.key)} focus={focus} />
                  <Text wrap="truncate-end" {...look.text('red')}>
                    {problems[field.key] === undefined ? '' : problemText(problems[field.key] ?? '')}
                  </Text>
                </>
              )}
            </Box>
          );
        })}
      </Box>
      {isLong && <Muted wrap="truncate-end">{below > 0 ? acts.accounts.below(below) : ' '}</Muted>}
      {foot.map((line) => (
        <Muted key={line} wrap="truncate-end" on={isUsual} {...(problem === undefined ? {} : look.text('red'))}>
          {line}
        </Muted>
      ))}
    </Box>
  );
}

/** A problem as it stands beside its field. */
const problemText = (problem: string) => ` ! ${problem}`;

/** The fields from `from` on that fit, with the focused one among them. */
function windowOf(
  heights: readonly number[],
  focus: number,
  rows: number,
  from: number,
): { from: number; until: number } {
  const until = (start: number) => {
    let [used, at] = [0, start];
    while (at < heights.length && used + (heights[at] ?? 1) <= rows) used += heights[at++] ?? 1;
    return Math.max(at, start + 1);
  };
  let start = Math.min(from, Math.max(0, focus));
  while (until(start) <= focus) start += 1;
  // No row stays empty while fields are out of sight above.
  while (start > 0 && until(start - 1) >= heights.length) start -= 1;
  return { from: start, until: until(start) };
}
