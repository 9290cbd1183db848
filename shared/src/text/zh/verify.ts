import type { VerifyText } from '../en/verify.ts';

export const verify: VerifyText = {
  title: '评审结论核验',
  genuine: { verdict: '核验通过', hint: '该评审结论由本系统出具，请与纸质件逐项核对。' },
  ended: { verdict: '结论真实，但已失效', hint: '该评审结论由本系统出具，但评级现已失效。' },
  unknown: {
    verdict: '未能核验',
    hint: '本系统未出具过该编号和摘要对应的评审结论。请核对网址，或向评审单位查询。',
  },
  number: '编号',
  station: '电站',
  level: '等级',
  status: '当前状态',
  validUntil: '有效期至',
};
