/** Who did what on one assessment, for the four-eyes rule (DOMAIN.md section 1). Accounts by id, times ISO 8601 UTC. */
export type Hands = {
  /** Accounts that took `first_passed`, in any round. */
  firstPassed: readonly string[];
  /** Accounts that wrote the station's or an expert's scores, in whosever place. */
  scored: readonly string[];
  /** Who created an account or set its password, and when. */
  behind: readonly { by: string; account: string; at: string }[];
  firstSubmittedAt: string | null;
};

/** What keeps an account from concluding; `through`: another account did it, behind which this one stands. */
export type FourEyes = { did: 'first_passed' | 'scores'; through: boolean };

/**
 * The four-eyes rule: who concludes (`passed`, `failed`), administrators included, may not have taken `first_passed`
 * nor written scores there. An account counts as having done what was done by any account that it created, or whose
 * password it set, at or after the first submission, and so on from account to account. Null: the account may conclude.
 */
export function fourEyes(hands: Hands, account: string): FourEyes | null {
  const own = deed(hands, new Set([account]));
  if (own) return { did: own, through: false };
  const through = deed(hands, standIns(hands, account));
  return through && { did: through, through: true };
}

function deed({ firstPassed, scored }: Hands, accounts: ReadonlySet<string>): FourEyes['did'] | null {
  if (firstPassed.some((id) => accounts.has(id))) return 'first_passed';
  return scored.some((id) => accounts.has(id)) ? 'scores' : null;
}

function standIns({ behind, firstSubmittedAt }: Hands, account: string): ReadonlySet<string> {
  const reached = new Set([account]);
  if (firstSubmittedAt === null) return reached;
  const since = Date.parse(firstSubmittedAt);
  for (const by of reached) {
    for (const step of behind) if (step.by === by && Date.parse(step.at) >= since) reached.add(step.account);
  }
  return reached;
}
