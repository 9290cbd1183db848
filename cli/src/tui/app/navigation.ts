import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';

/** What can be opened above a tab. */
export type Screen =
  | { readonly kind: 'assessment'; readonly id: string; readonly name: string }
  | { readonly kind: 'user'; readonly users: UserKind; readonly user: User }
  | { readonly kind: 'supervised'; readonly user: User }
  | { readonly kind: 'jobs' }
  | { readonly kind: 'profile' };
