import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from '../schema/schema.ts';
import { type Dialect, dialectOf } from './dialect.ts';

/** The placeholder of a value given at each execution. */
export type Value<A> = <K extends keyof A & string>(name: K) => A[K];

class Place {
  constructor(readonly name: string) {}
}

/**
 * A query compiled once, for statements of every call: building and compiling takes several times as long as running.
 * `value(name)` is a placeholder; nothing else may differ between executions.
 */
export function statement<A extends object, R>(
  build: (db: Db, value: Value<A>) => Compilable<R>,
): (db: Db, values: A) => Promise<R[]> {
  const kept = new Map<Dialect, CompiledQuery<R>>();
  const value = ((name: string) => new Place(name)) as unknown as Value<A>;
  return async (db, values) => {
    const dialect = dialectOf(db);
    const query = kept.get(dialect) ?? (build(db, value).compile() as CompiledQuery<R>);
    kept.set(dialect, query);
    const parameters = query.parameters.map((one) => (one instanceof Place ? values[one.name as keyof A] : one));
    return (await db.executeQuery<R>({ ...query, parameters })).rows;
  };
}
