import type { Remark } from '@shp/shared/domain/assessment/remarks';
import type { Move } from './scenarios.ts';

/** The description of each step. */
export const DESCRIPTIONS: Record<Move, string> = {
  submit: '',
  takeBack: '材料需补充，先行撤回。',
  withdraw: '本年度检修，暂不申报。',
  passFirst: '材料齐全，同意进入评审。',
  return: '部分材料不符合要求，请按意见补充后重新提交。',
  startReview: '专家已分配，请按期完成评审。',
  endReview: '',
  endReviewEarly: '评审期限已到，按已完成的专家评审意见汇总。',
  reopenReview: '专家意见差异较大，请复核后重新给出结论。',
  pass: '经评审，达到申报等级要求。',
  fail: '经评审，未达到申报等级要求。',
  revoke: '复查发现不再符合达标条件，予以撤销。',
};

export const EXPERT_CONCLUSION = '现场查看与台账核对相结合，评审得分见各项，存在的问题请按扣分理由整改。';
export const MANAGER_CONCLUSION: Record<'pass' | 'fail', string> = {
  pass: '评审程序符合规定，综合得分及各章得分率达到申报等级要求，同意达标。',
  fail: '综合得分或章节得分率未达到申报等级要求，不同意达标。',
};

/** Sets of remarks for returned applications. */
export const RETURN_REMARKS: readonly (readonly Remark[])[] = [
  [
    { part: 'form', field: 'plant.staff', text: '职工人数与证书台账不一致，请核对。' },
    { part: 'file', field: 'waterPermit', text: '取水许可证扫描件不清晰，请重新上传。' },
  ],
  [
    { part: 'score', serial: '1.1.1', text: '请补充目标管理制度的印发文件。' },
    { part: 'form', field: 'self.summary', text: '自评总结过于简略，请说明主要问题。' },
  ],
  [{ part: 'score', serial: '4.1.1', text: '佐证材料与自评得分不符，请复核。' }],
];
