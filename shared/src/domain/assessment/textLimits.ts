/** The maximum length of an event's description, in characters (docs/spec/domain.md#lifecycle). */
export const DESCRIPTION_MAX = 2000;

/**
 * The maximum length of an expert's or manager's conclusion, in characters (docs/spec/wire.md#calls,
 * `update_conclusion`).
 */
export const CONCLUSION_MAX = 5000;
