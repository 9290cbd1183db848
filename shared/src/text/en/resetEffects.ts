/** The steps that the four-eyes rule refuses to an account after it resets a password. */
export const resetEffects = {
  steps: { first_passed: 'pass the first review', passed: 'conclude', failed: 'conclude' },
  or: ' or ',
  more: (numbers: string, more: number) => `${numbers} and ${more} more`,
  line: (steps: string, numbers: string) => `after the reset you may not ${steps} (${numbers})`,
};

export type ResetEffects = typeof resetEffects;
