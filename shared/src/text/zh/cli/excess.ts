export const didYouMean = (command: string): string => `是否要执行：${command}`;
