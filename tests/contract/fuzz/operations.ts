import type { ObjectKind, Reach } from '@shp/shared/api/call';
import { splitKey } from '@shp/shared/api/client';
import { type CallKey, calls } from '@shp/shared/api/index';
import type { Schema } from '../../../scripts/typeText.ts';

type Content = Record<string, { schema: Schema }>;
type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
  'x-metadata'?: { oneOf: Schema[] };
};
type Described = {
  tags: string[];
  security: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
};
export type Description = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

/** One operation of the server's OpenAPI description. */
export type Operation = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly anyone: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Content | null;
  /** The documented error codes, by status. */
  readonly codes: Readonly<Record<string, readonly string[]>>;
  /** The key in the call table; null for uploads. */
  readonly key: CallKey | null;
  /** The object type of the response. */
  readonly kind: string;
  /** The parameter that holds an id, with the type of id. */
  readonly names: Readonly<Record<string, string>>;
};

export function operationsOf({ paths }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, one]) => {
        const key = keyOf(method.toUpperCase(), path);
        const reach: Reach = key === null ? { kind: 'open' } : calls[key].reach;
        return {
          name: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path,
          anyone: one.security.length === 0,
          parameters: [...((item.parameters as unknown as Parameter[] | undefined) ?? []), ...(one.parameters ?? [])],
          body: one.requestBody?.content ?? null,
          codes: Object.fromEntries(Object.entries(one.responses).map(([status, { $ref }]) => [status, codesOf($ref)])),
          key,
          kind: reach.kind === 'list' ? reach.of : kindOf(one.responses[200]?.content),
          names:
            key === null
              ? { id: 'id of upload' }
              : reach.kind === 'object'
                ? { [reach.at]: `id of ${KINDS[reach.of] ?? reach.of}` }
                : {},
        };
      }),
  );
}

/** The object type of a response, from the first component name in its schema. */
function kindOf(content: Content | undefined): string {
  const [, name = ''] = /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(content ?? {})) ?? [];
  return OBJECTS[name] ?? 'other';
}

const OBJECTS: Record<string, string> = {
  User: 'user',
  ManagerNode: 'manager',
  Assessment: 'assessment',
  AssessmentRow: 'assessment',
  FileItem: 'file',
  DocumentFile: 'document',
  AccessToken: 'token',
  Session: 'session',
};

/** Ids of files and evidence are interchangeable. */
const KINDS: Partial<Record<ObjectKind, ObjectKind>> = { evidence: 'file' };

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
