import type { Notices } from '../../en/notices/notices.ts';

export const notices: Notices = {
  title: '通知',
  none: '暂无通知',
  noneHint: '与您有关的申请、结论、期限和答复会显示在这里。',
  unread: (count) => `${count} 条未读通知`,
  unreadHere: (count) => `${count} 条未读`,
  isUnread: '未读',
  readAll: '全部标为已读',
  settings: '通知设置',
  overdue: (count) => `${count} 项申请超期`,
  findingOverdue: (count) => `${count} 项问题整改逾期`,
  others: '其他通知',
  more: (count) => `再显示 ${count} 条`,
  day: {
    proposed: (day) => `公示至 ${day}`,
    ratingEnds: (day) => `${day} 到期`,
    findingDue: (day) => `期限 ${day}`,
    findingOverdue: (day) => `期限 ${day}`,
  },
  older: '更早的通知',
  daily: (count) => `${count} 条通知`,
  why: '您在系统中设置了接收此通知。如需更改，请在系统右上角的用户信息中打开“通知”。',
  kind: '通知',
  how: '通知显示在铃铛下，也可以另行发送：即时发送，或每天 8:00 汇总发送一次。',
  noMail: '系统尚未设置邮件服务器，暂不发送邮件。',
  mailAddress: '邮箱地址',
  webhookAddress: 'Webhook 地址（https://…）',
  webhookHint: '请求按 Standard Webhooks 签名。',
  secret: '签名密钥，仅显示一次：',
  newSecret: '更换密钥',
  channels: { mail: '邮件', webhook: 'Webhook' },
  timings: { never: '不发送', atOnce: '即时', daily: '每天 8:00' },
  kinds: {
    submitted: '申请已提交',
    returned: '申请被退回',
    passedOn: '申请进入下一环节',
    assigned: '被分配为评审专家',
    takenOff: '不再担任评审专家',
    proposed: '拟达标结论公示',
    proposalStopped: '公示已终止',
    concluded: '评审已有结论',
    answered: '意见已答复',
    ratingEnds: '评级即将到期',
    overdue: '环节超期',
    findingDue: '问题整改即将到期',
    findingOverdue: '问题整改逾期',
    undelivered: '消息未送达',
  },
  texts: {
    submitted: ({ number, station }) => `${station}提交了申请 ${number}，等待初审。`,
    returned: ({ number, station }) => `${station}的申请 ${number} 被退回。`,
    passedOn: ({ number, station, status }, { statuses }) =>
      `${station}的申请 ${number} 当前状态：${statuses[status]}。`,
    assigned: ({ number, station }) => `您被分配评审${station}的申请 ${number}。`,
    takenOff: ({ number, station }) => `您不再评审${station}的申请 ${number}。`,
    proposed: ({ number, station, level, until }, { levels }) =>
      `${station}的申请 ${number}（${levels[level]}）拟评定达标，公示至 ${until}。`,
    proposalStopped: ({ number, station }) => `${station}的申请 ${number} 的公示已终止，重新等待终审。`,
    concluded: ({ number, station, level, status }, { statuses, levels }) =>
      `${station}的申请 ${number}（${levels[level]}）：${statuses[status]}。`,
    answered: ({ number, station }) => `${station}答复了申请 ${number} 的一条意见。`,
    ratingEnds: ({ station, level, until }, { levels }) => `${station}的${levels[level]}评级将于 ${until} 到期。`,
    overdue: ({ number, station, status }, { statuses }) =>
      `${station}的申请 ${number} 已超期，当前状态：${statuses[status]}。`,
    findingDue: ({ no, station, due }) => `${station}的问题 ${no} 整改期限为 ${due}，请按期完成。`,
    findingOverdue: ({ no, station, due }) => `${station}的问题 ${no} 整改已逾期，期限为 ${due}。`,
    undelivered: ({ channel, target }) =>
      channel === 'mail'
        ? `发往 ${target} 的邮件三天未能送达，已停止发送。请检查邮箱地址。`
        : `Webhook ${target} 三天未接收消息，已停止发送。请检查地址。`,
  },
};
