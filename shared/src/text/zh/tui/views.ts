import type { TuiViews } from '../../en/tui/views.ts';

export const tuiViews: TuiViews = {
  detail: {
    publicUntil: (day) => `公示至${day}`,
    days: (days, over) => (over > 0 ? `${days} 天，超期 ${over} 天` : `${days} 天`),
    phases: { application: '申报', firstReview: '初审', experts: '专家评审', conclusion: '结论' },
    selfScore: '自评',
    expertScore: '专家',
    counts: (remarks, files, evidence) => `意见 ${remarks}   申报材料 ${files}   佐证 ${evidence}`,
  },
  live: {
    copied: (text) => `已复制 ${text}`,
    set: (on) => (on ? '列表每 5 秒自动刷新' : '列表不再自动刷新'),
    stalled: (at) => `截至 ${at}，未连接，正在重试`,
    lost: '没有响应，正在重试',
    connected: '已连接',
    lastLogin: (at) => `上次登录 ${at}`,
  },
  notices: {
    columns: { at: '时间', state: '状态', text: '内容' },
    unread: '未读',
    onlyUnread: '只看未读',
    left: (unread) => `已标为已读，还有 ${unread} 条未读`,
  },
  home: {
    unread: (count) => `N 通知：未读 ${count}`,
    waiting: (count) => `待您处理：${count}`,
    overdue: (count) => `超期：${count}`,
    overdueCount: (count) => `超期 ${count}`,
    nothing: '没有待办事项。',
    days: (days, isOverdue) => `${days} 天${isOverdue ? '!' : ' '}`,
    left: (days) => `剩 ${days} 天`,
    over: (days) => `超期 ${days} 天!`,
    toScore: (items) => `还有 ${items} 项待评`,
    toConclude: '下一步：评审结论',
    stages: '各环节：件数，中位天数',
    expiring: (soon, later) => `评级将到期：30 天内 ${soon}，90 天内 ${later}`,
    map: '达标率，%',
    findings: (counts) => `F 问题整改：${counts}`,
    findingCounts: {
      unclosed: (count) => `未销号 ${count}`,
      done: (count) => `待核查 ${count}`,
      overdue: (count) => `逾期 ${count}`,
    },
  },
};
