import type { Standing } from '../../en/assessment/standing.ts';

export const standing: Standing = {
  days: '本环节用时',
  inStatus: (days, left, over) =>
    [`${days} 天`, ...(over > 0 ? [`超期 ${over} 天`] : []), ...(left === null ? [] : [`剩余 ${left} 天`])].join('，'),
  next: '可进行的操作',
  none: '目前没有您可进行的操作',
  notYet: (step) => `${step}（条件未满足）`,
  why: '列出原因',
  acts: {
    editForm: '填写申报表',
    scoreStation: '自评',
    uploadEvidence: '上传佐证',
    assign: '分配专家',
    scoreExpert: '专家评分',
    conclude: '填写评审结论',
  },
};
