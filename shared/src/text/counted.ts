/** A number with its English noun: `1 file`, `3 files`. */
export const counted = (number: number, one: string, more: string) => `${number} ${number === 1 ? one : more}`;
