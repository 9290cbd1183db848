import type { ReturnReasonsText } from '../../en/assessment/returnReasons.ts';

/** Common reasons to return an application. */
export const returnReasons: ReturnReasonsText = {
  label: '常用退回原因',
  offered: [
    '申报表填写不完整，请补充后重新提交',
    '必传材料缺失或已过期，请补充有效材料',
    '佐证材料与自评得分不符，请补充或据实调整',
    '自评扣分理由不清，请逐项说明',
    '上传文件不清晰或无法打开，请重新上传',
  ],
  reviewed: '待终审的评审重新提交后须再次初审，专家在已有评分的基础上继续评审。',
};
