import type { Home } from '../en/home.ts';

export const home: Home = {
  waiting: (count) => `待我处理 ${count} 项`,
  nothingWaits: '暂无待办事项。',
  all: (count) => `全部 ${count} 项`,
  days: (days) => (days === 0 ? '今日进入' : `已 ${days} 天`),
  scored: (done, items) => `已评 ${done}/${items} 项`,
  application: (level) => `${level}评审申请`,
  progress: '办理进度',
  stages: { fill: '填报自评', first: '初审', experts: '专家评审', conclusion: '结论' },
  missing: (count) => `尚有 ${count} 项未满足，暂不能提交`,
  complete: '内容已齐全，可以提交。',
  remarks: (count) => `有 ${count} 条意见待修改`,
  goOn: '继续填报',
  correct: '修改并重新提交',
  look: '查看申请',
  noApplication: '您没有在办的申请。',
  rating: '现有评级',
  noRating: '暂无有效评级',
  until: (day) => `有效期至 ${day}`,
  left: (days) => `剩余 ${days} 天`,
};
