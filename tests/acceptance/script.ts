import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A parsed workflow: account, language, and the commands with their expected output. */
export type Script = { title: string; account: string; lang: string; steps: Step[] };
type Step = { line: number; command: string; expected: string[]; exit: number };

/**
 * Parses a script: the first line is the title, then `Account:` and `Lang:` lines. A line `$ command` begins a step; `>
 * ` continues its command, the following lines up to an empty line or the next command are the expected output, and
 * `[exit N]` ends them if the exit code is not 0. All other paragraphs are prose.
 */
export function readScript(text: string): Script {
  const [title = '', ...lines] = text.split('\n');
  const head = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const steps: Step[] = [];
  let step: Step | null = null;
  for (const [index, line] of lines.entries()) {
    const exit = /^\[exit (\d+)\]$/.exec(line)?.[1];
    if (line.startsWith('$ ')) {
      step = { line: index + 2, command: line.slice(2), expected: [], exit: 0 };
      steps.push(step);
    } else if (line === '') step = null;
    else if (step === null) continue;
    else if (line.startsWith('> ') && step.expected.length === 0) step.command += `\n${line.slice(2)}`;
    else if (exit !== undefined) step.exit = Number(exit);
    else step.expected.push(line);
  }
  return { title, account: head('Account') ?? 'admin', lang: head('Lang') ?? 'en', steps };
}

/**
 * Placeholders for values that differ between runs. `<id:name>` also saves the value, for `$name` in commands and
 * `<name>` in later output.
 */
const PLACEHOLDERS: Record<string, string> = {
  id: '(?:[0-9a-z]{20,}|demo-[a-z_]+)',
  number: 'GXXSD-\\d{4}-\\d{6}',
  time: '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z',
  date: '\\d{4}-\\d\\d-\\d\\d',
  password: '(?:[a-z0-9]{4}-){3}[a-z0-9]{4}',
  hash: '[0-9a-fA-F]{40,}',
  secret: '[\\w-]{20,}',
  n: '[\\d.,]+',
  text: '.*',
  empty: '',
};

/** Compares expected and seen output; returns the difference, or null. Saves named values in `names`. */
export function compare(expected: readonly string[], seen: string, names: Map<string, string>): string | null {
  const groups: string[] = [];
  const pattern = expected.map((line) => (line === '...' ? '(?:.*\\n)*?' : `${patternOf(line)}\\n`)).join('');
  const match = new RegExp(`^${pattern}$`).exec(seen);
  if (match === null) return `expected:\n${expected.join('\n')}\nseen:\n${seen}`;
  for (const [index, name] of groups.entries()) names.set(name, match[index + 1] ?? '');
  return null;

  function patternOf(line: string): string {
    return line
      .split(/(<[a-z]+(?::[a-z]+)?>)/)
      .map((part) => {
        const [, kind = '', name] = /^<([a-z]+)(?::([a-z]+))?>$/.exec(part) ?? [];
        const known = name === undefined ? names.get(kind) : undefined;
        if (known !== undefined) return escaped(known);
        const like = PLACEHOLDERS[kind];
        if (like === undefined) return escaped(part);
        if (name === undefined) return like;
        groups.push(name);
        return `(${like})`;
      })
      .join('');
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Runs a command line in a shell, with both outputs merged as on a terminal. */
export async function runLine(
  command: string,
  how: { cwd: string; env: Record<string, string | undefined> },
): Promise<{ seen: string; exit: number | null }> {
  const child = spawn('bash', ['-c', `exec 2>&1\n${command}`], { ...how, stdio: ['ignore', 'pipe', 'inherit'] });
  let seen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen += text;
  });
  await once(child, 'close');
  const clean = seen.replace(/\uFEFF/g, '').replace(/\r\n/g, '\n');
  return { seen: clean === '' || clean.endsWith('\n') ? clean : `${clean}\n`, exit: child.exitCode };
}
