import type { Api } from '../../api/client.ts';
import type { ListDef, Query } from './definition.ts';
import { ListModel } from './model.ts';

/** The list models of a session, created on first use, so that a tab keeps its position. */
export class Models {
  private readonly models = new Map<string, { end(): void; refresh(): void }>();

  constructor(
    private readonly api: () => Api,
    private readonly shown: (name: string) => readonly string[] | undefined,
  ) {}

  of<R extends { id: string }>(def: ListDef<R>, query: Query = {}): ListModel<R> {
    const known = this.models.get(def.name) as ListModel<R> | undefined;
    if (known) return known;
    const model = new ListModel(def, this.api, query, this.shown(def.name));
    this.models.set(def.name, model);
    return model;
  }

  /** Something changed: each list fetches its rows again when it is next visible. */
  refresh(): void {
    for (const model of this.models.values()) model.refresh();
  }

  end(): void {
    for (const model of this.models.values()) model.end();
  }
}
