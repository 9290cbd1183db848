import { splitKey } from '@shp/shared/api/client';
import { type CallKey, calls } from '@shp/shared/api/index';
import type { Schema } from '../../../scripts/typeText.ts';

type Content = Record<string, { schema: Schema }>;
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema };
type Described = {
  tags: string[];
  security: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string }>;
};
export type Description = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

/** One call as the server describes it. */
export type Operation = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly anyone: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Content | null;
  /** The error codes that it says it can answer with, by status. */
  readonly codes: Readonly<Record<string, readonly string[]>>;
  /** Its row in the table; null for uploads. */
  readonly key: CallKey | null;
};

export function operationsOf({ paths }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, one]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        anyone: one.security.length === 0,
        parameters: [...((item.parameters as unknown as Parameter[] | undefined) ?? []), ...(one.parameters ?? [])],
        body: one.requestBody?.content ?? null,
        codes: Object.fromEntries(Object.entries(one.responses).map(([status, { $ref }]) => [status, codesOf($ref)])),
        key: keyOf(method.toUpperCase(), path),
      })),
  );
}

function codesOf(reference: string | undefined): string[] {
  return reference?.split('/').at(-1)?.split('.') ?? [];
}

function keyOf(method: string, path: string): CallKey | null {
  const found = Object.keys(calls).find((key) => {
    const row = splitKey(key);
    return row.method === method && `/api/${row.path.replace(/:(\w+)/g, '{$1}')}` === path;
  });
  return (found as CallKey | undefined) ?? null;
}
