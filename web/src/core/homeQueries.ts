/** What the home page asks of the reviews that wait; a call made early must have the same input to be used. */
export const WAITING_ON_HOME = { waiting: true, sortby: 'statusSince', size: 6 } as const;
