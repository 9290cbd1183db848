import { USER_KINDS } from '@shp/shared/domain/accounts/roles';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { hasTodo } from '@shp/shared/domain/assessment/waiting';
import { KINDS } from '../../api/userKinds.ts';
import { SYNONYMS } from '../commands/synonyms.ts';
import type { Keyboard } from '../keys/keyboard.ts';
import { type KeyId, keysOf } from '../keys/keys.ts';
import type { Query } from '../list/definition.ts';
import type { Models } from '../list/model.ts';
import { mayCall, whyNoUpload } from '../permissions.ts';
import { assessmentList } from '../screens/AssessmentsTab.tsx';
import { whyNotManaged } from '../screens/accounts/useOperation.tsx';
import type { Place } from '../screens/Palette.tsx';
import type { Me } from '../session.ts';
import type { Texts } from '../texts.ts';

/** `id`: the key that does the same on the screen that has it. */
export type Act = Place & { readonly id: KeyId | null };
type Tools = { models: Models; keyboard: Keyboard; goTo(path: string, bare: boolean): void };

/** The review has no experts yet. */
const AWAITS_EXPERTS: readonly Status[] = ['first_passed'];

/** What an account does in a tab, from anywhere: goes to the tab and presses the keys there. */
export function actsElsewhere(me: Me, texts: Texts, { models, keyboard, goTo }: Tools): Act[] {
  const { tui, common, acts } = texts;
  const press = (id: KeyId) =>
    keysOf(id)
      .slice(0, 1)
      .map((name) => ({ kind: 'key', name, text: '' }) as const);
  const act = (label: string, path: string, id: KeyId): Act => ({
    id,
    label,
    alias: `${id} ${SYNONYMS[id] ?? ''}`,
    go: () => {
      goTo(path, true);
      keyboard.again(press(id));
    },
  });
  const among = (query: Query, then: readonly KeyId[]) => {
    models.of(assessmentList(me.role)).dispatch({ do: 'query', query });
    goTo('/assessments', true);
    keyboard.again(then.flatMap(press));
  };
  const named = (id: KeyId, tab: string) => `${tui.keys[id]}${common.marks.colon}${tab}`;
  return [
    ...(mayCall(me, 'POST assessment/add_assessment') ? [act(tui.keys.apply, '/assessments', 'apply')] : []),
    ...(hasTodo(me.role)
      ? [
          {
            id: null,
            label: acts.elsewhere.oldest,
            alias: `oldest ${SYNONYMS.waiting}`,
            go: () => among({ waiting: true }, ['open']),
          },
        ]
      : []),
    ...(mayCall(me, 'POST assessment/assign_experts')
      ? [
          {
            id: 'balance' as const,
            label: acts.elsewhere.balance,
            alias: `balance ${SYNONYMS.balance}`,
            go: () => among({ status: AWAITS_EXPERTS }, ['selectAll', 'balance']),
          },
        ]
      : []),
    ...USER_KINDS.filter((kind) => whyNotManaged(me, kind, texts, [KINDS[kind].add]) === null).flatMap((kind) =>
      (['add', 'import'] as const).map((id) => act(named(id, common.menu[kind]), `/${kind}`, id)),
    ),
    ...(whyNoUpload(me, 'document', texts) === null
      ? [act(named('addDocuments', common.menu.documents), '/documents', 'addDocuments')]
      : []),
  ];
}
