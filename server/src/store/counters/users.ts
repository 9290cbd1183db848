/*
 * `user_totals`: how many users there are of each role and division, deleted and not. Triggers keep it in the
 * transaction of each change.
 */

/** Fills the totals from all users. */
export const usersFilled = `INSERT INTO user_totals (role, is_deleted, division, count)
  SELECT role, is_deleted, division, count(*) FROM users GROUP BY 1, 2, 3`;
