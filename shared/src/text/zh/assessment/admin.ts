import type { AdminText } from '../../en/assessment/admin.ts';

export const admin: AdminText = {
  title: '管理员',
  inPlace: '可代水电站和各级单位办理，条件相同（含回避规则），办理记录写明由您代办。',
  assign: '分配或移除专家',
  experts: '专家与进度',
  compare: '比较评分',
  steps: '结论与办理',
  files: '申报材料（可打包下载）',
  audit: '操作日志',
};
