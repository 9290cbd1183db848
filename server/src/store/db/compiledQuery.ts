import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from '../schema/schema.ts';
import { type Dialect, dialectOf } from './dialect.ts';

/** Stands for a value that each execution brings. */
export type Value<A> = <K extends keyof A & string>(name: K) => A[K];

class Place {
  constructor(readonly name: string) {}
}

/**
 * A statement that is put together once and kept, for those of every call: building and compiling one costs several
 * times what running it does. `value(name)` stands where a value of that name goes; nothing else may differ between two
 * executions.
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
