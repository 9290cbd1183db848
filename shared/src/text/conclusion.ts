type Proposed = { station: string; level: string; score: string; experts: number; passes: boolean };

/**
 * The wording of the printed conclusion (docs/spec/screens.md#content-of-the-screens). It is an official document of a
 * Chinese authority, so it is always in Chinese and has no English version.
 */
export const conclusion = {
  /** The proposed conclusion, filled from the result for the manager to edit. */
  proposed: ({ station, level, score, experts, passes }: Proposed) =>
    `经 ${experts} 名专家评审，${station}平均得分 ${score}，${
      passes ? `符合${level}标准，评定为达标。` : `不符合${level}标准，评定为不达标。`
    }`,
  title: '广西水利安全生产标准化评审结论',
  subtitle: '（小水电站）',
  number: '编号：',
  draft: '草稿',
  revoked: '已撤销',
  none: '无',
  notWritten: '（尚未填写）',
  blank: '—',
  separator: '、',
  headings: {
    result: '一、评审结果',
    unit: '二、单位基本情况',
    application: '三、申请与自评',
    chapters: '四、评审得分',
    manager: '五、评审单位意见',
    signatures: '六、签字',
    problems: '附件1：存在问题及整改建议',
    missing: '附件2：合理缺项',
    experts: '附件3：专家评审意见',
  },
  certificate: {
    title: '安全生产标准化达标证书',
    text: (station: string, level: string) => `${station}经评审符合小水电站安全生产标准化${level}标准，特发此证。`,
    number: '证书编号：',
    validUntil: '有效期至：',
    issuedOn: '发证日期：',
    unit: '发证单位（盖章）：',
  },
  division: '行政区划',
  level: '申报等级',
  selfScore: '自评得分',
  chapters: {
    serial: '序号',
    title: '评审项目',
    full: '应得分',
    missing: '合理缺项',
    lost: '扣分',
    got: '得分',
    rate: '得分率',
    total: '合计',
    note: '各项为已出具意见的专家评分的平均值；合计得分率即评审得分（百分制）。',
  },
  missingItems: { serial: '序号', content: '评审内容', score: '标准分', reasons: '缺项理由' },
  problems: {
    serial: '序号',
    content: '评审内容',
    lost: '扣分',
    reasons: '存在问题及整改建议',
    advised: '整改建议：',
    dueBy: '整改期限：',
  },
  result: {
    result: '评审结论',
    score: '评审得分',
    /** A score while some experts have not concluded. */
    partial: (score: string, concluded: number, all: number) =>
      `${score}（暂计，${all} 名专家中 ${concluded} 名已提交）`,
    number: '结论编号',
    concludedOn: '结论日期',
    validUntil: '有效期至',
    pending: '尚未作出结论',
  },
  signatures: {
    expert: '评审专家（签字）：',
    manager: '评审单位负责人（签字）：',
    unit: '评审单位（盖章）：',
    date: '　　　　年　　月　　日',
  },
  check: '扫描二维码，可核验本结论的真伪和现时状态。',
  digest: '内容摘要（SM3）：',
};
