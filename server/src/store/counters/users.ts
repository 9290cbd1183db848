/*
 * `user_totals`: number of users by role, division and deletion. Triggers update it in the transaction of each change.
 */

/** Fills the table from all users. */
export const usersFilled = `INSERT INTO user_totals (role, is_deleted, division, count)
  SELECT role, is_deleted, division, count(*) FROM users GROUP BY 1, 2, 3`;
