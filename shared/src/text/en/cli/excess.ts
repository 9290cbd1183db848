/** After a word that a command does not take. */
export const didYouMean = (command: string): string => `Did you mean: ${command}`;
