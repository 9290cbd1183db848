import type { AssessmentList } from '../en/assessmentList.ts';

export const assessmentList: AssessmentList = {
  changedSince: '更新日期',
  inStatus: (days) => (days === 0 ? '今天进入本环节' : `已 ${days} 天`),
  assign: '分配专家',
  export: '导出所选',
  fileName: (day) => `所选评审-${day}`,
  gone: (number) => `所选评审中有 ${number} 项已不存在`,
  assignTitle: (number) => `为 ${number} 项评审分配专家`,
  assignNote: '将追加所选专家，不影响已分配的专家。',
  notPossible: (number) => `${number} 项不能分配，原因将在结果中列出。`,
  status: (status) => `当前状态不能分配专家：${status}`,
  level: (level) => `${level}的专家由自治区级单位分配`,
  running: '正在分配…',
  done: (number) => `已为 ${number} 项评审分配`,
  same: (number) => `${number} 项评审此前已有这些专家`,
  failed: (number) => `${number} 项评审未分配`,
  reason: '原因',
  ownUnit: (names) => `回避：${names}在该电站或其业主单位任职`,
};
