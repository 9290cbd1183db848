import type { ResetEffects } from '../en/resetEffects.ts';

export const resetEffects: ResetEffects = {
  steps: { first_passed: '办理初审', passed: '作出结论', failed: '作出结论' },
  or: '、',
  more: (numbers, more) => `${numbers}，另有 ${more} 项`,
  line: (steps, numbers) => `重置后您不能${steps}（${numbers}）`,
};
