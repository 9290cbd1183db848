import type { Duty } from '@shp/shared/domain/accounts/duties';
import type { UserRole } from '@shp/shared/domain/accounts/roles';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import type { TokenScope } from '@shp/shared/domain/accounts/tokens';
import type { AuditEntry } from './audit/append.ts';
import type { Db } from './store/schema/schema.ts';

/** The caller: an account, through a session or an access token. */
export type Caller = {
  readonly id: string;
  readonly role: UserRole;
  readonly account: string;
  readonly name: string;
  readonly division: string | null;
  /** Of an administrator. */
  readonly duties: readonly Duty[] | undefined;
  readonly mustChangePassword: boolean;
  /** A required second factor is missing: the session can only add one. */
  readonly mustAddFactor: boolean;
  readonly scope: Scope;
  /** The session or access token in use. */
  readonly by:
    | {
        readonly kind: 'session';
        readonly id: string;
        readonly expiresAt: string;
        /** Until when the session counts as confirmed by password. */
        readonly confirmedUntil: string | null;
      }
    | {
        readonly kind: 'token';
        readonly id: string;
        readonly name: string;
        readonly scopes: readonly TokenScope[];
        readonly expiresAt: string;
      };
};

/** What a transaction offers a handler besides the database. */
export type Write = {
  readonly db: Db;
  readonly now: string;
  audit(entry: AuditEntry): Promise<void>;
  /** Has the stored print of an assessment signed at the end of the transaction. */
  concluded(assessment: string): void;
};

/** A range of bytes, both ends included. */
export type ByteRange = { readonly from: number; readonly to: number };
