import type { Print } from '../en/print.ts';

export const print: Print = {
  findings: '问题整改情况报告',
  title: '评审结论',
  print: '打印',
  printCertificate: '仅证书',
  partial: (concluded, all) => `${all} 名专家中已有 ${concluded} 名提交结论，评审得分暂按已提交的计算。`,
  back: '返回评审',
  draftNote: '评审尚未作出结论，以下为草稿，无编号和二维码。',
  revokedNote: '该评审结果已撤销。',
  code: '核验本结论的二维码',
};
