import type { Call } from '@shp/shared/api/call';
import type { BinaryKey, Input } from '@shp/shared/api/index';
import type { Response } from '../../api/transport.ts';
import { command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { withWordInNotFound } from '../../command/lookup.ts';
import { UsageError } from '../../lib/errors.ts';
import { write, writeData } from '../../lib/streams.ts';

export const commands = [
  command({
    name: 'api',
    summary: ({ cli }) => cli.commands.api,
    args: [{ name: 'METHOD' }, { name: 'PATH' }],
    options: {
      field: { kind: 'texts', value: 'KEY=VALUE', short: 'f', help: ({ cli }) => cli.api.field },
      input: { kind: 'text', value: 'FILE', help: ({ cli }) => cli.api.input },
      format: { kind: 'text', value: 'json', choices: ['json'], help: ({ cli }) => cli.api.format },
    },
    examples: [
      'shp api GET basic/status',
      'shp api GET assessment/query -f status=submitted -f status=returned -f size=50',
      'shp api POST assessment/add_event -f id=ID -f status=returned -f description=…',
    ],
    async run({ args: [verb, place], options }, context) {
      const { path, query } = split(place, context);
      const { findCall } = await import('@shp/shared/api/index');
      const plain = `${verb.toUpperCase()} ${path}`;
      // The call table marks a POST with query input by a trailing `?`.
      const key = findCall(`${plain}?`) ? `${plain}?` : plain;
      const row = findCall(key);
      const pairs = (options.field ?? []).map((one) => pair(one, context));
      const fields = await typed(row, new URLSearchParams([...query, ...pairs]));
      const input = { ...(await inputOf(context, options.input)), ...fields };
      const api = await (row?.who === 'anyone'
        ? context.apiWith(context.givenToken ?? context.session?.token ?? null)
        : context.api());
      // The client reads method and path from the key, so calls outside the table work too.
      const answer = api.open(key as BinaryKey, input as Input<BinaryKey>);
      await print(context, await (row === undefined ? withWordInNotFound(context, plain, answer) : answer));
    },
  }),
];

/** Accepts PATH with or without `/api/` and with or without a query. */
function split(place: string, context: CommandContext): { path: string; query: URLSearchParams } {
  const [path = '', query = ''] = place.replace(/^\/?(?:api\/)?/, '').split('?');
  if (path === '') throw new UsageError(context.texts.cli.usage.missingArgument('PATH'));
  return { path, query: new URLSearchParams(query) };
}

function pair(text: string, context: CommandContext): [string, string] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new UsageError(context.texts.cli.api.notPair('-f', 'KEY=VALUE', text));
  return [text.slice(0, equals), text.slice(equals + 1)];
}

async function inputOf(context: CommandContext, file: string | undefined): Promise<Record<string, unknown>> {
  if (file === undefined) return {};
  const { readJson } = await import('../../command/stdin.ts');
  return readJson(context, file);
}

/** Types the values by the call's schema: what it rejects as text is parsed as JSON. */
async function typed(row: Call | undefined, query: URLSearchParams): Promise<Record<string, unknown>> {
  if (row === undefined) return Object.fromEntries(query);
  const { inputFromQuery } = await import('@shp/shared/api/parse');
  const input = inputFromQuery(row.input, query);
  for (const [key, value] of Object.entries(input)) {
    const schema = row.input.shape[key];
    if (typeof value !== 'string' || !schema || schema.safeParse(value).success) continue;
    const read = json(value);
    if (read !== undefined && schema.safeParse(read).success) input[key] = read;
  }
  return input;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function print({ streams: { out }, globals, texts }: CommandContext, response: Response): Promise<void> {
  if (/^application\/json/.test(response.headers.get('content-type') ?? '')) {
    const text = await response.text();
    const isIndented = out.isTTY || globals.format === 'json';
    return writeData(out, isIndented ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : `${text}\n`);
  }
  if (out.isTTY) throw new UsageError(texts.cli.usage.binaryOnTerminal);
  for await (const chunk of response.chunks()) await write(out, chunk);
}
