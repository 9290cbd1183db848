import type { AdminText } from '../../en/assessment/admin.ts';

export const admin: AdminText = {
  title: '管理员',
  inPlace: '可代水电站和各级单位办理，条件相同（含回避规则），办理记录写明由您代办。',
};
