import type { VerifyText } from '../en/verify.ts';

export const verify: VerifyText = {
  title: '评审结论核验',
  genuine: { verdict: '核验通过：真实有效', hint: '该评审结论由本系统出具，请与纸质件逐项核对。' },
  failed: { verdict: '结论真实：不达标', hint: '该评审结论由本系统出具，评审结果为不达标，无评级。' },
  ended: { verdict: '结论真实，但已失效', hint: '该评审结论由本系统出具，但评级已过有效期。' },
  revoked: { verdict: '结论真实，但已撤销', hint: '该评审结论由本系统出具，但评级已被撤销，现已失效。' },
  unknown: { verdict: '未能核验：编号不存在', hint: '本系统未出具过该编号的评审结论。请核对编号，或向评审单位查询。' },
  altered: {
    verdict: '未能核验：内容摘要不符',
    hint: '存在该编号的评审结论，但内容摘要不一致：可能输入有误，或纸质件被改动，或已被新结论替代。请向评审单位查询。',
  },
  incomplete: { verdict: '', hint: '请输入评审结论的编号和二维码下方的内容摘要，无需登录。' },
  number: '编号',
  digest: '内容摘要',
  digestHint: '输入内容摘要的前 16 位即可。',
  check: '核验',
  another: '核验其他结论',
  station: '电站',
  level: '等级',
  status: '当前状态',
  validUntil: '有效期至',
  checkedAt: '核验时间',
  console: '登录系统',
};
