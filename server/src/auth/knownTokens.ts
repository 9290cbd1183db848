import { digestOfToken } from '../store/repositories/sessions.ts';

/** Takes about 2 MB. */
const MAX_TOKENS = 10_000;

/**
 * Tokens that proved valid, with their accounts. Admission control counts only these by account and all others by
 * address, because anyone can invent tokens. An entry grants no access.
 */
export class KnownTokens {
  private readonly accounts = new Map<string, string>();

  constructor(private readonly max = MAX_TOKENS) {}

  /** The account id of a token that was valid at its last use. */
  accountOf(token: string): string | undefined {
    const digest = digestOfToken(token);
    const account = this.accounts.get(digest);
    if (account !== undefined) this.put(digest, account);
    return account;
  }

  add(token: string, account: string): void {
    this.put(digestOfToken(token), account);
    if (this.accounts.size <= this.max) return;
    const [leastRecent] = this.accounts.keys();
    if (leastRecent !== undefined) this.accounts.delete(leastRecent);
  }

  remove(token: string): void {
    this.accounts.delete(digestOfToken(token));
  }

  private put(digest: string, account: string): void {
    this.accounts.delete(digest);
    this.accounts.set(digest, account);
  }
}
