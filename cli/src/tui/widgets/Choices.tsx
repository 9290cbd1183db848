import { Box, Text } from 'ink';
import { displayWidth } from '../../lib/width.ts';

export type Choice = { readonly value: string | number; readonly label: string };
/** What is chosen, and the choice under the cursor. */
export type Chosen = { readonly chosen: readonly (string | number)[]; readonly at: number };

/** Between two choices. */
const GAP = '  ';
/** A mark, a blank before the label, and the gap after it. */
const MARK_COLUMNS = 4 + GAP.length;

/** The choices in lines; none is out of sight. */
export function choiceLines(options: readonly Choice[], width: number): (readonly Choice[])[] {
  const lines: Choice[][] = [];
  let room = -1;
  for (const option of options) {
    const needed = displayWidth(option.label) + MARK_COLUMNS;
    if (needed > room) {
      lines.push([]);
      room = width + GAP.length;
    }
    lines.at(-1)?.push(option);
    room -= needed;
  }
  return lines;
}

/** What a key makes of the choices; null if it does nothing here. With `one`, a choice takes the place of another. */
export function choiceAfter(key: string, options: readonly Choice[], { chosen, at }: Chosen, one: boolean) {
  if (key === 'left' || key === 'right') {
    return { chosen, at: (at + (key === 'left' ? -1 : 1) + options.length) % options.length };
  }
  const option = options[at];
  if (key !== 'space' || !option) return null;
  const others = one ? [] : chosen.filter((value) => value !== option.value);
  return { chosen: chosen.includes(option.value) ? others : [...others, option.value], at };
}

/** Choices to mark, over as many lines as they need; with `one`, only one of them can be. */
export function Choices({
  options,
  chosen,
  at,
  focus,
  width,
  one = false,
}: Chosen & { options: readonly Choice[]; focus: boolean; width: number; one?: boolean }) {
  const [on, off] = one ? ['(x) ', '( ) '] : ['[x] ', '[ ] '];
  return (
    <Box flexDirection="column">
      {choiceLines(options, width).map((line) => (
        <Text key={line[0]?.value} wrap="truncate-end">
          {line.map((option, index) => (
            <Text key={option.value}>
              {index > 0 && GAP}
              <Text inverse={focus && options.indexOf(option) === at}>
                {chosen.includes(option.value) ? on : off}
                {option.label}
              </Text>
            </Text>
          ))}
        </Text>
      ))}
    </Box>
  );
}
