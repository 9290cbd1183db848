import type { OutcomeText } from '../../en/assessment/outcome.ts';

export const outcome: OutcomeText = {
  submit: (station, level) => `提交成功：${station}${level}申报，等待初审。`,
  takeBack: (station, level) => `${station}：${level}申报已撤回，可继续修改。`,
  withdraw: (station, _level, { number }) => `${station}：申报 ${number} 已终止。`,
  passFirst: (station, level) => `${station}：${level}申报初审通过，待终审单位分配专家。`,
  return: (station, level, { remarks }) =>
    `${station}：${level}申报已退回${remarks === 0 ? '' : `，附 ${remarks} 条意见`}。`,
  startReview: (station, level) => `${station}：${level}评审已开始，专家可以评分。`,
  endReview: (station, level) => `${station}：${level}专家评审已结束，待终审。`,
  reopenReview: (station, level) => `${station}：${level}专家结论已重新开启。`,
  propose: (station, level, { until }) => `${station}：拟评定为${level}达标，公示至 ${until}。`,
  stopProposal: (station, level) => `${station}：${level}公示已终止。`,
  pass: (station, level, { until }) => `${station}：评定为${level}达标，有效期至 ${until}。`,
  fail: (station, level) => `${station}：${level}评定为不达标。`,
  revoke: (station, level) => `${station}：${level}评级自今日起撤销。`,
  conclude: (station, level, score) => `${station}：${level}评审结论已提交，评分 ${score} 分。`,
  certificate: '证书',
  print: '打印结论',
};
