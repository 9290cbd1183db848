import type { RatingsText } from '../../en/public/ratings.ts';

export const ratings: RatingsText = {
  title: '有效评级公示',
  notPublished: '评级名单暂未公开。',
  proposals: '拟达标公示',
  proposedUntil: '公示至',
  objections: (to) => `如有异议，请在公示期内向${to}反映。`,
  none: '没有符合条件的有效评级。',
  count: (count) => `有效评级 ${count} 项`,
  name: '电站',
  division: '行政区划',
  level: '等级',
  anywhere: '全区',
  anyLevel: '全部等级',
  validUntil: '有效期至',
  search: '查询',
  previous: '上一页',
  next: '下一页',
  page: (page, pages) => `第 ${page} 页，共 ${pages} 页`,
  verify: '核验评审结论',
};
