/** What an access token can be for (CONTRACT.md, `session/create_token`). */
export const TOKEN_SCOPES = ['read', 'export', 'write'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** For so many days an access token is valid at most. */
export const TOKEN_DAYS_MAX = 366;
