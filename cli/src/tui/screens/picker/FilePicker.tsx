import { MINUTE_WIDTH } from '@shp/shared/sheets/column';
import { clockText } from '@shp/shared/sheets/days';
import { Box, Text } from 'ink';
import { useMemo, useState } from 'react';
import { sanitized } from '../../../lib/streams.ts';
import { displayWidth, pad, truncateMiddle } from '../../../lib/width.ts';
import { cutLines, wrap } from '../../../lib/wrap.ts';
import { bytes } from '../../../output/progress.ts';
import { useUi } from '../../ui.ts';
import { useFrameHead } from '../../widgets/Framed.tsx';
import { Menu } from '../../widgets/Menu.tsx';
import { Muted } from '../../widgets/Muted.tsx';
import { ABOVE, entriesFor, type FileEntry, HERE } from './entries.ts';

/** Rows of the folder. */
const TITLE_ROWS = 1;
/** The most rows of why a file is not taken. */
const PROBLEM_ROWS = 6;
const SIZE_WIDTH = 10;
/** Columns of `[x] `. */
const MARK_WIDTH = 4;

type Props = {
  title: string;
  note: string;
  height: number;
  accepts(name: string): boolean;
  /** The files that are marked, if several can be. */
  marks?: { readonly paths: readonly string[]; toggle(path: string): void };
  /** Returns why the file is not taken, or null. */
  onPick(path: string): Promise<string | null>;
  onCancel(): void;
};

/** Picks a file: typing filters the names or goes along a path, Enter opens a folder. */
export function FilePicker({ title, note, height, accepts, marks, onPick, onCancel }: Props) {
  const { texts, columns, look } = useUi();
  const [{ folder, isTyped }, setPlace] = useState(() => ({ folder: process.cwd(), isTyped: false }));
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const entries = useMemo(() => entriesFor(folder, typed, accepts), [folder, typed, accepts]);
  const isNamed = useFrameHead(title);
  const room = columns - 2 - 2 - MINUTE_WIDTH - (marks ? MARK_WIDTH : 0);
  const width = Math.min(
    room,
    Math.max(0, ...entries.map((entry) => displayWidth(shownName(entry)) + sizeWidth(entry))),
  );
  const notes = cutLines(wrap(problem === null ? note : `! ${problem}`, columns), PROBLEM_ROWS, columns);
  return (
    <Box flexDirection="column">
      <Box height={1} columnGap={2} flexShrink={0}>
        {!isNamed && (
          <Box flexShrink={0}>
            <Text bold>{title}</Text>
          </Box>
        )}
        <Text wrap="truncate-start">{sanitized(folder)}</Text>
      </Box>
      <Menu<FileEntry>
        // Another folder begins without a text.
        key={folder}
        height={height - TITLE_ROWS - notes.length}
        search
        onSearch={(text) => {
          setTyped(text);
          setProblem(null);
        }}
        hint={texts.tui.import.typing}
        empty={texts.tui.import.noFile}
        at={
          isTyped
            ? Math.max(
                0,
                entries.findIndex(({ isFolder }) => !isFolder),
              )
            : 0
        }
        items={entries.map((entry) => ({
          value: entry,
          label: labelOf(entry, width),
          note: changedOf(entry),
          always: true,
          enter: texts.tui.import.enter[entry.isFolder ? 'folder' : 'file'],
          ...(marks
            ? { lead: entry.isFolder ? ' '.repeat(MARK_WIDTH) : marks.paths.includes(entry.path) ? '[x] ' : '[ ] ' }
            : {}),
        }))}
        {...(marks
          ? {
              onMark: ({ value }) => {
                if (!value.isFolder) marks.toggle(value.path);
                setProblem(null);
              },
            }
          : {})}
        onChoose={({ value }) => {
          if (value.isFolder) {
            setPlace({ folder: value.path, isTyped: value.name === HERE });
            setTyped('');
          } else void onPick(value.path).then(setProblem);
        }}
        onCancel={onCancel}
      />
      {notes.map((line) => (
        <Muted key={line} wrap="truncate-end" on={problem === null} {...(problem === null ? {} : look.text('red'))}>
          {line}
        </Muted>
      ))}
    </Box>
  );
}

function shownName({ name, isFolder }: FileEntry): string {
  return sanitized(isFolder ? `${name}/` : name);
}

/** A folder's name may stand where a file has its size. */
const sizeWidth = ({ isFolder }: FileEntry) => (isFolder ? 0 : SIZE_WIDTH + 2);

/** The name, and the size of a file; a name that is cut keeps its ending. */
function labelOf(entry: FileEntry, width: number): string {
  const name = shownName(entry);
  const room = width - sizeWidth(entry);
  if (entry.isFolder) return pad(displayWidth(name) > room ? `${truncateMiddle(name, room - 1)}/` : name, width, false);
  return `${pad(truncateMiddle(name, room), room, false)}  ${bytes(entry.size).padStart(SIZE_WIDTH)}`;
}

function changedOf({ name, changedAt }: FileEntry): string {
  return name === HERE || name === ABOVE ? '' : (clockText(changedAt.toISOString()) ?? '').slice(0, MINUTE_WIDTH);
}
